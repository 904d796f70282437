// The documents name what the code has: the parts of events, the kinds of what needs a person, hunts, benchmarks, and
// files by their present names.
import { Glob } from "bun";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { attentionKinds } from "../../src/contract/api/attention.ts";
import { doors } from "../../src/contract/api/problem.ts";
import { acceptedRequest } from "../../src/contract/commission/commission.ts";
import { carriedWork, finishPlan, returnCause } from "../../src/contract/commission/events.ts";
import { limits } from "../../src/contract/commission/limits.ts";
import { commandRun, treeOutcome, treePlan } from "../../src/contract/project/tree.ts";
import { redispatchRequest } from "../../src/contract/commission/follow-up.ts";
import { codeIn, tableAfter } from "./tables.ts";

const read = (path: string): string => readFileSync(path, "utf8");
const documents = [...new Glob("**/*.md").scanSync(".")].filter((path) => !path.includes("node_modules/"));

/** The text below a heading, up to the next one. */
function below(path: string, heading: string): string {
  const [, rest = ""] = read(path).split(`\n${heading}\n`);
  return rest.split(/\n#{1,6} /)[0] ?? "";
}

const parts: readonly (readonly [string, readonly string[]])[] = [
  ["### The request", Object.keys(acceptedRequest.shape)],
  ["### The dispatch", [...Object.keys(limits.shape), ...Object.keys(treePlan.shape)]],
  ["### Why it waits again", Object.keys(carriedWork.shape)],
  ["### The finish", [...Object.keys(finishPlan.shape), ...Object.keys(treeOutcome.shape)]],
  ["### Commands", Object.keys(commandRun.shape)],
];

test.each(parts)("docs/files.md names every field below %s", (heading, fields) => {
  const named = codeIn(below("docs/files.md", heading));
  expect(fields.filter((field) => !named.includes(field))).toEqual([]);
});

test("docs/files.md has a row for each cause of another workbench", () => {
  const rows = tableAfter("docs/files.md", "### Why it waits again");
  expect(rows.map(([cause = ""]) => codeIn(cause)[0] ?? "").toSorted()).toEqual(
    returnCause.options.toSorted(),
  );
});

test("docs/protocol.md has a row for each kind of what needs a person, most urgent first", () => {
  const rows = tableAfter("docs/protocol.md", "### What needs a person");
  expect(rows.map(([kind = ""]) => codeIn(kind)[0])).toEqual([...attentionKinds]);
});

test("docs/protocol.md names the statuses of errors as the table of codes has them", () => {
  const named = [...read("docs/protocol.md").matchAll(/\b([45]\d\d) `([a-z_]+)`/g)];
  const wrong = named.filter(
    ([, status, code = ""]) => doors[code as keyof typeof doors]?.http !== Number(status),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(wrong.map(([text]) => text)).toEqual([]);
});

test("docs/protocol.md names every field of a redispatch", () => {
  const row =
    read("docs/protocol.md")
      .split("\n")
      .find((line) => line.includes("/redispatch` | 201")) ?? "";
  expect(Object.keys(redispatchRequest.shape).filter((field) => !codeIn(row).includes(field))).toEqual([]);
});

test("docs/internals/proof.md has a row for each hunt, with its full size", () => {
  const sizes = new Map(
    [...new Glob("soak/*.hunt.ts").scanSync(".")].map((path) => [
      basename(path, ".hunt.ts"),
      Number(/^ {2}size: ([\d_]+),$/m.exec(read(path))?.[1]?.replaceAll("_", "") ?? 0),
    ]),
  );
  const rows = tableAfter("docs/internals/proof.md", "## The hunts");
  expect(rows.map(([hunt = ""]) => codeIn(hunt)[0] ?? "").toSorted()).toEqual([...sizes.keys()].toSorted());
  const wrong = rows.filter(([hunt = "", full = ""]) => {
    const size = sizes.get(codeIn(hunt)[0] ?? "") ?? 0;
    return size > 2 && !full.includes(size.toLocaleString("en"));
  });
  expect(wrong.map(([hunt]) => hunt)).toEqual([]);
});

test("docs/internals/benchmarks.md explains each benchmark", () => {
  const known = [...new Glob("bench/*.bench.ts").scanSync(".")].map((path) => basename(path, ".bench.ts"));
  const list = below("docs/internals/benchmarks.md", "## What is measured");
  const explained = [...list.matchAll(/^- \*\*`([\w-]+)`\*\*/gm)].map(([, name = ""]) => name);
  expect(explained.toSorted()).toEqual(known.toSorted());
});

test.each(documents)("a link of %s that names a file leads to that file", (path) => {
  expect(misnamed(read(path))).toEqual([]);
});

test("a link with another file's name is found", () => {
  expect(misnamed("[`desk.ts`](../src/model/gateway/model-access.ts)")).toEqual(["desk.ts"]);
  expect(misnamed("[`seal.ts`](../src/rules/show/seal.ts#top) and [the page](x.ts)")).toEqual([]);
});

function misnamed(text: string): string[] {
  const links = text.matchAll(/\[`([\w.-]+\.(?:ts|tsx|js|py))`\]\(([^)#\s]+)/g);
  return [...links].flatMap(([, name = "", target = ""]) => (basename(target) === name ? [] : [name]));
}
