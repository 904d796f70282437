// guild-hall members start <name>
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { typedMember } from "../read/member-name.ts";
import { printJson, printLines } from "../print.ts";
import { startedLine } from "../render/hall/members.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedMember(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const member = await client.members.start(typed.name);
  if (flag(input, "json")) printJson(cli, member);
  else printLines(cli, [startedLine(member)]);
  return 0;
}
