// Lists what needs a person: work that ended badly, questions, and problems of the hall. Texts are made only
// for the items that are shown, so that thousands of failures cost little.
import type {
  AttentionItem,
  AttentionKey,
  AttentionList,
  DeferredFile,
} from "../../contract/api/attention.ts";
import { attentionKinds, type AttentionKind } from "../../contract/api/attention.ts";

/** Why something needs a person; its text is made only when it is shown. */
export interface Cause {
  key: string;
  kind: AttentionKind;
  since: string | null;
  words(): NeedWords;
}

export type NeedWords = Omit<AttentionItem, "key" | "kind" | "since" | "deferred">;

export type Deferred = DeferredFile["deferred"];

export interface AttentionLook {
  causes: readonly Cause[];
  deferred: Deferred;
  limit: number;
  /** Milliseconds since 1970. */
  now: number;
}

export function attentionOf({ causes, deferred, limit, now }: AttentionLook): AttentionList {
  const open: Cause[] = [];
  const putOff: Cause[] = [];
  const isAny = Object.keys(deferred).length > 0; // looking up ten thousand keys takes time
  for (const cause of causes) (isAny && isPutOff(deferred, cause.key, now) ? putOff : open).push(cause);
  const shown = (found: Cause[]) => mostUrgent(found, limit).map((cause) => itemOf(cause, { deferred, now }));
  return {
    items: shown(open),
    total: open.length,
    deferred: shown(putOff),
    deferredTotal: putOff.length,
  };
}

export function itemOf(
  cause: Cause,
  { deferred, now }: Pick<AttentionLook, "deferred" | "now">,
): AttentionItem {
  const { kind, since } = cause;
  const key = cause.key as AttentionKey;
  return { key, kind, since, ...cause.words(), deferred: putOffNow(deferred, key, now) };
}

function isPutOff(deferred: Deferred, key: string, now: number): boolean {
  return putOffNow(deferred, key, now) !== null;
}

function putOffNow(deferred: Deferred, key: string, now: number): AttentionItem["deferred"] {
  const found = Object.hasOwn(deferred, key) ? deferred[key as AttentionKey] : undefined;
  return found && !isOver(found, now) ? found : null;
}

function isOver({ until }: { until: string | null }, now: number): boolean {
  return until !== null && Date.parse(until) <= now;
}

/**
 * Returns the most urgent causes, newest first within a kind. It sorts only as many as are shown, because
 * there may be thousands.
 */
function mostUrgent(causes: readonly Cause[], limit: number): Cause[] {
  const byKind = new Map<AttentionKind, Cause[]>(attentionKinds.map((kind) => [kind, []]));
  for (const cause of causes) byKind.get(cause.kind)?.push(cause);
  const chosen: Cause[] = [];
  for (const some of byKind.values()) chosen.push(...newest(some, limit - chosen.length));
  return chosen;
}

function newest(causes: readonly Cause[], limit: number): Cause[] {
  const chosen: Cause[] = [];
  for (const cause of causes) {
    const last = chosen.at(limit - 1);
    if (limit === 0 || (last && !isNewer(cause, last))) continue;
    chosen.splice(placeOf(chosen, cause), 0, cause);
    if (chosen.length > limit) chosen.pop();
  }
  return chosen;
}

/** Returns the index at which to insert a cause: after all that are as new or newer. */
function placeOf(chosen: readonly Cause[], cause: Cause): number {
  let [low, high] = [0, chosen.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = chosen[middle];
    if (found && isNewer(cause, found)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isNewer({ since: one }: Cause, { since: other }: Cause): boolean {
  return (one ?? "") > (other ?? "");
}

/**
 * Returns the deferrals to keep. A deferral is kept until its time is up, or until its cause is known to be
 * gone.
 */
export function stillDeferred({
  deferred,
  causes,
  unknown,
  now,
}: Omit<AttentionLook, "limit"> & {
  /** Prefixes of keys whose causes cannot be determined now. */
  unknown: readonly string[];
}): Deferred {
  const there = new Set(causes.map(({ key }) => key));
  const kept = Object.entries(deferred).filter(
    ([key, each]) =>
      !isOver(each, now) && (there.has(key) || unknown.some((beginning) => key.startsWith(beginning))),
  );
  return Object.fromEntries(kept);
}

/** Returns when the next deferral ends by itself; `null` if none does. */
export function nextReturn(deferred: Deferred, now: number): number | null {
  const times = Object.values(deferred)
    .map(({ until }) => (until === null ? Number.NaN : Date.parse(until)))
    .filter((at) => at > now);
  return times.length === 0 ? null : Math.min(...times);
}
