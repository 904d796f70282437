// guild-hall workers
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { workerLines } from "../render/workers.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const workers = await client.workers();
  if (flag(input, "json")) printJson(cli, workers);
  else printLines(cli, workerLines(workers, pageStyle(cli)));
  return 0;
}
