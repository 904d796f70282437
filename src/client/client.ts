// Creates a typed client of the hall. `call` sends a request to any route by its name; the other properties
// are methods for common requests, and for tasks that need more than one request.
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
  /** Waits before the event stream is opened again: resolves after `ms`, or at once when the signal fires. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export type NewCommission = BodyOf<"create">;
export type ListOptions = QueryOf<"list">;

export interface Client extends ReturnType<typeof createMethods> {
  call: Call;
  memory: MemoryClient;
  review: ReviewClient;
  /**
   * Yields every change as it happens. The first message is `reset`: no later change is missed, so this is the moment
   * to fetch the current state. `reset` is repeated whenever a change may have been missed.
   */
  events(signal?: AbortSignal): AsyncGenerator<StreamMessage, void>;
  /**
   * Yields each line of a commission's ledger after line `after` exactly once, up to the line that ends the commission.
   */
  followCommission(id: CommissionId, after?: number, signal?: AbortSignal): AsyncGenerator<LedgerEvent, void>;
  /** Returns the id of the only commission whose id has this prefix. Throws `not_found` or `ambiguous_id`. */
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
    /** Returns the patch as bytes, not as JSON. */
    patch: (id: CommissionId, query: QueryOf<"diff"> = {}, signal?: AbortSignal): Promise<Patch> =>
      readPatch(line, { params: { id }, query, signal }),
    conflict: (id: CommissionId, query: QueryOf<"conflict"> = {}, signal?: AbortSignal) =>
      call("conflict", { params: { id }, query, signal }),
    artifacts: (id: CommissionId, signal?: AbortSignal) => call("artifacts", { params: { id }, signal }),
    artifact: (id: CommissionId, query: QueryOf<"artifact">, signal?: AbortSignal) =>
      call("artifact", { params: { id }, query, signal }),
  };
}
