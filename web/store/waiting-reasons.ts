// Refreshes `waitingFor` of pending and paused commissions. The stream reports changes of a commission, but not that a
// slot was taken, a quota spent or a guild member stopped.
import type { Status } from "../../src/contract/commission/commission.ts";
import { call } from "../api/call.ts";
import type { CommissionIndex } from "./commission-index.ts";

const waiting: readonly Status[] = ["pending", "paused"];
const page = 1000;

interface WaitsDeps {
  index: Pick<CommissionIndex, "statuses" | "waits">;
  changed(): void;
}

/** Returns a function that starts the refresh. Calls made while a request is under way lead to one more request. */
export function askWaits(deps: WaitsDeps): () => void {
  let asking: { again: boolean } | null = null;
  const ask = async () => {
    if (asking) return void (asking.again = true);
    const own = (asking = { again: false });
    // A failed request is repeated with the next change.
    for (const status of standing(deps)) await askFor(deps, status).catch(() => undefined);
    asking = null;
    if (own.again) await ask();
  };
  return () => void ask();
}

function standing({ index }: WaitsDeps): readonly Status[] {
  const found = index.statuses();
  return waiting.filter((status) => found.has(status));
}

async function askFor({ index, changed }: WaitsDeps, status: Status): Promise<void> {
  let cursor: string | undefined;
  do {
    const list = await call("list", { query: { status, limit: page, cursor } });
    index.waits(list);
    changed();
    cursor = list.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
