// guild-hall workers, models and rehearsals: lists the workers that can be commissioned, the models that they may use,
// and the scripts that can be tried without an account.
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { printFound } from "../print.ts";
import { modelLines } from "../render/hall/models.ts";
import { rehearsalLines } from "../render/hall/rehearsals.ts";
import { workerDetailLines } from "../render/hall/worker-detail.ts";
import { workerLines } from "../render/hall/workers.ts";
import type { CommandInput, Done } from "../table/command.ts";

export async function workers(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const [name] = input.parameters;
  return name === undefined
    ? printFound(cli, input, { found: await client.workers(), lines: workerLines })
    : printFound(cli, input, { found: await client.worker(name), lines: workerDetailLines });
}

export async function models(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  return printFound(cli, input, { found: await client.models(), lines: modelLines });
}

export async function rehearsals(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  return printFound(cli, input, { found: await client.rehearsals(), lines: rehearsalLines });
}
