// guild-hall workers [NAME]
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { workerDetailLines } from "../render/hall/worker-detail.ts";
import { workerLines } from "../render/hall/workers.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const [name] = input.parameters;
  if (name !== undefined) {
    const worker = await client.worker(name);
    if (flag(input, "json")) printJson(cli, worker);
    else printLines(cli, workerDetailLines(worker, pageStyle(cli)));
    return 0;
  }
  const workers = await client.workers();
  if (flag(input, "json")) printJson(cli, workers);
  else printLines(cli, workerLines(workers, pageStyle(cli)));
  return 0;
}
