// guild-hall result <id>: the text alone on standard output, so that it can be kept with `>`.
import type { CommissionDetail } from "../../contract/api/api.ts";
import { oneLine } from "../../host/person/terminal.ts";
import { sealOf } from "../../rules/show/seal.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { notDoneExit, pageStyle, printJson, printLines } from "../print.ts";
import { atMember, memberFileLines, resultLines } from "../render/commission/result.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  const [result, detail] = await Promise.all([client.result(id), client.detail(id)]);
  if (flag(input, "json")) printJson(cli, result);
  else printLines(cli, resultLines(result, { ...pageStyle(cli), directory: detail.directory }));
  const left = flag(input, "json") ? [] : memberFileLines(detail);
  if (left.length > 0) cli.console.err(`${[`${atMember}:`, ...left].join("\n")}\n`);
  if (detail.rehearsed)
    cli.console.err(`${cli.errPaint.dim("rehearsed: the model was played from a script")}\n`);
  if (result.damage !== undefined) cli.console.err(`${cli.errPaint.red(oneLine(result.damage, 2000))}\n`);
  const seal = sealOf(detail);
  if (seal === "unchanged") cli.console.err(`${cli.errPaint.dim("it changed nothing in the repository")}\n`);
  if (seal !== "refuted" && seal !== "conflict") return 0;
  cli.console.err(`${cli.errPaint.red(seal === "refuted" ? refutedText : conflictText(detail))}\n`);
  return notDoneExit;
}

const refutedText = "refuted: its checks say otherwise";

function conflictText({ branch }: CommissionDetail): string {
  return `in conflict: it is not merged into ${oneLine(branch?.into ?? "the integration branch", 200)}`;
}
