// guild-hall diff <id> [<path>]: the patch alone on standard output, so that it can be kept with `>`.
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { diffTotals, leftOutLines, patchLines, statLines } from "../render/diff.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
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
