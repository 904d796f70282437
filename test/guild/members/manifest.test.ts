// guild-member.json: what is wrong with it is said with the file, the field and what was expected there.
import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import {
  manifestFaultText,
  maxManifestBytes,
  readManifest,
} from "../../../src/guild/members/code/read-manifest.ts";
import { tempDir } from "../../harness/temp.ts";
import { layFiles } from "../packages/support.ts";
import { manifestOf } from "./some-members.ts";

async function saysOf(directory: string): Promise<string[]> {
  const read = await readManifest(directory);
  return read.ok ? [] : read.faults.map(manifestFaultText);
}

const mcp = (more: object) => ({ mcp: { command: "bun", args: ["${PORT}"], ...more } });

const wrongFields: readonly [what: string, more: object, says: string][] = [
  [
    "no name",
    { name: undefined },
    "name: expected a lower-case name of at most 32 letters, digits and dashes; it is missing",
  ],
  [
    "a name that goes up",
    { name: "../up" },
    'name: expected a lower-case name of at most 32 letters, digits and dashes; found "../up"',
  ],
  [
    "a name of capitals",
    { name: "Mine" },
    'name: expected a lower-case name of at most 32 letters, digits and dashes; found "Mine"',
  ],
  [
    "a name that is a number",
    { name: 7 },
    "name: expected a lower-case name of at most 32 letters, digits and dashes; found 7",
  ],
  [
    "no display name",
    { displayName: undefined },
    "displayName: expected a text of 1 to 80 characters; it is missing",
  ],
  ["a blank display name", { displayName: "  " }, "displayName: expected a text of 1 to 80 characters"],
  [
    "no description",
    { description: undefined },
    "description: expected a text of 1 to 500 characters; it is missing",
  ],
  [
    "a long description",
    { description: "x".repeat(501) },
    "description: expected a text of 1 to 500 characters; found",
  ],
  ["a version that is a number", { version: 1 }, "version: expected a text of 1 to 64 characters; found 1"],
  [
    "limits that are no numbers",
    { limits: { maxTurns: "many" } },
    'limits.maxTurns: expected a whole number from 1 to 10000; found "many"',
  ],
  ["limits that are a list", { limits: [3] }, "limits: expected maxTurns, maxBudgetUsd and maxSeconds"],
  [
    "a budget of nothing",
    { limits: { maxBudgetUsd: 0 } },
    "limits.maxBudgetUsd: expected a number above 0, at most 10000; found 0",
  ],
  [
    "half a token of memory",
    { memoryTokens: 0.5 },
    "memoryTokens: expected a whole number of tokens from 0 to 1000000; found 0.5",
  ],
  ["no transport", { transport: undefined }, 'transport: expected "http"; it is missing'],
  ["another transport", { transport: "stdio" }, 'transport: expected "http"; found "stdio"'],
  ["no mcp", { mcp: undefined }, "mcp: expected command and args; it is missing"],
  ["an mcp that is a text", { mcp: "bun" }, 'mcp: expected command and args; found "bun"'],
  [
    "no command",
    mcp({ command: undefined }),
    "mcp.command: expected a text of 1 to 1024 characters; it is missing",
  ],
  ["an empty command", mcp({ command: "" }), "mcp.command: expected a text of 1 to 1024 characters"],
  ["no arguments", mcp({ args: undefined }), "mcp.args: expected a list of texts; it is missing"],
  [
    "arguments that are a text",
    mcp({ args: "${PORT}" }),
    'mcp.args: expected a list of texts; found "${PORT}"',
  ],
  ["an argument that is none", mcp({ args: ["${PORT}", 7] }), "mcp.args[2]: expected a text; found 7"],
  [
    "no place for the port",
    mcp({ args: ["run"] }),
    "mcp.args: expected ${PORT} in one of the arguments: it stands for the port to listen on",
  ],
  [
    "capabilities that are a text",
    { capabilities: "worker" },
    'capabilities: expected a list of texts; found "worker"',
  ],
  [
    "an empty capability",
    { capabilities: ["worker", ""] },
    "capabilities[2]: expected a text of 1 to 64 characters",
  ],
  [
    "capabilities that are nothing",
    { capabilities: null },
    "capabilities: expected a list of texts; found nothing",
  ],
];

