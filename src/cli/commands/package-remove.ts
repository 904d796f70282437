// guild-hall package remove NAME
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { parameter, type CommandInput, type Done } from "../table/command.ts";
import { removePackage } from "../offline/packages.ts";
import { printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const name = parameter(input, 0);
  const removed = await removePackage(cli, name);
  if (!removed.ok) return removed;
  const how =
    removed.movedTo === null
      ? `"${name}" is no longer linked. The directory it led to was left alone.`
      : `"${name}" was moved to the trash: ${oneLine(removed.movedTo, 4000)}.`;
  printLines(cli, [how]);
  return 0;
}
