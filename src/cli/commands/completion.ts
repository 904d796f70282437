// guild-hall completion <shell>: prints the completion script for a shell.
import type { Cli } from "../cli.ts";
import { parameter, type CommandInput, type Done } from "../table/command.ts";
import { commandTable } from "../table/command-table.ts";
import { completionScript, type Shell } from "../completion.ts";

export async function completion(cli: Cli, input: CommandInput): Promise<Done> {
  cli.console.out(completionScript(commandTable, parameter(input, 0) as Shell));
  return 0;
}
