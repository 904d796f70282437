// Parses and highlights workers' texts in a web worker, with a timeout: a hostile text could take hours.
// oxlint-disable-next-line import/default -- the build makes it
import address from "./beside-worker.ts?worker&url";
import { hallIsProven } from "../api/visit.ts";
import type { PieceLine } from "./text/highlight.ts";
import type { Language } from "./text/language-of.ts";

export interface ColourOrder {
  what: "colours";
  code: string;
  language: Language;
}
export interface MarkdownOrder {
  what: "markdown";
  text: string;
}
export type Order = ColourOrder | MarkdownOrder;
export type Result<O extends Order> = O extends ColourOrder ? PieceLine[] | null : string | null;

/** No ordinary text takes this long. */
const limitMs = 2000;
/** The timeout for fetching and starting the web worker. */
const startMs = 30_000;

let running: Promise<Worker> | null = null;
let turn: Promise<unknown> = Promise.resolve();

/** Runs orders one after the other. Returns `null` for an order that timed out or failed. */
export function beside<O extends Order>(order: O): Promise<Result<O> | null> {
  const done = turn.then(() => carryOut(order)).catch(() => null);
  turn = done;
  return done;
}

async function carryOut<O extends Order>(order: O): Promise<Result<O>> {
  const worker = await (running ??= start());
  worker.postMessage(order, []);
  try {
    return await nextOf<Result<O>>(worker, limitMs);
  } catch (thrown) {
    worker.terminate();
    running = null;
    throw thrown;
  }
}

interface Rule {
  createScriptURL(given: string): string;
}

interface Rules {
  createPolicy(name: string, rule: Rule): Rule;
}

/**
 * The page's trusted-types policy allows script URLs only through a named rule: this one returns a single, fixed URL.
 */
const rule: Rule = { createScriptURL: () => address };
const named =
  (window as { trustedTypes?: Rules }).trustedTypes?.createPolicy("guild-hall-worker", rule) ?? rule;

async function start(): Promise<Worker> {
  await hallIsProven().catch((thrown: unknown) => {
    running = null;
    throw thrown;
  });
  const worker = new Worker(named.createScriptURL(""), { type: "module" });
  await nextOf(worker, startMs).catch((thrown: unknown) => {
    running = null;
    throw thrown;
  });
  return worker;
}

function nextOf<T>(worker: Worker, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const { signal } = over;
    const timer = setTimeout(() => (over.abort(), reject(new Error("It took too long."))), ms);
    const end = () => (over.abort(), clearTimeout(timer));
    worker.addEventListener("message", ({ data }: MessageEvent<T>) => (end(), resolve(data)), { signal });
    worker.addEventListener("error", () => (end(), reject(new Error("It broke."))), { signal });
  });
}
