// guild-hall members validate: every mistake with its file and field, and nothing is started.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { hasAll } from "../../../src/guild/install/modules.ts";
import { type Files, layFiles } from "../packages/support.ts";
import { ground } from "./ground.ts";
import { memberFiles } from "./some-members.ts";

test("a sound member is said to be so, and exits 0", async () => {
  const { place, home, ask } = ground();
  layFiles(`${place}/from`, memberFiles("mine"));
  const run = await ask("validate", "from");
  expect(run).toMatchObject({ code: 0, err: "" });
  expect(run.out).toEndWith("\nThe guild member is sound.\n");
  expect(existsSync(home)).toBe(false);
});

const command = (words: string, ...args: string[]) => ({
  mcp: { command: words, args: [...args, "${PORT}"] },
});
const mistakes: readonly [what: string, files: Files, says: string][] = [
  [
    "fields",
    { "guild-member.json": '{"name":"Mine","transport":"http"}' },
    'problem: guild-member.json: name: expected a lower-case name of at most 32 letters, digits and dashes; found "Mine"',
  ],
  [
    "no JSON",
    { "guild-member.json": '{\n  "name": "mine"\n  "transport": "http"\n}' },
    "problem: guild-member.json: it is not JSON at line 3, column 3: Expected '}'",
  ],
  [
    "a program that is nowhere",
    memberFiles("mine", command("no-such-program-here")),
    "problem: guild-member.json: mcp.command: no-such-program-here: it is not on the PATH; expected one that can be run",
  ],
  [
    "a program of its own that is not there",
    memberFiles("mine", command("./serve")),
    "problem: guild-member.json: mcp.command: ./serve: there is no such program; expected one that can be run",
  ],
  [
    "a script that is not there",
    memberFiles("mine", command("bun", "run", "serve.ts")),
    "problem: guild-member.json: mcp.args: serve.ts: there is no such file",
  ],
  [
    "a package.json that is none",
    { ...memberFiles("mine"), "package.json": "{" },
    "package.json cannot be read as JSON: ",
  ],
  [
    "the hall as a dependency",
    {
      ...memberFiles("mine"),
      "package.json": JSON.stringify({ dependencies: { "guild-hall": "1.0.0" } }),
    },
    "problem: package.json: guild-hall comes from the hall",
  ],
];
test.each(mistakes)("%s: named, with exit 1", async (_what, files, says) => {
  const { place, ask } = ground();
  layFiles(`${place}/from`, files);
  const run = await ask("validate", "from");
  expect(run.code).toBe(1);
  expect(run.out).toContain(says);
  expect(run.out).not.toContain("is sound");
});

test("a place that is no directory is named, instead of a manifest that nobody looked for", async () => {
  const { place, ask } = ground();
  layFiles(place, { file: "" });
  const says = "expected a directory with a guild-member.json\n";
  expect((await ask("validate", "nowhere")).out).toBe(
    `problem: ${place}/nowhere: the directory is not there; ${says}`,
  );
  expect((await ask("validate", "file")).out).toBe(`problem: ${place}/file: it is not a directory; ${says}`);
});

test("a package.json that would be read for ever, or without end, is not read", async () => {
  const { place, ask } = ground();
  for (const name of ["pipe", "long"]) layFiles(`${place}/${name}`, memberFiles(name));
  expect(spawnSync("mkfifo", [`${place}/pipe/package.json`]).status).toBe(0);
  writeFileSync(`${place}/long/package.json`, "");
  truncateSync(`${place}/long/package.json`, 8_000_000_000);
  const says = "package.json cannot be read as JSON: ";
  expect((await ask("validate", "pipe")).out).toContain(`${says}it is not a regular file.`);
  expect((await ask("validate", "long")).out).toContain(`${says}it has 8000000000 bytes`);
  const module = `${place}/modules/some`;
  mkdirSync(module, { recursive: true });
  expect(spawnSync("mkfifo", [`${module}/package.json`]).status).toBe(0);
  expect(await hasAll(`${place}/modules`, { some: "1.0.0" })).toBe(false);
});

test("what need not be a mistake is a note: a slip in a key, a name that comes with the hall", async () => {
  const { place, ask } = ground();
  layFiles(`${place}/from`, memberFiles("researcher", { capabilites: ["worker"] }));
  const run = await ask("validate", "from");
  expect(run.code).toBe(0);
  expect(run.out).toContain(
    'note: guild-member.json: capabilites: the hall knows no such key. Did you mean "capabilities"?',
  );
  expect(run.out).toContain('note: guild-member.json: name: "researcher" comes with the hall');
});

test("in the home, a name that is not its directory's is a mistake", async () => {
  const { members, ask } = ground();
  layFiles(`${members}/one`, memberFiles("other"));
  const run = await ask("validate", `${members}/one`, "--json");
  expect(run.code).toBe(1);
  expect(JSON.parse(run.out)).toMatchObject({
    ok: false,
    problems: ['guild-member.json: name: found "other"; expected "one", the name of its directory'],
  });
});

test("a capability that is nearly one, and a dependency without one version, are worth a note", async () => {
  const { place, ask } = ground();
  const dependencies = { some: "^1.0.0", other: "2.0.0", own: "file:./own" };
  layFiles(`${place}/from`, {
    ...memberFiles("mine", { capabilities: ["workr", "x-song"] }),
    "package.json": JSON.stringify({ dependencies }),
    "own/package.json": "{}",
  });
  const run = await ask("validate", "from");
  expect(run.code).toBe(0);
  expect(run.out.split("\n").filter((line) => line.startsWith("note:"))).toEqual([
    'note: guild-member.json: capabilities: "workr" means nothing to the hall, and it takes no work. Did you mean "worker"?',
    'note: package.json: dependencies.some: "^1.0.0" is not one version. Name an exact one.',
  ]);
});
