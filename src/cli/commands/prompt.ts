// guild-hall prompt: shows exactly what a worker would be told and given, without asking a model.
import { promptRequest } from "../../contract/commission/told.ts";
import { refuse } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { printFound } from "../print.ts";
import { readTyped } from "../read/read-commission.ts";
import { toldLines } from "../render/hall/told.ts";
import { parameter, text, type CommandInput, type Done } from "../table/command.ts";

export async function prompt(cli: Cli, input: CommandInput): Promise<Done> {
  const [project, task, model] = ["project", "task", "model"].map((name) => text(input, name));
  const asked = promptRequest.safeParse({
    worker: parameter(input, 0),
    ...(project !== undefined && { project }),
    ...(task !== undefined && { task: await readTyped(cli, { typed: task, what: "task" }) }),
    ...(model !== undefined && { config: { model } }),
  });
  const [issue] = asked.error?.issues ?? [];
  if (issue) return refuse("usage", `${String(issue.path.at(-1) ?? "It")}: ${issue.message}.`);
  if (!asked.data) throw new Error("A request without a fault has no data.");
  const { client } = await getHall(cli);
  return printFound(cli, input, { found: await client.prompt(asked.data), lines: toldLines });
}
