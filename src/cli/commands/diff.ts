// guild-hall diff <id> [<path>]: the patch alone on standard output, so that it can be kept with `>`. With --conflict, what
// could not be merged, as both sides have it.
import type { CommissionId } from "../../contract/ids.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { bothSidesLines, bothSidesStat, conflictAdvice } from "../render/conflict.ts";
import { diffTotals, leftOutLines, patchLines, statLines } from "../render/diff.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  if (flag(input, "conflict")) return showConflict(cli, input, id);
  const diff = await client.review.diff(id, { path: input.parameters[1] });
  if (flag(input, "json")) {
    printJson(cli, diff);
    return 0;
  }
  if (flag(input, "stat")) {
    printLines(cli, [...statLines(diff, pageStyle(cli)), diffTotals(diff)]);
    return 0;
  }
  printLines(cli, patchLines(diff, cli.paint));
  for (const line of [...leftOutLines(diff), diffTotals(diff)])
    cli.console.err(`${cli.errPaint.dim(line)}\n`);
  return 0;
}

async function showConflict(cli: Cli, input: CommandInput, id: CommissionId): Promise<Done> {
  const { client } = await getHall(cli);
  const conflict = await client.review.conflict(id, { path: input.parameters[1] });
  if (flag(input, "json")) {
    printJson(cli, conflict);
    return 0;
  }
  printLines(cli, flag(input, "stat") ? bothSidesStat(conflict) : bothSidesLines(conflict, cli.paint));
  for (const line of conflictAdvice(conflict)) cli.console.err(`${cli.errPaint.dim(line)}\n`);
  return 0;
}
