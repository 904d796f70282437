// Fetches pages for one worker, a few at a time. Each page has limits of time and size, and all pages
// together have limits of number and size.
import { messageOf } from "../../base/text/message-of.ts";
import type { HallConfig } from "../../contract/home/config.ts";
import type { Clock } from "../../host/clock.ts";
import { follow, type FollowRedirectsDeps, type Followed } from "./follow.ts";
import { pageText } from "./page-text.ts";

export interface PageFetcherDeps extends FollowRedirectsDeps {
  clock: Clock;
}

/** The result of one fetch: what is recorded, and what the worker gets. */
export interface PageOutcome {
  finalUrl: string | null;
  status: number | null;
  bytes: number;
  ms: number;
  /** Why there is no page. `null` if there is one. */
  refused: string | null;
  text: string;
  /** True if the page has more text than this. */
  cut: boolean;
}

export interface PageFetcher {
  fetchPage(url: string, signal: AbortSignal): Promise<PageOutcome>;
}

/** The limits of one workbench. A worker needs no more, and a misled worker cannot flood a server. */
export const fetchCaps = { atOnce: 4, waiting: 64, pages: 500, bytes: 256 * 1024 * 1024 } as const;

interface State {
  running: number;
  waiting: (() => void)[];
  pages: number;
  bytes: number;
}

export function createPageFetcher(deps: PageFetcherDeps, limits: HallConfig["fetch"]): PageFetcher {
  const state: State = { running: 0, waiting: [], pages: 0, bytes: 0 };
  return { fetchPage: (url, signal) => inTurn({ deps, limits, state }, { url, signal }) };
}

interface Fetcher {
  deps: PageFetcherDeps;
  limits: HallConfig["fetch"];
  state: State;
}

interface Wanted {
  url: string;
  signal: AbortSignal;
}

const nothing: PageOutcome = {
  finalUrl: null,
  status: null,
  bytes: 0,
  ms: 0,
  refused: null,
  text: "",
  cut: false,
};

async function inTurn(fetcher: Fetcher, wanted: Wanted): Promise<PageOutcome> {
  const { state } = fetcher;
  const spent = capReached(state);
  if (spent !== null) return { ...nothing, refused: spent };
  state.pages += 1;
  if (state.running >= fetchCaps.atOnce) await new Promise<void>((go) => state.waiting.push(go));
  else state.running += 1;
  try {
    const outcome = await timed(fetcher, wanted);
    state.bytes += outcome.bytes;
    return outcome;
  } finally {
    const next = state.waiting.shift(); // the next fetch in the queue takes this slot
    if (next) next();
    else state.running -= 1;
  }
}

function capReached({ pages, bytes, waiting }: State): string | null {
  if (pages >= fetchCaps.pages)
    return `This session has asked for ${fetchCaps.pages} pages already, and may not ask for more.`;
  if (bytes >= fetchCaps.bytes)
    return `This session has fetched ${fetchCaps.bytes / 1024 / 1024} MB of pages already, and may not fetch more.`;
  return waiting.length >= fetchCaps.waiting ? "Too many pages were asked for at once." : null;
}

async function timed({ deps, limits }: Fetcher, wanted: Wanted): Promise<PageOutcome> {
  const began = deps.clock.monotonic();
  const late = new AbortController();
  const timer = deps.clock.after(limits.timeoutSeconds * 1000, () => late.abort());
  let seen = { finalUrl: nothing.finalUrl, status: nothing.status };
  const tell = ({ url, status }: { url: string; status: number | null }) =>
    void (seen = { finalUrl: url, status });
  try {
    const signal = AbortSignal.any([wanted.signal, late.signal]);
    const followed = await follow(deps, { url: wanted.url, limits, signal, tell });
    return { ...outcomeOf(followed), ...seen, ms: since(deps.clock, began) };
  } catch (error) {
    const refused = late.signal.aborted
      ? `It took longer than ${limits.timeoutSeconds} s.`
      : `It could not be fetched: ${messageOf(error)}.`;
    return { ...nothing, ...seen, refused, ms: since(deps.clock, began) };
  } finally {
    timer.cancel();
  }
}

function outcomeOf(followed: Followed): PageOutcome {
  if (!followed.ok) return { ...nothing, refused: followed.reason };
  const { url, answer } = followed;
  const { bytes, cut } = answer.body;
  const read = pageText({ url, type: answer.headers.get("content-type"), bytes });
  const size = { bytes: bytes.length };
  return read.ok
    ? { ...nothing, ...size, text: read.text, cut: cut || read.cut }
    : { ...nothing, ...size, refused: read.reason };
}

function since(clock: Clock, began: number): number {
  return Math.max(0, Math.round(clock.monotonic() - began));
}
