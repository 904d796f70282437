// docs/protocol.md and the kit say the same: every clause of worker/* names a check or a test that is there, and every
// check is named by a clause.
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { startClauses } from "../../../src/guild/conformance/conform-directory.ts";
import { suite } from "../../../src/guild/conformance/suite.ts";
import { jobStatusReply, workerLimits } from "../../../src/contract/member/worker-protocol.ts";
import { codeIn, tableAfter } from "../../docs/tables.ts";

const protocol = readFileSync("docs/protocol.md", "utf8");
const section = protocol.slice(protocol.indexOf("## Guild members"));
const ids = [...Object.keys(startClauses), ...suite.map(({ id }) => id)];

/** Words in code that look like a check. Methods and media types do too. */
function checksNamed(text: string): string[] {
  const words = [...text.matchAll(/`([a-z]+\/[a-z-]+)`/g)].map((match) => match[1] ?? "");
  return [...new Set(words)].filter((word) => !/^(worker|tools|text|application)\//.test(word));
}

test("no two checks have one name", () => {
  expect(new Set(ids).size).toBe(ids.length);
});

test("every check that the text names is there, and every check is named", () => {
  expect(checksNamed(section).toSorted()).toEqual(ids.toSorted());
});

test("a name that no check has would be noticed", () => {
  expect(checksNamed("(`dispatch/no-such-check`)")).toEqual(["dispatch/no-such-check"]);
});

test("every test file that the text names is there", () => {
  const files = [...protocol.matchAll(/`(test\/[\w./-]+\.ts)`/g)].map((match) => match[1] ?? "");
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("the limits and the fields of a status are those of the contract", () => {
  const { descriptionCharacters, taskCharacters, configBytes, filterCharacters } = workerLimits;
  for (const limit of [descriptionCharacters, taskCharacters, configBytes, filterCharacters])
    expect(section).toContain(limit.toLocaleString("en"));
  const rows = tableAfter("docs/protocol.md", "### `worker/status`");
  expect(rows.map(([field = ""]) => codeIn(field)[0])).toEqual(Object.keys(jobStatusReply.shape));
});
