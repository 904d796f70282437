// guild-hall recall <key>
import { attentionKeyOf } from "../read/attention-key.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { itemLines } from "../render/hall/attention.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const key = await attentionKeyOf(client.attention, parameter(input, 0));
  if (typeof key !== "string") return key;
  const item = await client.attention.recall(key);
  if (flag(input, "json")) printJson(cli, item);
  else printLines(cli, ["It needs you again:", ...itemLines(item, pageStyle(cli))]);
  return 0;
}
