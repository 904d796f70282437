// guild-hall package new and validate: a new package is sound, and whatever is wrong with one is named.
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { installed } from "../../../src/host/program.ts";
import { ground, layFiles, workerFiles, type Files } from "./support.ts";

test.each(["worker", "toolbox"])("a new %s is sound at once, and is never written over", async (kind) => {
  const { place, ask } = ground();
  const made = await ask("new", kind, "release-notes", "--in", "somewhere/new");
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(made.out).toStartWith(`The ${kind} "release-notes" is in somewhere/new/release-notes:\n`);
  const directory = `${place}/somewhere/new/release-notes`;
  for (const path of made.out.match(/^ {2}\S+$/gm) ?? [])
    expect(existsSync(`${directory}/${path.trim()}`)).toBe(true);
  expect(readFileSync(`${directory}/tsconfig.json`, "utf8")).toContain(
    installed("src/contract/kit/index.ts"),
  );
  expect(readFileSync(`${directory}/.npmignore`, "utf8")).toBe("tsconfig.json\n"); // for what it names
  const checked = await ask("validate", directory);
  expect(checked).toMatchObject({ code: 0, err: "" });
  expect(checked.out).toEndWith("\nThe package is sound.\n");
  writeFileSync(`${directory}/README.md`, "mine");
  const again = await ask("new", kind, "release-notes", "--in", "somewhere/new");
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining("nothing is overwritten") });
  expect(readFileSync(`${directory}/README.md`, "utf8")).toBe("mine");
});

test.each([
  ["worker", "Scribe", "expected a lower-case name"],
  ["worker", "../up", "expected a lower-case name"],
  ["worker", "base", "a name of the hall's own"],
  ["worker", "researcher", "a name of the hall's own"],
  ["worker", "verify", "a name of the hall's own"],
  ["toolbox", "ide", "a name that claude keeps for itself"],
])("a new %s cannot have the name %s", async (kind, name, message) => {
  const { place, ask } = ground();
  const run = await ask("new", kind, name);
  expect(run.code).toBeGreaterThan(0);
  expect(run.err).toContain(message);
  expect(readdirSync(place)).toEqual([]);
});

const toolbox = (code: string, guildHall: object = {}): Files => ({
  "package.json": JSON.stringify({
    main: "./index.ts",
    guildHall: {
      type: "toolbox",
      identity: { name: "desk", title: "Desk", description: "Counts." },
      ...guildHall,
    },
  }),
  "index.ts": code,
});
const tool = (more = "") =>
  `export const tools = ({ z, tool }) => [tool({ name: "count", description: "Counts.", input: { text: z.string() }, handle: async () => ({ text: "1" }), ${more} })];`;
const worker = (code: string): Files => ({ ...workerFiles(), "index.ts": code });

const broken: readonly [what: string, files: Files, problem: string][] = [
  [
    "an activation that fails in a kind of work",
    worker("export const activate = ({ context }) => { throw new Error(`not made for a ${context}`); };"),
    "not made for a commission",
  ],
  ["nothing", {}, "package.json"],
  ["no JSON", { "package.json": "{" }, "package.json is not JSON"],
  ["no metadata", { "package.json": "{}" }, '"guildHall"'],
  [
    "a wrong limit",
    workerFiles("scribe", { guildHall: { limits: { maxTurns: -1 } } }),
    "guildHall.limits.maxTurns: expected a whole number",
  ],
  [
    "an unknown built-in tool",
    workerFiles("scribe", { guildHall: { builtInTools: ["Launch"] } }),
    "guildHall.builtInTools",
  ],
  ["a slip in a key", workerFiles("scribe", { guildHall: { toolboxs: [] } }), 'Did you mean "toolboxes"?'],
  ["no entry", workerFiles("scribe", { file: { main: "./nowhere.ts" } }), "main: ./nowhere.ts"],
  ["code that does not parse", worker("let a;\nexport const ="), "(index.ts:2:"],
  ["code that throws", worker('throw new Error("no luck")'), "no luck"],
  ["no activate", worker("export const x = 1;"), 'it does not export a function "activate"'],
  [
    "an activate that throws",
    worker('export const activate = () => { throw new Error("bad day"); };'),
    "bad day",
  ],
  [
    "an activate that leaves out the posture",
    worker("export const activate = ({ guidance }) => ({ systemPrompt: guidance });"),
    "lacks its posture (./posture.md)",
  ],
  [
    "an activate that leaves out the guidance",
    worker("export const activate = ({ posture }) => ({ systemPrompt: posture });"),
    "lacks the hall's guidance",
  ],
  ["an activate that gives no prompt", worker("export const activate = () => ({});"), "systemPrompt"],
  [
    "an activate that wants more",
    worker('export const activate = () => ({ systemPrompt: "x", tools: ["Bash"] });'),
    "Bash",
  ],
  ["code that ends the process", worker("process.exit(3);"), "did not end in order: it ended with code 3"],
  ["no tools", toolbox("export const x = 1;"), 'it does not export a function "tools"'],
  ["tools that are no list", toolbox("export const tools = () => 1;"), "did not return a list"],
  ["a tool with no zod in it", toolbox(tool().replace("z.string()", "String")), "zod"],
  ["a tool twice", toolbox(tool().replace(/\[(.*)\]/, "[$1, $1]")), 'two of its tools are named "count"'],
  [
    "other tools than it names",
    toolbox(tool(), { tools: ["sum"] }),
    'guildHall.tools of its package.json differs: "sum"',
  ],
  ["a dependency that is not there", worker('import "nowhere-to-be-found";'), "nowhere-to-be-found"],
];

