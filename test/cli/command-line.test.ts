// The command table: parsing, help and what a slip of the finger is answered with.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { cliReference } from "../../scripts/cli-reference.ts";
import { chapters, commandTable } from "../../src/cli/table/command-table.ts";
import { parseCommandLine } from "../../src/cli/parse.ts";
import { installed } from "../../src/host/program.ts";
import { runHere } from "./support.ts";

const names = Object.keys(commandTable);

const slips: readonly [args: string[], message: string][] = [
  [["lst"], 'no command "lst". Did you mean "list"?'],
  [["comission"], 'Did you mean "commission"?'],
  [["xyzzy"], 'There is no command "xyzzy".\n'],
  [["--jsno"], 'no option "--jsno" before a command'],
  [["list", "--stauts", "failed"], '"list" has no option --stauts. Did you mean --status?'],
  [["list", "--status", "complete"], '--status cannot be "complete". Did you mean "completed"?'],
  [["list", "--status"], "--status needs a value."],
  [["list", "--status", "--json"], "--status needs a value. If it begins with a dash, write --status=--json"],
  [["list", "--json=yes"], "--json takes no value."],
  [["list", "extra"], '"extra" is one word too many.'],
  [["list", "--since", "yesterday"], '--since is "yesterday"; give a duration'],
  [["show"], "<id> is missing."],
  [["commission", "researcher"], "<task> is missing."],
  [["commission", "researcher", "do", "this"], '"this" is one word too many. Put quotes'],
  [["commission", "researcher", "x", "--max-turns", "0"], '--max-turns is "0"'],
  [["commission", "researcher", "x", "--max-turns", "3.5"], '--max-turns is "3.5"'],
  [["commission", "researcher", "x", "--max-usd", "free"], '--max-usd is "free"'],
  [["commission", "researcher", "x", "--max-minutes", "0.001"], '--max-minutes is "0.001"'],
  [["commission", "researcher", "x", "--max-minutes", "525601"], '--max-minutes is "525601"'],
  [["commission", "researcher", "x", "--check", "true", "--check-minutes", "0"], '--check-minutes is "0"'],
  [["commission", "researcher", "x", "--check-minutes", "5"], "there is no --check."],
  [["commission", "researcher", "x", "--model", "two words"], "--model: expected a model name."],
  [["commission", "researcher", "x", "--tool", "x".repeat(129)], "--tool: "],
  [["commission", "researcher", "x", "--tools", "Read"], "Did you mean --tool?"],
  [["commission", "researcher", "x", "--max-turns", "99999"], "must be a whole number from 1 to 10000."],
  [["commission", "researcher", "  "], "<task>: the task is empty."],
  [["commission", "researcher", "-"], "<task>: the task is empty."],
  [["commission", "The Researcher", "x"], "<worker>: expected a lower-case name"],
  [["commission", "researcher", "x", "--label", "ok", "--label", "!"], "--label: expected a label"],
  [["commission", "researcher", "x", "--rehearsal", "/nonexistent.yaml"], "The rehearsal cannot be read"],
  [["commission", "researcher", "x", "--model", "not a model"], "--model: expected a model name"],
  [["cancel", "0197f3a2", "--reason", " "], "--reason: "],
  [["rehearse", "researcher", "/nonexistent.yaml"], "cannot be read"],
  [["completion", "csh"], '<shell> cannot be "csh". Did you mean "zsh"? It is one of: bash, zsh, fish.'],
  [["config", "set", "slot", "3"], '<key> cannot be "slot". Did you mean "slots"?\n'],
  [["commission", "researcher", "x", "--max-seconds", "5"], "Did you mean --max-minutes?"],
  [["config"], '"config" needs one word more. It is one of: show, set, unset, validate, path.'],
  [["config", "sett", "slots", "3"], 'no command "config sett". Did you mean "config set"?'],
  [["config", "set", "slot", "3"], '<key> cannot be "slot". Did you mean "slots"?'],
  [["config", "set", "slots"], "<value> is missing."],
  [["config", "validate", "/nonexistent.yaml"], "There is no file /nonexistent.yaml."],
  [["help", "config", "sho"], 'Did you mean "config show"?'],
  [["help", "lst"], 'Did you mean "list"?'],
  [["constructor"], 'no command "constructor"'],
];

test.each(slips)("%j is refused with exit 2 and says why", async (args, message) => {
  const run = await runHere(args);
  expect({ code: run.code, out: run.out }).toEqual({ code: 2, out: "" });
  expect(run.err).toContain(message);
});

test("without a hall, commands that need one exit with 3", async () => {
  for (const args of [["status"], ["list"], ["show", "0197"], ["commission", "researcher", "task"]]) {
    const run = await runHere(args);
    expect(run.code).toBe(3);
    expect(run.err).toContain('Start it with "guild-hall up"');
  }
});

