// guild-hall delete <id>
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../command.ts";
import { getHall } from "../hall/get-hall.ts";
import { printJson, printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  const deleted = await client.remove(id, { failedToo: flag(input, "failed-too") });
  if (flag(input, "json")) printJson(cli, deleted);
  else printLines(cli, [deleted.movedTo === null ? `Deleted ${id}.` : `Moved ${id} to ${deleted.movedTo}.`]);
  return 0;
}
