// guild-hall watch <id>: follows one commission; stopping to watch does not stop the worker.
import type { CommissionId } from "../../contract/home/ids.ts";
import { branchAfter, isTurnedDown, type Sealed } from "../../rules/show/seal.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { getHall, type SpokenHall } from "../hall/get-hall.ts";
import { awayText, followInHall, wayBack } from "../live/follow-hall.ts";
import { createView } from "../live/view.ts";
import { interruptedExit, notDoneExit, pageStyle, printJson, printLines } from "../print.ts";
import { endingLines } from "../render/commission/ending.ts";

interface Watched {
  hall: SpokenHall;
  id: CommissionId;
}

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const hall = await getHall(cli);
  const id = await hall.client.resolveId(parameter(input, 0));
  return flag(input, "json") ? watchAsJson(cli, { hall, id }) : watch(cli, { hall, id });
}

async function watch(cli: Cli, { hall, id }: Watched): Promise<number> {
  const ended = await followInHall(cli, { hall, id, view: createView(cli) });
  if (!ended) return interruptedExit(cli);
  printLines(cli, endingLines(ended, pageStyle(cli)));
  return isTurnedDown(ended) ? notDoneExit : 0;
}

async function watchAsJson(cli: Cli, { hall, id }: Watched): Promise<number> {
  hall.onAway(() => cli.console.err(`${awayText}\n`));
  let branch: Sealed["branch"] = null;
  let isDone = true;
  try {
    for await (const event of hall.client.followCommission(id, 0, cli.console.stopped)) {
      printJson(cli, event);
      branch = branchAfter(branch, event);
      if (event.type === "commission.completed")
        isDone = !isTurnedDown({ status: "completed", trust: event.trust, branch });
    }
  } catch (error) {
    throw wayBack(error, id);
  }
  if (cli.console.stopped.aborted) return interruptedExit(cli);
  return isDone ? 0 : notDoneExit;
}
