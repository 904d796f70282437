// Finds the work of a hall that is about to stop, and interrupts it if the person asked for that.
import type { Client } from "../../client/client.ts";
import { listAll } from "../../client/list-all.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { Cli } from "../cli.ts";
import { goesOnLines, interruptedLines } from "../render/hall/stopped-work.ts";
import { answerWithinMs } from "./find-hall.ts";
import { inTime } from "./in-time.ts";

/** Returns `undefined` if the hall does not answer, because the caller stops it anyway. */
export async function findUnfinished(
  { clock }: Pick<Cli, "clock">,
  client: Pick<Client, "list">,
): Promise<CommissionSummary[] | undefined> {
  const open = ["in_progress", "dispatched", "pending", "paused", "blocked"] as const;
  try {
    const pages = await inTime({ clock, ms: answerWithinMs }, (signal) =>
      Promise.all(open.map((status) => listAll(client, { status }, signal))),
    );
    return pages.flat();
  } catch {
    return undefined;
  }
}

/** Longer than the hall takes to kill its workers. */
const workEndsWithinMs = 10_000;

/**
 * Interrupts the hall's workers. Returns a function that describes what became of their commissions. If the
 * hall does not answer in time, the description says that the workers continue.
 */
export async function stopWork({ clock }: Cli, client: Client): Promise<typeof goesOnLines> {
  try {
    const { stopped, left } = await inTime({ clock, ms: workEndsWithinMs }, (signal) =>
      client.stop({ stopWork: true }, signal),
    );
    return (commissions) => interruptedLines({ stopped, left }, commissions ?? []);
  } catch {
    return (commissions) => ["The hall could not interrupt its work.", ...goesOnLines(commissions)];
  }
}
