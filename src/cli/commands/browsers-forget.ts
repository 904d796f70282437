// guild-hall browsers forget [key]
import type { Client } from "../../client/client.ts";
import type { PageKeyId } from "../../contract/api/page-keys.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { type CommandInput, type Done, flag } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { printJson, printLines } from "../print.ts";
import { forgottenLine } from "../render/hall/browsers.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const [typed] = input.parameters;
  if ((typed === undefined) !== flag(input, "all"))
    return refuse("usage", "Give the key of one browser, or --all.");
  const { client } = await getHall(cli);
  const key = typed === undefined ? null : await findKey(client, typed);
  if (key !== null && typeof key !== "string") return key;
  const done = await (key === null ? client.browsers.forgetAll() : client.browsers.forget(key));
  if (flag(input, "json")) printJson(cli, done);
  else printLines(cli, [forgottenLine(done)]);
  return 0;
}

async function findKey({ browsers }: Client, typed: string): Promise<PageKeyId | Refusal> {
  const found = (await browsers.list()).browsers.filter(({ key }) => key.startsWith(typed));
  const [only, second] = found;
  const see = 'Run "guild-hall browsers list" to see which there are.';
  if (!only) return refuse("not_found", `No browser's key starts with "${typed}".`, see);
  return second ? refuse("ambiguous_id", `${found.length} keys start with "${typed}".`, see) : only.key;
}
