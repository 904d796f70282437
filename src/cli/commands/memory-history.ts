// guild-hall memory history <scope> <key>
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { typedPlace } from "../read/memory-place.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { historyLines } from "../render/hall/memory.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedPlace(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const history = await client.memory.history(typed.place);
  if (flag(input, "json")) printJson(cli, history);
  else printLines(cli, historyLines(history.versions, pageStyle(cli)));
  return 0;
}
