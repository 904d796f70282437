// Finds the work of a hall that is about to stop, and interrupts it if the person asked for that.
import type { Client } from "../../client/client.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { Cli } from "../cli.ts";
import { goesOnLines, interruptedLines } from "../render/hall/stopped-work.ts";
import { answerWithinMs } from "./find-hall.ts";
import { inTime } from "./in-time.ts";

/** Returns `undefined` if the hall does not answer: it is stopped anyway. */
export async function findUnfinished(
  { clock }: Cli,
  client: Client,
): Promise<CommissionSummary[] | undefined> {
  const open = ["in_progress", "dispatched", "pending", "paused", "blocked"] as const;
  try {
    const pages = await inTime({ clock, ms: answerWithinMs }, (signal) =>
      Promise.all(open.map((status) => client.list({ status, limit: 1000 }, signal))),
    );
    return pages.flatMap((page) => page.commissions);
  } catch {
    return undefined;
  }
}

/** Longer than the hall takes to kill its workers. */
const workEndsWithinMs = 10_000;

/**
 * Interrupts the hall's workers, and returns how to describe what became of their commissions. A hall that no longer
 * answers cannot interrupt them: then the description says that they continue.
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
