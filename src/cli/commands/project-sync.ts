// guild-hall project sync <name>
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { typedProject } from "../read/project-name.ts";
import { syncDoneLines, syncPlanLines } from "../render/hall/sync.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const isJson = flag(input, "json");
  const plan = await client.projects.sync(typed.name, { dryRun: true });
  if (!isJson) printLines(cli, syncPlanLines(plan, pageStyle(cli)));
  const report = flag(input, "dry-run") ? plan : await client.projects.sync(typed.name, { dryRun: false });
  if (isJson) printJson(cli, report);
  else {
    // Somebody may have pushed in between: then what was done is not what was shown.
    if (report.into.after !== plan.into.after) printLines(cli, syncPlanLines(report, pageStyle(cli)));
    printLines(cli, syncDoneLines(report, pageStyle(cli)));
  }
  return report.kind === "conflict" ? 1 : 0;
}
