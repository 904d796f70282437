// guild-hall memory list [scope]
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { typedScope } from "../read/memory-place.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { entryLines, scopeLines } from "../render/hall/memory.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  if (input.parameters.length > 0) return listScope(cli, input);
  const { client } = await getHall(cli);
  const found = await client.memory.scopes();
  if (flag(input, "json")) printJson(cli, found);
  else if (found.scopes.length === 0) printLines(cli, ["Nothing is remembered yet."]);
  else printLines(cli, scopeLines(found.scopes, pageStyle(cli)));
  return 0;
}

async function listScope(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedScope(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const found = await client.memory.list(typed.scope);
  if (flag(input, "json")) printJson(cli, found);
  else if (found.entries.length === 0) printLines(cli, [`Nothing is remembered in ${typed.scope}.`]);
  else printLines(cli, entryLines(found, pageStyle(cli)));
  return 0;
}
