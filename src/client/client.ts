// A typed client of the hall: `call` sends any route by name, and the rest adds what needs more than one request.
import type { Timers } from "../base/async/time-limit.ts";
import type { StreamMessage } from "../contract/api/stream.ts";
import type { CommissionId } from "../contract/home/ids.ts";
import type { LedgerEvent } from "../contract/commission/events.ts";
import type { BodyOf, Call, QueryOf } from "./call.ts";
import { followCommission } from "./follow.ts";
import { listen } from "./listen.ts";
import { createMemoryClient, type MemoryClient } from "./memory.ts";
import { createMethods } from "./methods.ts";
import { type Patch, readPatch } from "./patch.ts";
import { resolveId } from "./resolve-id.ts";
import { createCall, type HallConnection } from "./send.ts";

export interface ClientDeps extends HallConnection, Timers {
  /** Resolves after `ms`, or at once when the signal fires: the pause before the stream is opened again. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export type NewCommission = BodyOf<"create">;
export type ListOptions = QueryOf<"list">;

export interface Client extends ReturnType<typeof createMethods> {
  call: Call;
  memory: MemoryClient;
  review: ReviewClient;
  /**
   * Yields every change as it happens. The first message is `reset`: from then on nothing is missed, so fetch what you
   * show at that moment. It is repeated whenever something may have been missed.
   */
  events(signal?: AbortSignal): AsyncGenerator<StreamMessage, void>;
  /** Yields the ledger of one commission after line `after`, each line exactly once, up to the one that ends it. */
  followCommission(id: CommissionId, after?: number, signal?: AbortSignal): AsyncGenerator<LedgerEvent, void>;
  /** Returns the one commission whose id has this prefix. Throws `not_found` or `ambiguous_id`. */
  resolveId(prefix: string): Promise<CommissionId>;
}

export type ReviewClient = ReturnType<typeof createReviewClient>;

export function createClient(deps: ClientDeps): Client {
  const call = createCall(deps);
  const client: Client = {
    ...createMethods(call),
    call,
    memory: createMemoryClient(call),
    review: createReviewClient(deps, call),
    events: (signal) => listen(deps, signal),
    followCommission: (id, after = 0, signal) => followCommission(client, { id, after, signal }),
    resolveId: (prefix) => resolveId(client, prefix),
  };
  return client;
}

function createReviewClient(line: HallConnection, call: Call) {
  return {
    diff: (id: CommissionId, query: QueryOf<"diff"> = {}, signal?: AbortSignal) =>
      call("diff", { params: { id }, query, signal }),
    /** Returns bytes, not JSON. */
    patch: (id: CommissionId, query: QueryOf<"diff"> = {}, signal?: AbortSignal): Promise<Patch> =>
      readPatch(line, { params: { id }, query, signal }),
    conflict: (id: CommissionId, query: QueryOf<"conflict"> = {}, signal?: AbortSignal) =>
      call("conflict", { params: { id }, query, signal }),
    artifacts: (id: CommissionId, signal?: AbortSignal) => call("artifacts", { params: { id }, signal }),
    artifact: (id: CommissionId, query: QueryOf<"artifact">, signal?: AbortSignal) =>
      call("artifact", { params: { id }, query, signal }),
  };
}
