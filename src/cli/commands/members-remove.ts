// guild-hall members remove NAME
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { typedMember } from "../read/member-name.ts";
import { removeMember } from "../offline/members.ts";
import { printJson, printLines } from "../print.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedMember(input);
  if (!typed.ok) return typed;
  const { name } = typed;
  const removed = await removeMember(cli, name);
  if (!removed.ok) return removed;
  const { was, movedTo } = removed;
  const how =
    movedTo === null
      ? `Guild member ${name} is no longer linked. The directory it led to was left alone.`
      : `Guild member ${name} was moved to the trash, with its jobs and its memory: ${oneLine(movedTo, 4000)}.`;
  if (flag(input, "json")) printJson(cli, { name, was, movedTo });
  else printLines(cli, [how]);
  return 0;
}
