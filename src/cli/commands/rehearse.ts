// guild-hall rehearse <worker> <script>: plays a script in a throwaway home and says whether it went as expected.
import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { refuse } from "../../contract/api/problem.ts";
import { parseRehearsal } from "../../rules/rehearsal/rehearsal-parse.ts";
import type { Cli } from "../cli.ts";
import { parameter, text, type CommandInput, type Done } from "../table/command.ts";
import { withThrowawayHall } from "../hall/throwaway-hall.ts";
import { bringWorkers } from "../offline/rehearsals.ts";
import { rehearsalTask } from "../../rules/rehearsal/rehearsal-task.ts";
import { showPlay } from "../rehearsing.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const file = resolve(cli.console.directory, parameter(input, 1));
  const script = await readFile(file, "utf8").catch(() => undefined);
  if (script === undefined) return refuse("usage", `The script ${file} cannot be read.`);
  const worker = parameter(input, 0);
  const project = join(dirname(file), "project");
  const task = text(input, "task") ?? taskOf(script) ?? rehearsalTask;
  return withThrowawayHall(cli, {
    name: "rehearsal",
    prepare: (throwaway) => bringWorkers(cli, { throwaway, worker }),
    use: (hall) => showPlay(cli, { hall, worker, task, script }),
    ...((await isDirectory(project)) ? { sampleProject: project } : {}),
  });
}

/** What is wrong with a script is the hall's to say. */
function taskOf(script: string): string | undefined {
  const parsed = parseRehearsal(script);
  return parsed.ok ? parsed.script.task : undefined;
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
