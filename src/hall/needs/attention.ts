// Lists what needs a person, and lets the person defer items and recall them.
import type {
  AttentionItem,
  AttentionKey,
  AttentionList,
  DeferRequest,
} from "../../contract/api/attention.ts";
import { done, type Outcome, type Refusal, refuse } from "../../contract/api/problem.ts";
import { type Clock, type Timer, timestamp } from "../../host/clock.ts";
import { createSerial, type Serial } from "../../base/async/serial.ts";
import {
  attentionOf,
  type Cause,
  type Deferred,
  itemOf,
  nextReturn,
  stillDeferred,
} from "../../rules/show/attention.ts";
import type { DeferredItems } from "./deferred-file.ts";
import type { News } from "../http/stream/news.ts";
import type { QuotaStore } from "../operations/quota-file.ts";

export interface FoundCauses {
  causes: readonly Cause[];
  /** Prefixes of the keys whose causes cannot be determined now. */
  unknown: readonly string[];
}

export interface AttentionDeps {
  look(): Promise<FoundCauses>;
  deferredItems: DeferredItems;
  quota: Pick<QuotaStore, "current">;
  news: News;
  clock: Pick<Clock, "now" | "after">;
}

export interface Attention {
  list(limit: number): Promise<AttentionList>;
  /** Defers an item. The change is durable when this resolves. */
  defer(request: DeferRequest): Promise<Outcome<AttentionItem>>;
  recall(key: AttentionKey): Promise<Outcome<AttentionItem>>;
  close(): void;
}

interface AttentionState extends AttentionDeps {
  /** Runs one change at a time, because each builds on the one before. */
  inTurn: Serial;
  alarm: Timer | null;
  isClosed: boolean;
}

export function openAttention(deps: AttentionDeps): Attention {
  const state: AttentionState = { ...deps, inTurn: createSerial(), alarm: null, isClosed: false };
  deps.news.subscribe((what) => what === "quota" && arm(state));
  arm(state);
  return {
    list: (limit) => list(state, limit),
    defer: (request) => state.inTurn(() => defer(state, request)),
    recall: (key) => state.inTurn(() => recall(state, key)),
    close: () => {
      state.isClosed = true;
      state.alarm?.cancel();
    },
  };
}

async function list({ look, deferredItems, clock }: AttentionState, limit: number): Promise<AttentionList> {
  const { causes } = await look();
  return attentionOf({ causes, deferred: deferredItems.current(), limit, now: clock.now() });
}

async function defer(state: AttentionState, { key, until }: DeferRequest): Promise<Outcome<AttentionItem>> {
  const { clock, deferredItems } = state;
  if (until !== null && Date.parse(until) <= clock.now()) return refuse("bad_shape", past, pastHint);
  const at = timestamp(clock);
  const entry = { at, until: until === null ? null : new Date(until).toISOString() };
  return change(state, key, () => ({ ...deferredItems.current(), [key]: entry }));
}

/** Ends the deferral of an item. Returns the item unchanged if it is not deferred. */
async function recall(state: AttentionState, key: AttentionKey): Promise<Outcome<AttentionItem>> {
  return change(state, key, () => {
    const { [key]: _, ...others } = state.deferredItems.current();
    return others;
  });
}

async function change(
  state: AttentionState,
  key: AttentionKey,
  changed: () => Deferred,
): Promise<Outcome<AttentionItem>> {
  const { deferredItems, clock, news } = state;
  const { causes, unknown } = await state.look();
  const cause = causes.find((each) => each.key === key);
  if (!cause) return notThere(key);
  const now = clock.now();
  const before = deferredItems.current();
  const deferred = stillDeferred({ deferred: changed(), causes, unknown, now });
  if (JSON.stringify(before) !== JSON.stringify(deferred)) {
    await deferredItems.replace(deferred);
    arm(state);
    news.tell("attention");
  }
  return done(itemOf(cause, { deferred, now }));
}

/** The longest timer. After the machine slept or its clock was set, an item returns at most this late. */
const longestMs = 15 * 60_000;

/**
 * Sets a timer for the next item that returns by itself, or for the end of a quota pause. Sets none if
 * neither is due.
 */
function arm(state: AttentionState): void {
  const { clock, deferredItems, quota, news } = state;
  state.alarm?.cancel();
  state.alarm = null;
  const now = clock.now();
  const free = Date.parse(quota.current()?.pausedUntil ?? "");
  const times = [nextReturn(deferredItems.current(), now), free > now ? free : null].filter(
    (at) => at !== null,
  );
  if (state.isClosed || times.length === 0) return;
  const next = Math.min(...times);
  state.alarm = clock.after(Math.min(next - now, longestMs), () => {
    if (clock.now() >= next) news.tell(next === free ? "quota" : "attention");
    arm(state);
  });
}

const past = "The time until which it should be deferred is already past.";
const pastHint = "Give a later time, or none: the hall then defers it until its cause changes.";

function notThere(key: AttentionKey): Refusal {
  return refuse(
    "not_found",
    `Nothing that needs you has the key "${key}".`,
    'Run "guild-hall needs --all" to see what does, and what was put off.',
  );
}
