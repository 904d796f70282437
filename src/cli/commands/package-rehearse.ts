// guild-hall package rehearse DIR [SCRIPT]: plays the scripts of a package in one throwaway hall, in the order of their names.
import { plural } from "../../base/text/plural.ts";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { parameter, type CommandInput, type Done } from "../table/command.ts";
import type { Hall } from "../hall/find-hall.ts";
import { withThrowawayHall } from "../hall/throwaway-hall.ts";
import { createSilentView } from "../live/silent-view.ts";
import { planRehearsals, type RehearsalPlan, stagePlan } from "../offline/rehearsals.ts";
import { interruptedExit, printLines } from "../print.ts";
import { rehearsalTask } from "../../rules/rehearsal/rehearsal-task.ts";
import { failureOf, playScript, showPlay } from "../rehearsing.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
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
  hall: Hall;
  plan: RehearsalPlan;
}

/** One that was asked for by name is shown as it goes. */
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

/** A script that the hall refuses has failed; the others are played all the same. */
async function tryScript(cli: Cli, play: Parameters<typeof showPlay>[1]): Promise<string | undefined> {
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
