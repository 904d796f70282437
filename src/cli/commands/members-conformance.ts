// guild-hall members conformance URL|DIR: the whole protocol suite against one member.
import type { Cli } from "../cli.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";
import { checkIds, runKit, type Outcome } from "../offline/conformance.ts";
import { interruptedExit, pageStyle, printJson, printLines } from "../print.ts";
import { countLine, outcomeLines } from "../render/hall/conformance.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const asJson = flag(input, "json");
  const idColumns = Math.max(...checkIds.map((id) => id.length));
  const show = (outcome: Outcome) => printLines(cli, outcomeLines(outcome, { ...pageStyle(cli), idColumns }));
  const judged = await runKit(cli, {
    target: parameter(input, 0),
    secretFile: text(input, "secret-file"),
    live: flag(input, "live"),
    onOutcome: asJson ? () => undefined : show,
  });
  if (!judged.ok) return judged;
  if (cli.console.stopped.aborted) return interruptedExit(cli);
  const { outcomes } = judged;
  const conforms = outcomes.every(({ state }) => state !== "fail");
  if (asJson) printJson(cli, { ok: conforms, checks: outcomes });
  else printLines(cli, ["", countLine(outcomes)]);
  return conforms ? 0 : 1;
}
