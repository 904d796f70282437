// Follows one commission's ledger to its end. The lines are fetched from /:id/events. The event stream only says when
// to fetch again, so a message that is lost or comes twice does no harm.
import type { EventList } from "../contract/api/api.ts";
import type { StreamMessage } from "../contract/api/stream.ts";
import type { LedgerEvent } from "../contract/commission/events.ts";
import type { CommissionId } from "../contract/home/ids.ts";
import { problem } from "../contract/api/problem.ts";
import { ClientProblem, mayPass } from "./problem.ts";

export interface FollowCommissionDeps {
  events(signal?: AbortSignal): AsyncGenerator<StreamMessage, void>;
  commissionEvents(id: CommissionId, query: { after: number }, signal?: AbortSignal): Promise<EventList>;
}

export interface FollowOptions {
  id: CommissionId;
  after: number;
  signal: AbortSignal | undefined;
}

const endings: readonly string[] = ["commission.completed", "commission.failed", "commission.cancelled"];
/** How many requests in a row may fail because the hall is unreachable or stopping, before following fails. */
const toleratedLosses = 5;

interface Following extends Omit<FollowOptions, "after"> {
  deps: FollowCommissionDeps;
  seen: number;
  losses: number;
}

export async function* followCommission(
  deps: FollowCommissionDeps,
  { id, after, signal }: FollowOptions,
): AsyncGenerator<LedgerEvent, void> {
  const following: Following = { deps, id, signal, seen: after, losses: 0 };
  // A new stream yields `reset` once the hall is back, and throws if the hall does not come back.
  while ((yield* followStream(following)) === "lost");
}

async function* followStream(following: Following): AsyncGenerator<LedgerEvent, "over" | "lost"> {
  for await (const hint of following.deps.events(following.signal)) {
    if (hint.type === "deleted" && hint.id === following.id) throw deleted(following.id);
    while (isNews(hint, following)) {
      const page = await readPage(following);
      if (page === "lost") return "lost";
      for (const event of page) {
        Object.assign(following, { seen: event.seq, losses: 0 });
        yield event;
        if (endings.includes(event.type)) return "over";
      }
      if (page.length === 0) break;
    }
  }
  return "over";
}

async function readPage(following: Following): Promise<LedgerEvent[] | "lost"> {
  const { deps, id, seen, signal } = following;
  try {
    return (await deps.commissionEvents(id, { after: seen }, signal)).events;
  } catch (error) {
    if (signal?.aborted) return "lost";
    following.losses += 1;
    if (!mayPass(error) || following.losses > toleratedLosses) throw error;
    return "lost";
  }
}

/** Returns whether there may be new lines: after `reset`, or if the message is about a line not yet seen. */
function isNews(hint: StreamMessage, { id, seen }: Following): boolean {
  if (hint.type === "reset") return true;
  return hint.type === "commission" && hint.commission.id === id && hint.event.seq > seen;
}

function deleted(id: CommissionId): ClientProblem {
  return new ClientProblem(problem("not_found", `Commission ${id} was deleted.`));
}
