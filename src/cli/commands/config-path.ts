// guild-hall config path
import type { Cli } from "../cli.ts";
import type { CommandInput, Done } from "../table/command.ts";
import { configPath } from "../offline/config-file.ts";
import { printLines } from "../print.ts";

export async function run(cli: Cli, _input: CommandInput): Promise<Done> {
  printLines(cli, [configPath(cli)]);
  return 0;
}
