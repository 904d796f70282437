// guild-hall defer <key>
import { refuse } from "../../contract/api/problem.ts";
import { attentionKeyOf } from "../read/attention-key.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { parseWhen, whenExpected } from "../read/parse-when.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { deferredLine } from "../render/hall/attention.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = text(input, "until");
  const until = typed === undefined ? null : parseWhen(typed, cli.clock.now());
  if (until === undefined) return refuse("usage", `--until is "${typed}"; ${whenExpected}`);
  const { client } = await getHall(cli);
  const key = await attentionKeyOf(client.attention, parameter(input, 0));
  if (typeof key !== "string") return key;
  const item = await client.attention.defer(key, until);
  if (flag(input, "json")) printJson(cli, item);
  else printLines(cli, [deferredLine(item, pageStyle(cli))]);
  return 0;
}
