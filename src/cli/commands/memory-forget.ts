// guild-hall memory forget <scope> <key>
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { typedPlace } from "../read/memory-place.ts";
import { printJson, printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedPlace(input);
  if (!typed.ok) return typed;
  const { scope, key } = typed.place;
  const { client } = await getHall(cli);
  const forgotten = await client.memory.forget({ scope, key });
  if (flag(input, "json")) printJson(cli, forgotten);
  else
    printLines(cli, [
      `Forgot "${key}" in ${scope}. To take it back: guild-hall memory revert ${scope} ${key} ${forgotten.version - 1}`,
    ]);
  return 0;
}
