// guild-hall project list
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { projectLines } from "../render/hall/projects.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const found = await client.projects.list();
  if (flag(input, "json")) printJson(cli, found);
  else if (found.projects.length === 0)
    printLines(cli, ['There are no projects. Add one with "guild-hall project add NAME PATH".']);
  else printLines(cli, projectLines(found.projects, pageStyle(cli)));
  return 0;
}
