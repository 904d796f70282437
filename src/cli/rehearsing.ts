// Plays one script against a worker of a throwaway hall.
import type { CommissionDetail } from "../contract/api/api.ts";
import { sealOf } from "../rules/show/seal.ts";
import type { Cli } from "./cli.ts";
import type { Hall } from "./hall/find-hall.ts";
import { followToEnd } from "./live/follow.ts";
import { createView, type View } from "./live/view.ts";
import { interruptedExit, pageStyle, printLines } from "./print.ts";
import { endingLines } from "./render/commission/ending.ts";
import { reasonText } from "./render/measures.ts";
import { printable } from "../host/person/terminal.ts";

export interface Play {
  hall: Hall;
  worker: string;
  task: string;
  script: string;
}

/** The commission as it ended; undefined when the person stopped us first. */
export async function playScript(
  cli: Cli,
  { play, view }: { play: Play; view: View },
): Promise<CommissionDetail | undefined> {
  const { hall, worker, task, script } = play;
  if (cli.console.stopped.aborted) return undefined;
  const { id } = await hall.client.create({ worker, title: "Rehearsal", task, rehearsal: script });
  return followToEnd({ client: hall.client, id, signal: cli.console.stopped, clock: cli.clock }, view);
}

/** Shows all of it, as it goes. */
export async function showPlay(cli: Cli, play: Play): Promise<number> {
  const detail = await playScript(cli, { play, view: createView(cli) });
  if (!detail) return interruptedExit(cli);
  printLines(cli, endingLines({ ...detail, error: null }, pageStyle(cli))); // what failed is the last line's to say
  const failure = failureOf(detail);
  if (failure === undefined) {
    printLines(cli, [cli.paint.green("The rehearsal went as the script expects.")]);
    return 0;
  }
  cli.console.err(`${cli.errPaint.red("The rehearsal failed:")} ${printable(failure)}\n`);
  return 1;
}

/** A script that was not met, or not played to its end, fails the commission whatever was submitted. */
export function failureOf(detail: CommissionDetail): string | undefined {
  if (detail.error) return reasonText(detail.error.code, detail.error.message);
  const seal = sealOf(detail);
  if (seal === "refuted") return "Its checks refuted the work.";
  if (seal === "conflict") return "Its work could not be merged.";
  return detail.status === "completed" ? undefined : detail.status;
}