test.each(wrongFields)("%s is named with its field", async (_what, more, says) => {
  const directory = layFiles(tempDir(), {
    "guild-member.json": JSON.stringify({ ...manifestOf("mine"), ...more }),
  });
  const [first = "", ...rest] = await saysOf(directory);
  expect(first).toStartWith(`guild-member.json: ${says}`);
  expect(rest).toEqual([]);
});

test("every mistake is named, not the first alone", async () => {
  const directory = layFiles(tempDir(), {
    "guild-member.json": JSON.stringify({ name: "mine", transport: "stdio" }),
  });
  expect((await saysOf(directory)).map((text) => text.split(":")[1]?.trim())).toEqual([
    "displayName",
    "description",
    "version",
    "transport",
    "mcp",
  ]);
});

const wrongFiles: readonly [what: string, lay: (directory: string) => void, says: RegExp][] = [
  ["none", () => undefined, /there is no such file; expected a manifest/],
  [
    "no JSON",
    (at) => writeFileSync(`${at}/guild-member.json`, "{ name: x"),
    /it is not JSON at line 1, column /,
  ],
  [
    "nothing at all",
    (at) => writeFileSync(`${at}/guild-member.json`, ""),
    /it is not JSON at line 1, column /,
  ],
  ["a list", (at) => writeFileSync(`${at}/guild-member.json`, "[]"), /expected a JSON object/],
  ["a word", (at) => writeFileSync(`${at}/guild-member.json`, "null"), /expected a JSON object/],
  ["a directory", (at) => mkdirSync(`${at}/guild-member.json`), /it is not a regular file/],
  ["a pipe", (at) => void execFileSync("mkfifo", [`${at}/guild-member.json`]), /it is not a regular file/],
  ["a link", (at) => symlinkSync("/etc/hostname", `${at}/guild-member.json`), /it is a link/],
  [
    "too long",
    (at) => {
      writeFileSync(`${at}/guild-member.json`, "{}");
      truncateSync(`${at}/guild-member.json`, maxManifestBytes + 1);
    },
    /it has 262145 bytes, and 262144 are allowed/,
  ],
];

test.each(wrongFiles)(
  "a manifest that is %s is one sentence, and nobody waits for it",
  async (_what, lay, says) => {
    const directory = tempDir();
    lay(directory);
    const said = await saysOf(directory);
    expect(said).toHaveLength(1);
    expect(said[0]).toStartWith("guild-member.json: ");
    expect(said[0]).toMatch(says);
  },
);

test("a directory that is not there is said to be so", async () => {
  expect(await saysOf(`${tempDir()}/nowhere`)).toEqual([
    "guild-member.json: the directory is not there; expected a manifest that says what the member is",
  ]);
});

test("capabilities that nobody knows are kept, none means an empty list, and other keys are left alone", async () => {
  const read = async (more: object) => {
    const manifest = JSON.stringify(manifestOf("mine", more));
    return readManifest(layFiles(tempDir(), { "guild-member.json": manifest }));
  };
  expect(await read({ capabilities: ["worker", "x-song"] })).toMatchObject({
    ok: true,
    manifest: { capabilities: ["worker", "x-song"] },
  });
  expect(await read({})).toMatchObject({ ok: true, manifest: { capabilities: [] }, otherKeys: [] });
  const own = await read({ homepage: "somewhere" });
  expect(own).toMatchObject({ ok: true, otherKeys: ["homepage"] });
  expect(own.ok && "homepage" in own.manifest).toBe(false);
});
