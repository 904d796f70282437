// Keeps the store up to date: follows the stream, fetches the list when messages may have been missed
// (`reset`), applies messages in batches, and invalidates stale answers.
import type { QueryClient } from "@tanstack/react-query";
import type { CommissionList } from "../../src/contract/api/api.ts";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import { hallNow } from "../api/hall-clock.ts";
import { isHallProblem } from "../api/problem.ts";
import type { OpenLine } from "../api/line.ts";
import { type AskAgain, createAskAgain } from "./ask-again.ts";
import { type ConnectionState, useHall } from "./hall-store.ts";
import { createCommissionIndex, type CommissionIndex } from "./commission-index.ts";
import { leisure } from "./leisure.ts";
import { type Stale, staleAfterHall, staleAfterWork, waits } from "./stale.ts";
import { loadAll } from "./load.ts";
import { tellListeners, tellReset } from "./live-events.ts";
import { askWaits } from "./waiting-reasons.ts";

/** While older commissions are loaded, the store is updated at most this often. */
const showMs = 400;
/**
 * The first change after a pause is shown at once; changes that follow within this time are shown together at its end.
 */
const batchMs = 32;
/** A failed fetch of the list is retried after this long. */
const againMs = 1000;
/** Answers that depend on a commission are refetched at most this often. */
const staleMs = 400;

interface Feed {
  index: CommissionIndex;
  again: AskAgain;
  /** Refreshes `waitingFor` of pending and paused commissions. */
  askWaits(): void;
  /** Counts loads: a superseded load stops. */
  load: number;
  isLoading: boolean;
  /** Whether the store was updated within the last `batchMs`. */
  isResting: boolean;
  /** Whether another change came since that update. */
  isDirty: boolean;
  /** The stale answers that are to be refetched, by their joined keys. */
  stale: Map<string, Stale>;
  /** True once the hall has said that it does not know this browser. */
  isOver: boolean;
  close(): void;
}

export function startFeed(queries: QueryClient, { listen, close }: OpenLine): void {
  const index = createCommissionIndex();
  const feed: Feed = {
    index,
    again: createAskAgain(queries),
    askWaits: askWaits({ index, changed: () => show(feed) }),
    load: 0,
    isLoading: false,
    isResting: false,
    isDirty: false,
    stale: new Map(),
    isOver: false,
    close,
  };
  listen({ message: (message) => take(feed, message), line: (line) => stand(feed, line) });
}

function stand(feed: Feed, line: ConnectionState): void {
  const before = useHall.getState();
  const lostAt = line === "lost" ? (before.lostAt ?? hallNow()) : null;
  useHall.setState({ line, lostAt });
  if (line !== "open" || before.lostAt === null) return;
  // The stream may resume without a `reset` message, and requests sent while the connection was lost have no
  // answer.
  feed.again.afterLoss();
  tellReset();
  if (feed.isLoading) void reload(feed);
}

function take(feed: Feed, message: StreamMessage): void {
  if (message.type === "reset") {
    tellReset();
    refetchAll(feed);
    return void reload(feed);
  }
  if (message.type === "hall") return askAbout(feed, staleAfterHall(message.what));
  const id = message.type === "deleted" ? message.id : message.commission.id;
  const before = feed.index.find(id);
  feed.index.apply(message);
  show(feed);
  if (message.type === "commission") tellListeners(id, message.event);
  spoil(feed, staleAfterWork(message, before));
}

/**
 * Refetches all answers, because they may be older than the stream. At the first `reset` message they are
 * only moments old, and the page is busy drawing them. So the first refetch waits until the page is idle.
 */
function refetchAll(feed: Feed): void {
  if (feed.load > 0) return feed.again.about([]);
  void leisure().then(() => feed.again.about([]));
}

async function reload(feed: Feed): Promise<void> {
  feed.load += 1;
  feed.isLoading = true;
  const load = feed.load;
  feed.index.begin();
  let shownAt = -Infinity;
  const page = (list: CommissionList, knownSince: string | null) => {
    feed.index.page(list);
    if (performance.now() - shownAt < showMs) return;
    shownAt = performance.now();
    // If there are no commissions, wait for the full list, which soon shows whether the hall is new.
    const isKnown = knownSince !== null && list.commissions.length > 0;
    useHall.setState({ ...feed.index.now(), complete: false, ...(isKnown && { knownSince }) });
  };
  try {
    if (await loadAll({ isWanted: () => load === feed.load, page })) loaded(feed);
  } catch (problem) {
    if (load !== feed.load) return;
    refuseWith(feed, problem);
    reloadLater(feed, load);
  }
}

function loaded(feed: Feed): void {
  feed.index.end();
  feed.isLoading = false;
  useHall.setState({ ...feed.index.now(), complete: true });
}

/** Another tab may hold the stream, so only this request shows that the hall does not know this browser. */
function refuseWith(feed: Feed, problem: unknown): void {
  if (!isHallProblem(problem) || problem.code !== "unknown_key") return;
  feed.isOver = true;
  feed.close();
  useHall.setState({ line: "refused", lostAt: null });
}

/**
 * Loads the list again after a while. The page cannot rely on a `reset` message, because the stream may stay
 * open, or resume without one.
 */
function reloadLater(feed: Feed, load: number): void {
  setTimeout(() => {
    const isWanted = load === feed.load && !feed.isOver && useHall.getState().line !== "refused";
    if (isWanted) void reload(feed);
  }, againMs);
}

function show(feed: Feed): void {
  feed.isDirty = feed.isResting;
  if (feed.isResting) return;
  useHall.setState(feed.index.now());
  feed.isResting = true;
  setTimeout(() => {
    feed.isResting = false;
    if (feed.isDirty) show(feed);
  }, batchMs);
}

/** Invalidates, in batches, the answers about this commission and those computed from all commissions. */
function spoil(feed: Feed, stale: readonly Stale[]): void {
  if (feed.stale.size === 0)
    setTimeout(() => {
      const spoilt = [...feed.stale.values()];
      feed.stale.clear();
      askAbout(feed, spoilt);
    }, staleMs);
  for (const each of stale) feed.stale.set(each.join("\n"), each);
}

function askAbout(feed: Feed, stale: readonly Stale[]): void {
  for (const each of stale) if (each !== waits) feed.again.about(each);
  if (stale.includes(waits)) feed.askWaits();
}
