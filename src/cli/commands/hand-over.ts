// guild-hall commission, redispatch and watch: hands work over and follows it to its end.
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import { refuse } from "../../contract/api/problem.ts";
import { redispatchRequest } from "../../contract/commission/follow-up.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { oneLine } from "../../host/person/terminal.ts";
import { choiceWords, priceWords } from "../../rules/show/model-words.ts";
import { branchAfter, isTurnedDown, type Sealed } from "../../rules/show/seal.ts";
import type { Cli } from "../cli.ts";
import { getHall, type SpokenHall } from "../hall/get-hall.ts";
import { awayText, followInHall, wayBack } from "../live/follow-hall.ts";
import { createSilentView } from "../live/silent-view.ts";
import { createView } from "../live/view.ts";
import { interruptedExit, notDoneExit, pageStyle, printAside, printJson, printLines } from "../print.ts";
import { readAfter } from "../read/read-after.ts";
import { readBounds } from "../read/read-bounds.ts";
import { inTypedWords, readCommission, readScript } from "../read/read-commission.ts";
import { readFiles, uploadFiles } from "../read/read-files.ts";
import { readMemberConfig } from "../read/read-member-config.ts";
import { endingLines, endingWithResult } from "../render/commission/ending.ts";
import { flag, parameter, text, texts, type CommandInput, type Done } from "../table/command.ts";

export async function commission(cli: Cli, input: CommandInput): Promise<Done> {
  const order = await readCommission(cli, input);
  if ("ok" in order) return order;
  const files = await readFiles(cli, input);
  if ("ok" in files) return files;
  const hall = await getHall(cli);
  const after = await readAfter(hall.client, texts(input, "after"));
  if ("ok" in after) return after;
  const attached = await uploadFiles(hall.client, files);
  const whole = { ...order, ...after, ...attached };
  const created = await hall.client.create(whole, cli.newKey()).catch(inTypedWords);
  return handedOver(cli, input, { hall, created });
}

/** Creates a commission that continues an ended one. */
export async function redispatch(cli: Cli, input: CommandInput): Promise<Done> {
  const script = await readScript(cli, text(input, "rehearsal"));
  if (typeof script === "object") return script;
  const config = readBounds(input);
  if ("ok" in config) return config;
  const member = await readMemberConfig(cli, input);
  if (!member.ok) return member;
  const note = text(input, "note");
  const order = {
    ...(flag(input, "fresh") && { fresh: true }),
    ...(flag(input, "on-red") && { onRed: true }),
    ...(note !== undefined && { note }),
    ...(script !== undefined && { rehearsal: script }),
    ...(Object.keys(config).length > 0 && { config }),
    ...member.given,
  };
  const [issue] = redispatchRequest.safeParse(order).error?.issues ?? [];
  if (issue) return refuse("usage", `--${String(issue.path.at(-1))}: ${issue.message}.`);
  const files = await readFiles(cli, input);
  if ("ok" in files) return files;
  const hall = await getHall(cli);
  const id = await hall.client.resolveId(parameter(input, 0));
  const whole = { ...order, ...(await uploadFiles(hall.client, files)) };
  return handedOver(cli, input, { hall, created: await hall.client.redispatch(id, whole, cli.newKey()) });
}

export interface HandedOver {
  hall: SpokenHall;
  created: CommissionDetail;
}

/** Prints the new commission, and follows it if the person gave --wait. */
export async function handedOver(
  cli: Cli,
  input: CommandInput,
  { hall, created }: HandedOver,
): Promise<number> {
  const json = flag(input, "json");
  if (!json) {
    printLines(cli, [created.id]);
    sayModel(cli, created);
  }
  if (flag(input, "wait")) return wait(cli, { hall, created, json });
  if (json) printJson(cli, created);
  return 0;
}

/** Names the model before anything is spent. A rehearsal spends nothing. */
function sayModel(cli: Cli, { worker, project, modelChoice: choice, rehearsed }: CommissionDetail): void {
  if (!choice || rehearsed) return;
  const price = priceWords({ worker, project, choice });
  printAside(
    cli,
    oneLine(`Model: ${choiceWords({ worker, project, choice })}${price && `; ${price}`}.`, 600),
  );
}

async function wait(cli: Cli, { hall, created, json }: HandedOver & { json: boolean }): Promise<number> {
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

/**
 * Tells a person who interrupts how to get back: they may think that the work has ended, and may not have seen the id.
 */
function left(cli: Cli, id: CommissionId): number {
  cli.console.err(`The worker continues. To get back to it: guild-hall watch ${id}\n`);
  return interruptedExit(cli);
}

/** Follows one commission. When the person stops watching, the worker continues. */
export async function watch(cli: Cli, input: CommandInput): Promise<Done> {
  const hall = await getHall(cli);
  const id = await hall.client.resolveId(parameter(input, 0));
  return flag(input, "json") ? watchAsJson(cli, { hall, id }) : watchLive(cli, { hall, id });
}

interface Watched {
  hall: SpokenHall;
  id: CommissionId;
}

async function watchLive(cli: Cli, { hall, id }: Watched): Promise<number> {
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
