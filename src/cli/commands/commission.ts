// guild-hall commission <worker> <task>: hands it over, prints its id, and follows it where asked to.
import type { CommissionDetail } from "../../contract/api/api.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { isTurnedDown } from "../../rules/show/seal.ts";
import type { Cli } from "../cli.ts";
import { flag, texts, type CommandInput, type Done } from "../table/command.ts";
import { getHall, type SpokenHall } from "../hall/get-hall.ts";
import { followInHall } from "../live/follow-hall.ts";
import { createSilentView } from "../live/silent-view.ts";
import { createView } from "../live/view.ts";
import { interruptedExit, notDoneExit, pageStyle, printJson, printLines } from "../print.ts";
import { readAfter } from "../read/read-after.ts";
import { inTypedWords, readCommission } from "../read/read-commission.ts";
import { endingWithResult } from "../render/commission/ending.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const commission = await readCommission(cli, input);
  if ("ok" in commission) return commission;
  const hall = await getHall(cli);
  const after = await readAfter(hall.client, texts(input, "after"));
  if ("ok" in after) return after;
  const created = await hall.client.create({ ...commission, ...after }, cli.newKey()).catch(inTypedWords);
  const json = flag(input, "json");
  if (!json) printLines(cli, [created.id]);
  if (flag(input, "wait")) return wait(cli, { hall, created, json });
  if (json) printJson(cli, created);
  return 0;
}

interface Waiting {
  hall: SpokenHall;
  created: CommissionDetail;
  json: boolean;
}

export async function wait(cli: Cli, { hall, created, json }: Waiting): Promise<number> {
  const view = json ? createSilentView(cli) : createView(cli);
  const detail = await followInHall(cli, { hall, id: created.id, view });
  if (!detail) return left(cli, created.id);
  const completed = detail.status === "completed";
  if (json) printJson(cli, detail);
  else {
    const result = completed ? await hall.client.result(detail.id) : undefined;
    printLines(cli, endingWithResult({ detail, result }, pageStyle(cli)));
  }
  return completed && !isTurnedDown(detail) ? 0 : notDoneExit;
}

/** Whoever leaves may think that the work has ended with it, and may not have seen the id. */
function left(cli: Cli, id: CommissionId): number {
  cli.console.err(`The worker goes on. To get back to it: guild-hall watch ${id}\n`);
  return interruptedExit(cli);
}
