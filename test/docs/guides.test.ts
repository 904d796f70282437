// The guides, followed word by word: every file is written, every command run, every shown line looked for, and
// the TypeScript compiled against the kit.
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commandTable } from "../../src/cli/table/command-table.ts";
import { parseCommandLine } from "../../src/cli/parse.ts";
import { runBriefly } from "../../src/host/processes/children.ts";
import { systemClock } from "../../src/host/clock.ts";
import { installed } from "../../src/host/program.ts";
import { tempDir } from "../harness/temp.ts";
import {
  fileOf,
  missingLines,
  openReader,
  type Reader,
  type Step,
  stepsOf,
  writeStep,
} from "./guide-steps.ts";
import { firstOf } from "../harness/long.ts";

/** Those for authors lead to packages. */
const guides = [
  ["write-a-toolbox", true],
  ["review-and-take-over", false],
  ["what-a-worker-is-told", false],
  ["projects", false],
  ["write-a-worker", true],
  ["rehearse-it", true],
  ["guild-members", false],
] as const;

test.each(firstOf(guides, 1))(
  "%s leads where it says",
  async (name, hasCode) => {
    const steps = stepsOf(readFileSync(installed(`docs/guide/${name}.md`), "utf8"));
    expect(steps.length).toBeGreaterThan(5);
    const reader = openReader(tempDir());
    try {
      for (let at = 0, said = ""; at < steps.length; at += 1) {
        const step = steps[at];
        if (step) said = await follow(reader, { step, said });
      }
      if (hasCode) await compile(reader.place);
    } finally {
      await reader.close();
    }
  },
  240_000,
);

/** What was printed last, for the step that shows it. */
async function follow(reader: Reader, { step, said }: { step: Step; said: string }): Promise<string> {
  const path = fileOf(step);
  if (path !== undefined) writeStep(reader.place, { path, text: step.text });
  else if (step.language === "text")
    expect({ missing: missingLines(step.text, said), said }).toMatchObject({ missing: [] });
  else if (step.note === "account") readable(step.text);
  else if (step.language === "sh") {
    const run = await reader.run(step.text);
    expect({ script: step.text, ...run }).toMatchObject({ code: 0 });
    return run.said;
  } else throw new Error(`nobody follows a block of ${step.language} ${step.note}`);
  return said;
}

/** What needs an account is not run here; it has to be a command line all the same. */
function readable(text: string): void {
  const lines = text.split("\n").filter((line) => line.startsWith("guild-hall "));
  for (const line of lines) {
    const found = [...line.replace(/ < .*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(
      (match) => match[1] ?? match[2] ?? "",
    );
    expect(parseCommandLine(commandTable, found.slice(1))).toMatchObject({ ask: "run" });
  }
}

/** With the settings that the scaffold came with, as an editor would. */
async function compile(place: string): Promise<void> {
  const projects = readdirSync(place).filter((name) => existsSync(join(place, name, "tsconfig.json")));
  expect(projects).not.toEqual([]);
  for (const name of projects) {
    const args = [installed("node_modules/typescript/bin/tsc"), "-p", join(place, name)];
    const env = { PATH: process.env["PATH"] ?? "" };
    const { code, stdout } = await runBriefly(
      { file: "/usr/bin/env", args: ["node", ...args], cwd: place, env },
      { clock: systemClock, limitMs: 60_000 },
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  }
}

test("a line that is not printed, or not in that order, is missed", () => {
  expect(missingLines("one\ntwo\n", "one more\ntwo\n")).toEqual([]);
  expect(missingLines("two\none\n", "one\ntwo\n")).toEqual(["one"]);
});
