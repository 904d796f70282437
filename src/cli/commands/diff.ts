// guild-hall diff <id> [<path>]: the patch alone on standard output, so that it can be kept with `>`. Only a terminal gets
// it filtered and coloured; a file or a pipe gets git's own bytes, which can be applied. With --conflict, what could not be
// merged, as both sides have it.
import type { Client } from "../../client/client.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { bothSidesLines, bothSidesStat, conflictAdvice } from "../render/commission/conflict.ts";
import { diffTotals, leftOutLines, patchLines, patchTotals, statLines } from "../render/commission/diff.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  if (flag(input, "conflict")) return showConflict(cli, input, id);
  const path = input.parameters[1];
  const isPatch = !flag(input, "json") && !flag(input, "stat");
  if (isPatch && !cli.console.stdoutIsTty) return handOut(cli, client, { id, path });
  const diff = await client.review.diff(id, { path });
  if (flag(input, "json")) printJson(cli, diff);
  else if (flag(input, "stat")) printLines(cli, [...statLines(diff, pageStyle(cli)), diffTotals(diff)]);
  else {
    printLines(cli, patchLines(diff, cli.paint));
    for (const line of [...leftOutLines(diff), diffTotals(diff)]) sayAside(cli, line);
  }
  return 0;
}

/** Nothing is left out: where the patch cannot be whole, the hall refuses it. */
async function handOut(
  cli: Cli,
  client: Client,
  { id, path }: { id: CommissionId; path: string | undefined },
): Promise<Done> {
  const { summary, bytes } = await client.review.patch(id, { path });
  for await (const chunk of bytes) await cli.console.outBytes(chunk);
  sayAside(cli, patchTotals(summary));
  return 0;
}

function sayAside(cli: Cli, line: string): void {
  cli.console.err(`${cli.errPaint.dim(line)}\n`);
}

async function showConflict(cli: Cli, input: CommandInput, id: CommissionId): Promise<Done> {
  const { client } = await getHall(cli);
  const conflict = await client.review.conflict(id, { path: input.parameters[1] });
  if (flag(input, "json")) {
    printJson(cli, conflict);
    return 0;
  }
  printLines(cli, flag(input, "stat") ? bothSidesStat(conflict) : bothSidesLines(conflict, cli.paint));
  for (const line of conflictAdvice(conflict)) sayAside(cli, line);
  return 0;
}