test("who is asked to type the task is told how to end it, on standard error", async () => {
  const args = ["commission", "researcher", "-"];
  const asked = await runHere(args, { stdin: "Do it", stdinIsTty: true });
  expect(asked.err).toStartWith("Type the task; Ctrl-D on a line of its own ends it.\n");
  expect((await runHere(args, { stdin: "Do it" })).err).not.toContain("Ctrl-D");
});

test("completion prints a script for the shell that is named", async () => {
  for (const shell of ["bash", "zsh", "fish"])
    expect(await runHere(["completion", shell])).toMatchObject({
      code: 0,
      out: expect.stringContaining("guild-hall"),
      err: "",
    });
});

test("with --json a refusal is one JSON line on standard error", async () => {
  const run = await runHere(["list", "--json"]);
  expect(run.code).toBe(3);
  expect(run.out).toBe("");
  expect(JSON.parse(run.err)).toMatchObject({ error: { code: "unreachable" } });
});

test.each([
  [["memory", "show", "globl", "notes"], '<scope> is "globl": expected "global"', "memory show"],
  [["memory", "show", "global", "No Key"], '<key> is "No Key": expected a key', "memory show"],
  [["package", "new", "worker", "Big_One"], '<name> is "Big_One": expected a lower-case name', "package new"],
  [["commission", "x", "y", "--max-turns", "0"], '--max-turns is "0"', "commission"],
])("what a command itself finds wrong in %p names what was typed and that command's help", async (...row) => {
  const [args, message, name] = row;
  const run = await runHere(args);
  expect(run.code).toBe(2);
  expect(run.err).toContain(message);
  expect(run.err).toEndWith(`\nguild-hall ${name} --help shows how it is used.\n`);
});

test("no command at all is wrong usage, and shows all commands", async () => {
  const run = await runHere([]);
  expect(run.code).toBe(2);
  for (const name of names) expect(run.err).toContain(`  ${name} `);
});

test.each(names)("%s has help with its options and an example", async (name) => {
  const run = await runHere([...name.split(" "), "--help"]);
  expect(run.code).toBe(0);
  for (const option of Object.keys(commandTable[name]?.options ?? {}))
    expect(run.out).toContain(`--${option}`);
  expect(run.out).toContain(`guild-hall ${name}`);
  expect((await runHere(["help", ...name.split(" ")])).out).toBe(run.out);
});

test("the help of a rehearsal names the default task: the script's own, then a fixed one", async () => {
  const { out } = await runHere(["rehearse", "--help"]);
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    '(default: the script\'s own, or "Rehearse: carry out the script.")',
  );
});

test("every example in the help is a command line that parses", () => {
  for (const command of Object.values(commandTable))
    for (const { line } of command.examples)
      expect({ line, parsed: parseCommandLine(commandTable, words(line)) }).toMatchObject({
        parsed: { ask: "run" },
      });
});

test("every command can be loaded", async () => {
  for (const command of Object.values(commandTable)) expect(await command.load()).toBeFunction();
});

test("the reference shows every command with its summary, its options and its examples", () => {
  const reference = readFileSync(installed("docs/guide/cli.md"), "utf8");
  for (const [name, { summary, options, examples }] of Object.entries(commandTable)) {
    const [, section = ""] = reference.split(`\n### guild-hall ${name}\n`);
    const shown = `${name}: ${section.split(/\n##/)[0]}`;
    for (const text of [summary, `\nguild-hall ${name}`, ...examples.map(({ line }) => line)])
      expect(shown).toContain(text);
    for (const option of Object.keys(options)) expect(shown).toContain(`--${option}`);
  }
});

test("the reference is what npm run docs:cli writes", () => {
  expect(readFileSync(installed("docs/guide/cli.md"), "utf8")).toBe(cliReference());
});

test("every guide that the command table names is there, under its title", () => {
  for (const [file, title] of chapters.flatMap(({ guides }) => Object.entries(guides)))
    expect(readFileSync(installed(`docs/guide/${file}`), "utf8")).toStartWith(`# ${title}\n`);
});

test("a task that begins with a dash can be given after --, and a dash alone stands for standard input", () => {
  const parsed = parseCommandLine(commandTable, ["commission", "researcher", "--json", "--", "--help me"]);
  expect(parsed).toMatchObject({ ask: "run", input: { parameters: ["researcher", "--help me"] } });
  expect(parseCommandLine(commandTable, ["commission", "researcher", "-"])).toMatchObject({ ask: "run" });
});

test("--version names the release", async () => {
  const { version } = JSON.parse(readFileSync(installed("package.json"), "utf8")) as { version: string };
  expect(await runHere(["--version"])).toEqual({ code: 0, out: `guild-hall ${version}\n`, err: "" });
});

/** The words of an example as a shell would pass them: quotes taken off, assignments, redirections and the program left out. */
function words(line: string): string[] {
  const command = line.replace(/^source <\((.*)\)$/, "$1").replace(/ [<>] .*$/, "");
  const found = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
  return found.slice(found.indexOf("guild-hall") + 1);
}
