// guild-hall project remove <name>
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { typedProject } from "../read/project-name.ts";
import { removedLines } from "../render/hall/projects.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const removed = await client.projects.remove(typed.name, { dryRun: flag(input, "dry-run") });
  if (flag(input, "json")) printJson(cli, removed);
  else printLines(cli, removedLines(removed, pageStyle(cli)));
  return 0;
}
