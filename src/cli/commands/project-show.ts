// guild-hall project show <name>
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { typedProject } from "../read/project-name.ts";
import { projectDetailLines } from "../render/hall/projects.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const project = await client.projects.show(typed.name);
  if (flag(input, "json")) printJson(cli, project);
  else printLines(cli, projectDetailLines(project, pageStyle(cli)));
  return 0;
}
