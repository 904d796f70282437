// guild-hall rehearse and package rehearse: plays scripts instead of the model, in a throwaway hall, and reports
// whether they went as expected.
import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { plural } from "../../base/text/plural.ts";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import { refuse } from "../../contract/api/problem.ts";
import { oneLine, printable } from "../../host/person/terminal.ts";
import { parseRehearsal } from "../../rules/rehearsal/rehearsal-parse.ts";
import { rehearsalTask } from "../../rules/rehearsal/rehearsal-task.ts";
import { sealOf } from "../../rules/show/seal.ts";
import type { Cli } from "../cli.ts";
import type { FoundHall } from "../hall/find-hall.ts";
import { withThrowawayHall } from "../hall/throwaway-hall.ts";
import { followToEnd } from "../live/follow.ts";
import { createSilentView } from "../live/silent-view.ts";
import { createView, type FollowView } from "../live/view.ts";
import { bringWorkers, planRehearsals, type RehearsalPlan, stagePlan } from "../offline/rehearsals.ts";
import { interruptedExit, pageStyle, printLines } from "../print.ts";
import { endingLines } from "../render/commission/ending.ts";
import { reasonText } from "../render/measures.ts";
import { parameter, text, type CommandInput, type Done } from "../table/command.ts";

export async function rehearse(cli: Cli, input: CommandInput): Promise<Done> {
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

/**
 * Returns the task that the script names. `undefined` if it names none or is invalid: the hall reports what is wrong
 * with it.
 */
function taskOf(script: string): string | undefined {
  const parsed = parseRehearsal(script);
  return parsed.ok ? parsed.script.task : undefined;
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Plays the scripts of a package in one throwaway hall, in the order of their names. */
export async function rehearsePackage(cli: Cli, input: CommandInput): Promise<Done> {
  const script = input.parameters[1];
  const plan = await planRehearsals(cli, { directory: parameter(input, 0), script });
  if (!plan.ok) return plan;
  return withThrowawayHall(cli, {
    name: "rehearsal",
    prepare: (throwaway) => stagePlan(cli, { throwaway, plan }),
    use: (hall) => (script === undefined ? playAll(cli, { hall, plan }) : playOne(cli, { hall, plan })),
    ...(plan.project === null ? {} : { sampleProject: plan.project }),
  });
}

interface Stage {
  hall: FoundHall;
  plan: RehearsalPlan;
}

/** Plays the one script that the person named, and shows it live. */
async function playOne(cli: Cli, { hall, plan }: Stage): Promise<number> {
  const [script] = plan.scripts;
  return script === undefined ? 1 : showPlay(cli, { hall, ...playOf(plan, script) });
}

async function playAll(cli: Cli, { hall, plan }: Stage): Promise<number> {
  let failed = 0;
  for (const script of plan.scripts) {
    const play = { hall, ...playOf(plan, script) };
    const failure = await tryScript(cli, play);
    if (cli.console.stopped.aborted) return interruptedExit(cli);
    failed += failure === undefined ? 0 : 1;
    const word = failure === undefined ? cli.paint.green("passed") : cli.paint.red("failed");
    const why = failure === undefined ? "" : `: ${oneLine(failure, 4000)}`;
    printLines(cli, [`${word}  ${oneLine(script.name, 200)}${why}`]);
  }
  const all = plural(plan.scripts.length, "rehearsal");
  printLines(cli, [failed === 0 ? `${all}, all passed.` : `${all}, ${failed} failed.`]);
  return failed === 0 ? 0 : 1;
}

/**
 * Returns why a script failed. `undefined` if it passed. A script that the hall refuses has failed; the others are
 * still played.
 */
async function tryScript(cli: Cli, play: Play): Promise<string | undefined> {
  try {
    const detail = await playScript(cli, { play, view: createSilentView(cli) });
    return detail && failureOf(detail);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function playOf({ worker }: RehearsalPlan, { task, text }: RehearsalPlan["scripts"][number]) {
  return { worker, task: task ?? rehearsalTask, script: text };
}

interface Play {
  hall: FoundHall;
  worker: string;
  task: string;
  script: string;
}

/** Returns the ended commission. `undefined` if the person interrupted first. */
async function playScript(
  cli: Cli,
  { play, view }: { play: Play; view: FollowView },
): Promise<CommissionDetail | undefined> {
  const { hall, worker, task, script } = play;
  if (cli.console.stopped.aborted) return undefined;
  const { id } = await hall.client.create({ worker, title: "Rehearsal", task, rehearsal: script });
  return followToEnd({ client: hall.client, id, signal: cli.console.stopped, clock: cli.clock }, view);
}

/** Plays a script and shows it live. */
async function showPlay(cli: Cli, play: Play): Promise<number> {
  const detail = await playScript(cli, { play, view: createView(cli) });
  if (!detail) return interruptedExit(cli);
  printLines(cli, endingLines({ ...detail, error: null }, pageStyle(cli))); // the last line says what failed
  const failure = failureOf(detail);
  if (failure === undefined) {
    printLines(cli, [cli.paint.green("The rehearsal went as the script expects.")]);
    return 0;
  }
  cli.console.err(`${cli.errPaint.red("The rehearsal failed:")} ${printable(failure)}\n`);
  return 1;
}

/**
 * Returns why the rehearsal failed. `undefined` if it passed. A session that does not match the script,
 * or does not play it to its end, fails the commission despite a submitted result.
 */
function failureOf(detail: CommissionDetail): string | undefined {
  if (detail.error) return reasonText(detail.error.code, detail.error.message);
  const seal = sealOf(detail);
  if (seal === "refuted") return "Its checks refuted the work.";
  if (seal === "conflict") return "Its work could not be merged.";
  return detail.status === "completed" ? undefined : detail.status;
}
