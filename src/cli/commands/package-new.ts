// guild-hall package new worker|toolbox NAME
import { relative, resolve } from "node:path";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { parameter, text, type CommandInput, type Done } from "../table/command.ts";
import { makePackage } from "../offline/packages.ts";
import { printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const kind = parameter(input, 0) === "toolbox" ? "toolbox" : "worker";
  const name = parameter(input, 1);
  const directory = resolve(cli.console.directory, text(input, "in") ?? ".", name);
  const made = await makePackage(cli, { kind, name, directory });
  if (!made.ok) return made;
  const shown = oneLine(relative(cli.console.directory, directory) || ".", 4000);
  printLines(cli, [
    `The ${kind} "${name}" is in ${shown}:`,
    ...made.paths.map((path) => `  ${path}`),
    "",
    `guild-hall package rehearse ${shown}`,
    cli.paint.dim("    plays its rehearsal, without an account"),
    `guild-hall package link ${shown}`,
    cli.paint.dim("    makes it known to the hall, as it is while you work on it"),
  ]);
  return 0;
}
