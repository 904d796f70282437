// guild-hall clean
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { cleanLines } from "../render/hall/clean.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const report = await client.clean({ dryRun: flag(input, "dry-run") });
  if (flag(input, "json")) printJson(cli, report);
  else printLines(cli, cleanLines(report, pageStyle(cli)));
  return report.problems.length > 0 ? 1 : 0;
}
