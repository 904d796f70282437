// guild-hall members list
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { memberLines } from "../render/hall/members.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const found = await client.members.list();
  if (flag(input, "json")) printJson(cli, found);
  else printLines(cli, memberLines(found, pageStyle(cli)));
  return 0;
}