test.each(broken)("%s is named", async (_what, files, problem) => {
  const { place, ask } = ground();
  const run = await ask("validate", layFiles(`${place}/scribe`, { ...files, ".keep": "" }));
  expect(run.code).toBe(1);
  expect(run.out).toContain("problem: ");
  expect(run.out).toContain(problem);
  expect(run.out).not.toContain("is sound");
});

test.each(["validate", "rehearse", "link"])("%s says that a directory is not there", async (command) => {
  const { place, ask } = ground();
  const run = await ask(command, `${place}/scrbe`);
  expect(run.code).toBe(1);
  expect(run.out + run.err).toContain("the directory is not there; expected one with a package.json");
});

test("the line of a linked package's code that failed is named", async () => {
  const { place, ask } = ground();
  layFiles(`${place}/scribe`, worker('export const activate = () => {\n  throw new Error("bad day");\n};'));
  symlinkSync(`${place}/scribe`, `${place}/link`);
  expect((await ask("validate", `${place}/link`)).out).toContain("its code failed: bad day (index.ts:2:");
});

test.each([
  [
    "an empty posture",
    { ...workerFiles(), "posture.md": " \n" },
    "guildHall.posture: ./posture.md is empty.",
  ],
  ["the name of one that came with the hall", workerFiles("writer"), '"writer" comes with the hall'],
])("%s is a note, not a mistake", async (_what, files, note) => {
  const { place, ask } = ground();
  const run = await ask("validate", layFiles(`${place}/scribe`, files));
  expect(run.code).toBe(0);
  expect(run.out).toMatch(/^note: /m);
  expect(run.out).toContain(note);
});

test("every mistake in the metadata is named, not the first alone", async () => {
  const { place, ask } = ground();
  const guildHall = { files: "all", limits: { maxBudgetUsd: 0 }, model: "" };
  const directory = layFiles(`${place}/scribe`, workerFiles("scribe", { guildHall }));
  const { ok, problems } = JSON.parse((await ask("validate", directory, "--json")).out) as {
    ok: boolean;
    problems: string[];
  };
  expect(ok).toBe(false);
  for (const field of ["files", "limits.maxBudgetUsd", "model"])
    expect(problems.filter((text) => text.startsWith(`guildHall.${field}: expected`))).toHaveLength(1);
});

test("with --metadata-only none of the code runs; else it does, and may print what it likes", async () => {
  const { place, ask } = ground();
  const mark = `${place}/ran`;
  const code = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(mark)}, "");\nconsole.log('["no problem of ours"]');\nexport const activate = ({ posture, guidance }) => ({ systemPrompt: posture + guidance });\n`;
  const directory = layFiles(`${place}/scribe`, worker(code));
  expect(await ask("validate", directory, "--metadata-only")).toMatchObject({ code: 0 });
  expect(existsSync(mark)).toBe(false);
  expect(await ask("validate", directory)).toMatchObject({ code: 0, err: "" });
  expect(existsSync(mark)).toBe(true);
});

test("code that never comes to an end is ended and named", async () => {
  const { place } = ground();
  const directory = layFiles(`${place}/scribe`, worker("for (;;);"));
  // The limit is a real one, shortened: the process is real, and is really ended.
  const { systemClock } = await import("../../../src/host/clock.ts");
  const clock = { ...systemClock, after: (ms: number, run: () => void) => systemClock.after(ms / 20, run) };
  const run = await ground({ machine: { clock } }).ask("validate", directory);
  expect(run.code).toBe(1);
  expect(run.out).toContain("did not end in order: it took longer than 15 s");
});

test("a toolbox that is not installed here is a note, and no mistake of the package", async () => {
  const { place, ask } = ground();
  const directory = layFiles(
    `${place}/scribe`,
    workerFiles("scribe", { guildHall: { toolboxes: ["desk"] } }),
  );
  const run = await ask("validate", directory);
  expect(run.code).toBe(0);
  expect(run.out).toContain('note: guildHall.toolboxes: "desk" is not installed here.');
  const desk = layFiles(`${place}/desk`, toolbox(tool(), { tools: ["count"] }));
  await ask("link", desk);
  expect((await ask("validate", directory)).out).not.toContain("note:");
});
