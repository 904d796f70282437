// guild-hall members validate DIR: everything that is wrong with a guild member, without starting it.
import { resolve } from "node:path";
import { printable } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { validateMember } from "../offline/members.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { asksLines } from "../render/hall/asks.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const directory = resolve(cli.console.directory, parameter(input, 0));
  const { asks, problems, warnings } = await validateMember(cli, directory);
  const isSound = problems.length === 0;
  if (flag(input, "json")) printJson(cli, { ok: isSound, directory, problems, warnings, asks });
  else
    printLines(cli, [
      ...(asks === null ? [] : [...asksLines(asks, pageStyle(cli)), ""]),
      ...warnings.map((text) => `${cli.paint.yellow("note:")} ${printable(text)}`),
      ...problems.map((text) => `${cli.paint.red("problem:")} ${printable(text)}`),
      ...(isSound ? [cli.paint.green("The guild member is sound.")] : []),
    ]);
  return isSound ? 0 : 1;
}
