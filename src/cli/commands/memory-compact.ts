// guild-hall memory compact <scope>: prints the id of the commission that condenses it.
import type { Cli } from "../cli.ts";
import { flag, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { typedScope } from "../read/memory-place.ts";
import { printJson, printLines } from "../print.ts";
import { readScript } from "../read/read-commission.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedScope(input);
  if (!typed.ok) return typed;
  const script = await readScript(cli, text(input, "rehearsal"));
  if (typeof script === "object") return script;
  const { client } = await getHall(cli);
  const commission = await client.memory.compact(typed.scope, script);
  if (flag(input, "json")) printJson(cli, commission);
  else printLines(cli, [commission.id]);
  return 0;
}
