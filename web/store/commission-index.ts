// Merges pages of the list and messages of the stream into one state of all commissions. A message that arrived since a
// load began is newer than any page of that load.
import type { CommissionList, ListedCommission } from "../../src/contract/api/api.ts";
import type { Status } from "../../src/contract/commission/commission.ts";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import { whole } from "./lacking.ts";
import { plainly } from "./plainly.ts";

export interface Picture {
  /** All known commissions, by id. */
  commissions: ReadonlyMap<string, ListedCommission>;
  /** From newest to oldest: sorted by id, and ids are ordered by time. */
  newest: readonly ListedCommission[];
  /** The ids of commissions that another one continues. */
  continued: ReadonlySet<string>;
}

export interface CommissionIndex {
  /** Called when a load begins: until it ends, messages of the stream take precedence over the list. */
  begin(): void;
  page(list: CommissionList): void;
  /** Called after the last page: drops every commission that neither a page nor the stream named. */
  end(): void;
  apply(message: StreamMessage): void;
  /** Updates `waitingFor` of each listed commission whose known status is the one in the list. */
  waits(list: CommissionList): void;
  find(id: string): ListedCommission | undefined;
  statuses(): ReadonlySet<Status>;
  /** Returns a new object each time, so that views notice the change. */
  now(): Picture;
}

export function createCommissionIndex(): CommissionIndex {
  const { commissions, continued, put, drop } = createKept();
  const order = createOrder();
  /** Ids that the stream named since the load began, including deleted ones; `null` if no load is under way. */
  let told: Set<string> | null = null;
  let listed = new Set<string>();
  return {
    begin: () => {
      told = new Set();
      listed = new Set();
    },
    page: (list) => {
      for (const commission of list.commissions) {
        listed.add(commission.id);
        if (!told?.has(commission.id)) put(plainly(whole(commission)));
      }
      order.spoil();
    },
    end: () => {
      for (const id of commissions.keys()) if (!listed.has(id) && !told?.has(id)) drop(id);
      told = null;
      listed = new Set();
      order.spoil();
    },
    apply: (message) => {
      if (message.type === "commission") {
        const commission = whole(message.commission);
        told?.add(commission.id);
        const own = plainly({ ...commission, waitingFor: waitingFor(commissions, commission) });
        put(own);
        order.put(own);
      } else if (message.type === "deleted") {
        told?.add(message.id);
        drop(message.id);
        order.remove(message.id);
      }
    },
    waits: (list) => {
      for (const { id, status, waitingFor: why } of list.commissions) {
        const known = commissions.get(id);
        if (known?.status !== status || known.waitingFor === why) continue;
        const own = plainly({ ...known, waitingFor: why });
        put(own);
        order.put(own);
      }
    },
    find: (id) => commissions.get(id),
    statuses: () => new Set([...commissions.values()].map(({ status }) => status)),
    now: () => ({
      commissions: new Map(commissions),
      newest: order.of(commissions),
      continued: new Set(continued),
    }),
  };
}

function createKept() {
  const commissions = new Map<string, ListedCommission>();
  const continued = new Set<string>();
  return {
    commissions,
    continued,
    put: (commission: ListedCommission) => {
      commissions.set(commission.id, commission);
      if (commission.continues !== null) continued.add(commission.continues);
    },
    drop: (id: string) => {
      continued.delete(commissions.get(id)?.continues ?? "");
      commissions.delete(id);
    },
  };
}

/**
 * Returns why the commission waits. The stream says this only of a blocked one: any other keeps its known
 * reason as long as its status does not change.
 */
function waitingFor(
  known: ReadonlyMap<string, ListedCommission>,
  { id, status, blockedBy }: Pick<ListedCommission, "id" | "status" | "blockedBy">,
): string | null {
  const before = known.get(id);
  if (status === "blocked") return blockedBy.join("; ") || (before?.waitingFor ?? null);
  return before?.status === status ? before.waitingFor : null;
}

/** Keeps the commissions in order, newest first, so that one change does not sort ten thousand of them again. */
function createOrder() {
  let newest: ListedCommission[] = [];
  let isSpoilt = false;
  return {
    spoil: () => (isSpoilt = true),
    put: (commission: ListedCommission) => {
      if (isSpoilt) return;
      const at = placeOf(newest, commission.id);
      newest.splice(at, newest[at]?.id === commission.id ? 1 : 0, commission);
    },
    remove: (id: string) => {
      if (isSpoilt) return;
      const at = placeOf(newest, id);
      if (newest[at]?.id === id) newest.splice(at, 1);
    },
    of: (commissions: ReadonlyMap<string, ListedCommission>) => {
      if (isSpoilt) newest = [...commissions.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
      isSpoilt = false;
      return newest.slice();
    },
  };
}

/** Returns the index at which the id is, or would be inserted. */
function placeOf(newest: readonly ListedCommission[], id: string): number {
  let [low, high] = [0, newest.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((newest[middle]?.id ?? "") > id) low = middle + 1;
    else high = middle;
  }
  return low;
}
