// guild-hall show <id>
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { detailLines } from "../render/commission/detail.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const detail = await client.detail(await client.resolveId(parameter(input, 0)));
  if (flag(input, "json")) {
    printJson(cli, detail);
    return 0;
  }
  const result = detail.status === "completed" ? await client.result(detail.id) : undefined;
  printLines(cli, detailLines({ detail, result }, pageStyle(cli)));
  return 0;
}
