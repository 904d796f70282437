// guild-hall browsers list
import type { Cli } from "../cli.ts";
import { type CommandInput, type Done, flag } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { browserLines } from "../render/hall/browsers.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const found = await client.browsers.list();
  if (flag(input, "json")) printJson(cli, found);
  else printLines(cli, browserLines(found, pageStyle(cli)));
  return 0;
}
