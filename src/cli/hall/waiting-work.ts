// Asks the hall whether finished work waits for the person, for a closing line of other commands.
import type { Client } from "../../client/client.ts";
import type { Cli } from "../cli.ts";
import { waitingLine } from "../render/commission/review-list.ts";
import { answerWithinMs } from "./find-hall.ts";
import { inTime } from "./in-time.ts";

/** Returns a line such as "2 finished works wait for you: guild-hall review". `null` if none waits, or on a failure. */
export async function waitingWork(
  { clock }: Pick<Cli, "clock">,
  { landing }: Pick<Client, "landing">,
): Promise<string | null> {
  return inTime({ clock, ms: answerWithinMs }, async (signal) => {
    const { waiting } = await landing.list({ limit: 1 }, signal);
    return waitingLine(waiting);
  }).catch(() => null);
}
