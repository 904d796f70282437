// guild-hall needs
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { needsLines } from "../render/hall/attention.ts";

/** As many as the hall shows at once. */
const most = 1000;

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const found = await client.attention.list({ limit: most });
  const list = flag(input, "all") ? found : { ...found, deferred: [] };
  if (flag(input, "json")) printJson(cli, list);
  else printLines(cli, needsLines(list, pageStyle(cli)));
  return 0;
}
