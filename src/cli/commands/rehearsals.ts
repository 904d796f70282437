// guild-hall rehearsals
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { rehearsalLines } from "../render/hall/rehearsals.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const list = await client.rehearsals();
  if (flag(input, "json")) printJson(cli, list);
  else printLines(cli, rehearsalLines(list, pageStyle(cli)));
  return 0;
}
