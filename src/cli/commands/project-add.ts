// guild-hall project add <name> <path>
import { resolve } from "node:path";
import type { Cli } from "../cli.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { typedProject } from "../project-name.ts";
import { addedLines } from "../render/projects.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const added = await client.projects.add({
    name: typed.name,
    path: resolve(cli.console.directory, parameter(input, 1)),
    branch: text(input, "branch"),
    integration: text(input, "integration"),
    dryRun: flag(input, "dry-run"),
  });
  if (flag(input, "json")) printJson(cli, added);
  else printLines(cli, addedLines(added, pageStyle(cli)));
  return 0;
}
