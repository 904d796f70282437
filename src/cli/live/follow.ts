// Follows one commission to its end and keeps a view up to date.
import type { Client } from "../../client/client.ts";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { sleep, type Clock } from "../../host/clock.ts";
import type { FollowView } from "./view.ts";

export interface FollowedCommission {
  client: Pick<Client, "detail" | "followCommission">;
  id: CommissionId;
  signal: AbortSignal;
  clock: Clock;
}

const countedWithinMs = 5000;
const pollMs = 20;

/** Resolves with the ended commission. `undefined` if the signal fired first. */
export async function followToEnd(
  following: FollowedCommission,
  view: FollowView,
): Promise<CommissionDetail | undefined> {
  const { client, id, signal } = following;
  const refresher = createRefresher(signal, async (refreshing) => {
    const detail = await client.detail(id, refreshing);
    if (!refreshing.aborted) view.commission(detail);
  });
  try {
    await refresher.refresh();
    for await (const event of client.followCommission(id, 0, signal)) {
      view.event(event);
      void refresher.refresh();
    }
    return signal.aborted ? undefined : await readEnded(following);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    await refresher.stop(); // a refresh in flight must not draw over what follows
    view.close();
  }
}

/**
 * Returns the commission once it has ended. An event can be read from the ledger an instant before the hall's
 * state includes it, so this polls for at most `countedWithinMs` and then returns the commission as it is.
 */
async function readEnded({ client, id, signal, clock }: FollowedCommission): Promise<CommissionDetail> {
  const until = clock.monotonic() + countedWithinMs;
  for (;;) {
    const detail = await client.detail(id, signal);
    if (isEndedStatus(detail.status) || clock.monotonic() > until) return detail;
    await sleep(clock, pollMs, signal);
  }
}

interface Refresher {
  refresh(): Promise<void>;
  /** Aborts the refresh in flight and resolves when it has ended. Starts none afterwards. */
  stop(): Promise<void>;
}

/**
 * Runs one refresh at a time and queues at most one more, because many events come at once. Ignores a failure: if the
 * hall does not answer, following the events fails too.
 */
function createRefresher(signal: AbortSignal, run: (signal: AbortSignal) => Promise<void>): Refresher {
  const over = new AbortController();
  const refreshing = AbortSignal.any([signal, over.signal]);
  let running: Promise<void> | undefined;
  let isWanted = false;
  async function runWhileWanted(): Promise<void> {
    while (isWanted && !refreshing.aborted) {
      isWanted = false;
      await run(refreshing).catch(() => undefined);
    }
    running = undefined;
  }
  return {
    refresh: async () => {
      isWanted = true;
      running ??= runWhileWanted();
      await running;
    },
    stop: async () => {
      over.abort();
      await running;
    },
  };
}
