// guild-hall package validate DIR: its metadata and, unless told otherwise, its code, in a process of its own.
import { resolve } from "node:path";
import { printable } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { validatePackage } from "../offline/packages.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { asksLines } from "../render/hall/asks.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const directory = resolve(cli.console.directory, parameter(input, 0));
  const found = await validatePackage(cli, { directory, runsCode: !flag(input, "metadata-only") });
  const { asks, problems, warnings } = found;
  const isSound = problems.length === 0;
  if (flag(input, "json")) printJson(cli, { ok: isSound, directory, problems, warnings, asks });
  else
    printLines(cli, [
      ...(asks === null ? [] : asksLines(asks, pageStyle(cli))),
      ...(asks === null ? [] : [""]),
      ...warnings.map((text) => `${cli.paint.yellow("note:")} ${printable(text)}`),
      ...problems.map((text) => `${cli.paint.red("problem:")} ${printable(text)}`),
      ...(isSound ? [cli.paint.green("The package is sound.")] : []),
    ]);
  return isSound ? 0 : 1;
}
