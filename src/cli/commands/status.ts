// guild-hall status
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { commissionTable } from "../render/commission/commission-table.ts";
import { hallLines } from "../render/hall/hall.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client, record } = await getHall(cli);
  const status = await client.status();
  if (flag(input, "json")) {
    printJson(cli, { url: record.url, ...status });
    return 0;
  }
  const style = pageStyle(cli);
  const tables = [];
  // Those that wait for others are not done, and nobody is at work on them: they are named, and why.
  for (const shown of ["in_progress", "blocked"]) {
    const { commissions } = await client.list({ status: shown, limit: 50 });
    if (commissions.length > 0) tables.push("", ...commissionTable(commissions, style));
  }
  printLines(cli, [...hallLines({ ...status, url: record.url }, style), ...tables]);
  return 0;
}
