// Runs one session of claude from start to end. Only this directory imports the Claude Agent SDK.
import type { Query } from "@anthropic-ai/claude-agent-sdk";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ending, RunningJob } from "../job.ts";
import type { JobLimits } from "../job-limits.ts";
import type { Containment } from "../sandbox/containment.ts";
import type { ModelEndpoint } from "../sandbox/model-access.ts";
import { findActivationProblem, type OrderedTools } from "./activation.ts";
import { describeEnding } from "./ending.ts";
import { readMessage, type ResultMessage } from "./messages.ts";
import { setUp } from "./set-up.ts";
import type { WorkerTool } from "./tool-server.ts";

export interface SessionOrder {
  prompt: string;
  systemPrompt: string;
  model: string | undefined;
  limits: JobLimits;
  /** Exactly these built-in tools exist. */
  builtIns: readonly string[];
  tools: readonly WorkerTool[];
  /** Sent with every request to the model. */
  headers: Readonly<Record<string, string>>;
  /** Created for the session and removed when it is over. */
  directory: string;
  beforeWebSearch(): Promise<void>;
}

export interface SessionDeps {
  access: ModelEndpoint;
  containment: Containment;
}

interface Run {
  order: SessionOrder;
  /** Fires when the session's messages are no longer read. */
  over: AbortController;
  query: Query | null;
  stopped: boolean;
  activation: string | null;
  result: ResultMessage | null;
  thrown: unknown;
}

export function openSession(deps: SessionDeps, order: SessionOrder): RunningJob {
  const over = new AbortController();
  const blank = { query: null, stopped: false, activation: null, result: null, thrown: null };
  const run: Run = { ...blank, order, over };
  const ended = hold(run, deps).catch(notHeld);
  return { ended, stop: () => stopRun(run, ended) };
}

function notHeld(cause: unknown): Ending {
  const why = cause instanceof Error ? cause.message : String(cause);
  return { how: "failed", error: `The session could not be held: ${why}.` };
}

/**
 * How long to wait for claude to answer an interrupt. Closing without an interrupt may let one more request out, but
 * claude never answers an interrupt before it has started.
 */
const interruptMs = 400;

async function stopRun(run: Run, ended: Promise<Ending>): Promise<void> {
  run.stopped ||= run.result === null; // a session that has its result keeps it
  const interrupted = run.query?.interrupt().catch(() => undefined);
  if (interrupted) await Promise.race([interrupted, sleep(interruptMs)]);
  run.over.abort();
  await ended;
}

async function hold(run: Run, deps: SessionDeps): Promise<Ending> {
  const { order, over } = run;
  const sdk = await import("@anthropic-ai/claude-agent-sdk"); // loaded on demand because it takes time and memory
  const { options, ordered, claude, close } = setUp({ sdk, deps, order, signal: over.signal });
  try {
    if (!over.signal.aborted) {
      run.query = sdk.query({ prompt: order.prompt, options });
      await follow(run, { messages: run.query, ordered });
    }
  } catch (cause) {
    run.thrown = cause; // the SDK may throw after an error result, which says more
  }
  over.abort();
  run.query?.close();
  const exit = await close();
  return describeEnding({ ...run, limits: order.limits, exit, lastWords: claude.lastWords() });
}

/** How long claude may linger after its result. */
const lingerMs = 5000;

interface Following {
  messages: AsyncIterable<unknown>;
  ordered: OrderedTools;
}

async function follow(run: Run, { messages, ordered }: Following): Promise<void> {
  const iterator = messages[Symbol.asyncIterator]();
  let started = false;
  while (run.activation === null) {
    const next = await unlessAborted(run.over.signal, iterator.next());
    if (next === null || next.done) return;
    const message = readMessage(next.value);
    if (message?.type === "result") {
      run.result = message;
      setTimeout(() => run.over.abort(), lingerMs).unref();
    } else if (message?.type === "system" && !started) {
      started = true;
      run.activation = findActivationProblem(message, ordered);
    }
  }
}

/** Resolves to `null` if the signal fires first. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(null);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    work.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
  });
}
