// Completion scripts are tried in the shells that are there.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { commandTable } from "../../src/cli/table/command-table.ts";
import { completionScript } from "../../src/cli/completion.ts";
import { tempDir } from "../harness/temp.ts";

const asked: readonly [typed: string[], expected: string[]][] = [
  [["guild-hall", "comm"], ["commission"]],
  [
    ["guild-hall", "completion", ""],
    ["bash", "zsh", "fish", "--help"],
  ],
  [["guild-hall", "list", "--st"], ["--status"]],
  [
    ["guild-hall", "list", "--status", "c"],
    ["completed", "cancelled"],
  ],
  [["guild-hall", "list", "--worker", ""], [""]],
  [["guild-hall", "commission", "researcher", "Ask", "--rehearsal", ""], [""]],
  [["guild-hall", "up", "--f"], ["--foreground"]],
  [
    ["guild-hall", "help", "reh"],
    ["rehearsals", "rehearse"],
  ],
  [["guild-hall", "conf"], ["config"]],
  [
    ["guild-hall", "config", ""],
    ["show", "set", "unset", "validate", "path", "--help"],
  ],
  [["guild-hall", "config", "set", "limits.maxT"], ["limits.maxTurns"]],
  [["guild-hall", "config", "show", "--j"], ["--json"]],
];

test.each(asked)("bash completes %j", (typed, expected) => {
  const file = `${tempDir()}/completion.bash`;
  writeFileSync(file, completionScript(commandTable, "bash"));
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _guild_hall; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const run = spawnSync("bash", ["-c", script, "bash", file, ...typed], { encoding: "utf8" });
  expect(run.stderr).toBe("");
  expect(run.stdout.trim().split("\n")).toEqual(expected);
});

test("bash offers no files either where a value is the person's own, and does where it is a file", () => {
  const script = completionScript(commandTable, "bash");
  expect(script).toContain('--worker) words=""; compopt +o default 2>/dev/null ;;');
  expect(script).toContain('--rehearsal) words="" ;;');
});

test.each(["zsh", "fish"] as const)(
  "the script for %s is accepted by it where it is installed, and names all",
  (shell) => {
    const script = completionScript(commandTable, shell);
    for (const [name, command] of Object.entries(commandTable)) {
      for (const word of name.split(" ")) expect(script).toContain(word);
      for (const option of Object.keys(command.options))
        expect(script).toContain(shell === "fish" ? `-l ${option}` : `--${option}[`);
    }
    const check = spawnSync(shell, ["-n", "/dev/stdin"], { input: script, encoding: "utf8" });
    if (check.error === undefined)
      expect({ status: check.status, said: check.stderr }).toEqual({ status: 0, said: "" });
  },
);
