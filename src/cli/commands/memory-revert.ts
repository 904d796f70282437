// guild-hall memory revert <scope> <key> <version>
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { typedPlace, typedVersion } from "../read/memory-place.ts";
import { printJson, printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedPlace(input);
  if (!typed.ok) return typed;
  const wanted = typedVersion("<version>", parameter(input, 2));
  if (!wanted.ok) return wanted;
  const { scope, key } = typed.place;
  const { client } = await getHall(cli);
  const entry = await client.memory.revert({ scope, key }, wanted.version);
  if (flag(input, "json")) printJson(cli, entry);
  else
    printLines(cli, [
      `"${key}" in ${scope} says again what version ${wanted.version} said, as version ${entry.version}.`,
    ]);
  return 0;
}
