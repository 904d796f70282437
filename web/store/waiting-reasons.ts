// What they wait for that have not begun or are paused. The stream tells what happens to a commission; that a slot was
// taken, a quota used up or a guild member stopped happens to none of them, and is asked for.
import type { Status } from "../../src/contract/commission/commission.ts";
import { call } from "../api/call.ts";
import type { CommissionIndex } from "./commission-index.ts";

const waiting: readonly Status[] = ["pending", "paused"];
const page = 1000;

interface WaitsDeps {
  shelf: Pick<CommissionIndex, "statuses" | "waits">;
  changed(): void;
}

/** However often it is asked while an answer is on its way, it is asked once more. */
export function askWaits(deps: WaitsDeps): () => void {
  let asking: { again: boolean } | null = null;
  const ask = async () => {
    if (asking) return void (asking.again = true);
    const own = (asking = { again: false });
    // What could not be asked is asked with the next change.
    for (const status of standing(deps)) await askFor(deps, status).catch(() => undefined);
    asking = null;
    if (own.again) await ask();
  };
  return () => void ask();
}

function standing({ shelf }: WaitsDeps): readonly Status[] {
  const found = shelf.statuses();
  return waiting.filter((status) => found.has(status));
}

async function askFor({ shelf, changed }: WaitsDeps, status: Status): Promise<void> {
  let cursor: string | undefined;
  do {
    const list = await call("list", { query: { status, limit: page, cursor } });
    shelf.waits(list);
    changed();
    cursor = list.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
