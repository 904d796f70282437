// guild-hall commission <worker> <task>: hands it over, prints its id, and follows it where asked to.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Client, NewCommission } from "../../client/client.ts";
import type { CommissionDetail } from "../../contract/api.ts";
import { refuse, type Refusal } from "../../contract/problem.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, text, texts, type CommandInput, type Done } from "../command.ts";
import { getHall } from "../hall/find-hall.ts";
import { followToEnd } from "../live/follow.ts";
import { silentView } from "../live/silent-view.ts";
import { createView } from "../live/view.ts";
import { interruptedExit, printJson, printLines } from "../print.ts";
import { endingWithResult } from "../render/ending.ts";

const notCompletedExit = 4;

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const commission = await readCommission(cli, input);
  if ("ok" in commission) return commission;
  const { client } = await getHall(cli);
  const created = await client.create(commission, cli.newKey());
  const json = flag(input, "json");
  if (!json) printLines(cli, [created.id]);
  if (flag(input, "wait")) return wait(cli, { client, created, json });
  if (json) printJson(cli, created);
  return 0;
}

async function readCommission(cli: Cli, input: CommandInput): Promise<NewCommission | Refusal> {
  const limits = readLimits(input);
  if ("ok" in limits) return limits;
  const script = await readScript(cli, text(input, "rehearsal"));
  if (typeof script === "object") return script;
  const typed = parameter(input, 1);
  const title = text(input, "title");
  const labels = texts(input, "label");
  return {
    worker: parameter(input, 0),
    task: typed === "-" ? await cli.console.readStdin() : typed,
    ...(title === undefined ? {} : { title }),
    ...(labels.length === 0 ? {} : { labels: [...labels] }),
    ...(script === undefined ? {} : { rehearsal: script }),
    ...(Object.keys(limits).length === 0 ? {} : { config: limits }),
  };
}

function readLimits(input: CommandInput): { maxTurns?: number; maxBudgetUsd?: number } | Refusal {
  const turns = text(input, "max-turns");
  const usd = text(input, "max-usd");
  if (turns !== undefined && !/^[1-9][0-9]{0,4}$/.test(turns))
    return refuse("usage", `--max-turns is "${turns}" and must be a whole number from 1 on.`);
  if (usd !== undefined && !(/^[0-9]*\.?[0-9]+$/.test(usd) && Number(usd) > 0))
    return refuse("usage", `--max-usd is "${usd}" and must be dollars above 0, such as 2.50.`);
  return {
    ...(turns === undefined ? {} : { maxTurns: Number(turns) }),
    ...(usd === undefined ? {} : { maxBudgetUsd: Number(usd) }),
  };
}

async function readScript(cli: Cli, file: string | undefined): Promise<string | undefined | Refusal> {
  if (file === undefined) return undefined;
  try {
    return await readFile(resolve(cli.console.directory, file), "utf8");
  } catch (error) {
    return refuse("usage", `The rehearsal cannot be read: ${error instanceof Error ? error.message : file}.`);
  }
}

interface Waiting {
  client: Client;
  created: CommissionDetail;
  json: boolean;
}

async function wait(cli: Cli, { client, created, json }: Waiting): Promise<number> {
  const view = json ? silentView : createView(cli);
  const detail = await followToEnd(
    { client, id: created.id, signal: cli.console.stopped, clock: cli.clock },
    view,
  );
  if (!detail) return interruptedExit(cli);
  const completed = detail.status === "completed";
  if (json) printJson(cli, detail);
  else {
    const result = completed ? await client.result(detail.id) : undefined;
    printLines(cli, endingWithResult({ detail, result }, cli));
  }
  return completed && detail.trust !== "refuted" ? 0 : notCompletedExit;
}
