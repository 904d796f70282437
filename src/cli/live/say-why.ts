// Says every 15 seconds why a followed commission has not ended: otherwise a long wait would look like a hang.
import type { Client } from "../../client/client.ts";
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Clock, Timer } from "../../host/clock.ts";
import { stillWaiting } from "../render/commission/still-waiting.ts";
import type { FollowView } from "./view.ts";

export interface SayWhy {
  client: Pick<Client, "detail">;
  id: CommissionId;
  view: Pick<FollowView, "still">;
  clock: Pick<Clock, "now" | "after">;
}

const everyMs = 15_000;

/** Repeats until the returned timer is cancelled. */
export function sayWhy(deps: SayWhy): Timer {
  const over = new AbortController();
  let timer = deps.clock.after(everyMs, again);
  function again(): void {
    timer = deps.clock.after(everyMs, again);
    void sayOnce(deps, over.signal);
  }
  return {
    cancel: () => {
      timer.cancel();
      over.abort();
    },
  };
}

/** Ignores a failure: the code that follows the events reports a hall that does not answer. */
async function sayOnce({ client, id, view, clock }: SayWhy, signal: AbortSignal): Promise<void> {
  const detail = await client.detail(id, signal).catch(() => undefined);
  if (detail === undefined || signal.aborted || isEndedStatus(detail.status)) return;
  view.still(stillWaiting(detail, clock.now()));
}
