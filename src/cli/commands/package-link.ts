// guild-hall package link DIR: the hall sees the directory as it is, while it is being worked on.
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { parameter, type CommandInput, type Done } from "../table/command.ts";
import { linkPackage } from "../offline/packages.ts";
import { pageStyle, printLines } from "../print.ts";
import { asksLines } from "../render/hall/asks.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const linked = await linkPackage(cli, parameter(input, 0));
  if (!linked.ok) return linked;
  printLines(cli, [
    ...asksLines(linked.asks, pageStyle(cli)),
    "",
    `Linked: each session takes ${oneLine(linked.directory, 4000)} as it then is.`,
  ]);
  return 0;
}
