// guild-hall worktrees
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { pruneLines, worktreeLines } from "../render/hall/worktrees.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  if (!flag(input, "prune")) {
    const list = await client.worktrees();
    if (flag(input, "json")) printJson(cli, list);
    else printLines(cli, worktreeLines(list, pageStyle(cli)));
    return 0;
  }
  const report = await client.pruneWorktrees({ dryRun: flag(input, "dry-run") });
  if (flag(input, "json")) printJson(cli, report);
  else printLines(cli, pruneLines(report, pageStyle(cli)));
  return report.problems.length > 0 ? 1 : 0;
}
