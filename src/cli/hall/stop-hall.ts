// Stops a hall by its process identity and waits until it is gone.
import type { HallRecord } from "../../contract/home/hall-record.ts";
import { sleep } from "../../host/clock.ts";
import type { Cli } from "../cli.ts";

const pollMs = 50;

/** Returns false if the hall still runs after `withinMs`. */
export async function stopHall(
  { processes, clock }: Pick<Cli, "processes" | "clock">,
  { record, withinMs }: { record: HallRecord; withinMs: number },
): Promise<boolean> {
  processes.signal(record, "SIGTERM");
  const until = clock.monotonic() + withinMs;
  while (processes.isAlive(record)) {
    if (clock.monotonic() > until) return false;
    await sleep(clock, pollMs);
  }
  return true;
}
