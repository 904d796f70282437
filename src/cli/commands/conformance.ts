// guild-hall members conformance: runs the whole protocol suite against one guild member, without a hall.
import type { Cli } from "../cli.ts";
import { checkIds, runKit, type CheckOutcome } from "../offline/conformance.ts";
import { interruptedExit, pageStyle, printFound, printLines } from "../print.ts";
import { countLine, outcomeLines } from "../render/hall/conformance.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";

export async function conformance(cli: Cli, input: CommandInput): Promise<Done> {
  const idColumns = Math.max(...checkIds.map((id) => id.length));
  const show = (outcome: CheckOutcome) =>
    printLines(cli, outcomeLines(outcome, { ...pageStyle(cli), idColumns }));
  const judged = await runKit(cli, {
    target: parameter(input, 0),
    secretFile: text(input, "secret-file"),
    live: flag(input, "live"),
    onOutcome: flag(input, "json") ? () => undefined : show,
  });
  if (!judged.ok) return judged;
  if (cli.console.stopped.aborted) return interruptedExit(cli);
  const { outcomes } = judged;
  const ok = outcomes.every(({ state }) => state !== "fail");
  printFound(cli, input, { found: { ok, checks: outcomes }, lines: () => ["", countLine(outcomes)] });
  return ok ? 0 : 1;
}
