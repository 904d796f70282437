// guild-hall rehearse <worker> <script>: plays a script in a throwaway home and says whether it went as expected.
import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { CommissionDetail } from "../../contract/api.ts";
import { refuse } from "../../contract/problem.ts";
import { printable } from "../../host/terminal.ts";
import type { Cli } from "../cli.ts";
import { parameter, text, type CommandInput, type Done } from "../command.ts";
import type { Hall } from "../hall/find-hall.ts";
import { withThrowawayHall } from "../hall/throwaway-hall.ts";
import { followToEnd } from "../live/follow.ts";
import { createView } from "../live/view.ts";
import { interruptedExit, pageStyle, printLines } from "../print.ts";
import { rehearsalTask } from "../rehearsal-task.ts";
import { endingLines } from "../render/ending.ts";
import { reasonText } from "../render/measures.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const file = resolve(cli.console.directory, parameter(input, 1));
  const script = await readFile(file, "utf8").catch(() => undefined);
  if (script === undefined) return refuse("usage", `The script ${file} cannot be read.`);
  const project = join(dirname(file), "project");
  const task = text(input, "task") ?? rehearsalTask;
  return withThrowawayHall(cli, {
    name: "rehearsal",
    use: (hall) => play(cli, { hall, worker: parameter(input, 0), task, script }),
    ...((await isDirectory(project)) ? { sampleProject: project } : {}),
  });
}

interface Play {
  hall: Hall;
  worker: string;
  task: string;
  script: string;
}

async function play(cli: Cli, { hall, worker, task, script }: Play): Promise<number> {
  if (cli.console.stopped.aborted) return interruptedExit(cli);
  const { id } = await hall.client.create({
    worker,
    title: "Rehearsal",
    task,
    rehearsal: script,
  });
  const detail = await followToEnd(
    { client: hall.client, id, signal: cli.console.stopped, clock: cli.clock },
    createView(cli),
  );
  if (!detail) return interruptedExit(cli);
  printLines(cli, endingLines({ ...detail, error: null }, pageStyle(cli))); // what failed is the last line's to say
  const failure = failureOf(detail);
  if (failure === undefined) {
    printLines(cli, [cli.paint.green("The rehearsal went as the script expects.")]);
    return 0;
  }
  cli.console.err(`${cli.errPaint.red("The rehearsal failed:")} ${printable(failure)}\n`);
  return 1;
}

/** A script that was not met, or not played to its end, fails the commission whatever was submitted. */
function failureOf(detail: CommissionDetail): string | undefined {
  if (detail.error) return reasonText(detail.error.code, detail.error.message);
  return detail.status === "completed" ? undefined : detail.status;
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
