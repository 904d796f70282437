// Runs a session to its end and records its messages as facts.
import { unlessAborted } from "../../base/async/unless-aborted.ts";
import { type Query, query } from "@anthropic-ai/claude-agent-sdk/core";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import { sleep } from "../../host/clock.ts";
import { findActivationProblem } from "./activation.ts";
import { classifyEnding } from "./ending.ts";
import { factOfInit, factsOfMessage } from "./facts.ts";
import {
  type InitMessage,
  type LifecycleMessage,
  type ResultMessage,
  readMessage,
  type SpokenMessage,
} from "./messages.ts";
import type { SessionDeps, SessionOrder } from "./open-session.ts";
import { sdkOptions } from "./options.ts";
import { type ClaudeProcess, createClaudeProcess } from "./process.ts";
import { createSaidMessages, type SaidMessages } from "./said-messages.ts";
import { interruptMs } from "./stop-times.ts";
import { createToolServers } from "./tool-servers.ts";

/** How long `claude` may linger after its result before it is killed. */
const lingerMs = 5000;

/** How long `claude` may take to begin a further answer before its result ends the session. It takes milliseconds. */
const takeUpMs = 60_000;

export interface SessionRun {
  deps: SessionDeps;
  order: SessionOrder;
  query: Query;
  process: ClaudeProcess;
  said: SaidMessages;
  /** Fires when the session is over: it aborts running tool calls and the wait for messages. */
  over: AbortController;
  stopped: boolean;
  started: boolean;
  activation: string | null;
  result: ResultMessage | null;
  /** The result of an answer after which `claude` is to begin another one; `null` once that has begun. */
  held: ResultMessage | null;
  /** A result that was held and that no answer of the model has followed; `null` if there is none. */
  standing: ResultMessage | null;
  thrown: unknown;
}

export function createRun(deps: SessionDeps, order: SessionOrder): SessionRun {
  const over = new AbortController();
  const process = createClaudeProcess({ deps, order, onGarbled: () => over.abort() });
  const mcpServers = createToolServers({ ...order, signal: over.signal });
  const options = sdkOptions(order, { mcpServers, spawnClaudeCodeProcess: (spawn) => process.start(spawn) });
  const said = createSaidMessages({ uuid: order.promptId, text: order.prompt });
  return {
    deps,
    order,
    query: query({ prompt: said.stream(), options }),
    process,
    said,
    over,
    stopped: false,
    started: false,
    activation: null,
    result: null,
    held: null,
    standing: null,
    thrown: null,
  };
}

export async function followToEnd(run: SessionRun): Promise<SessionEnd> {
  try {
    await follow(run);
  } finally {
    run.over.abort();
    run.said.end();
    run.query.close();
    await run.process.end();
  }
  return classifyEnding({
    ...run,
    exit: await run.process.end(),
    verdict: run.deps.verdict(),
    garbled: run.process.garbled(),
    stderrTail: run.process.stderrTail(),
    maxTurns: run.order.maxTurns,
  });
}

/**
 * Stops the session. Interrupts first, because that ends the turn at once; closing alone may let one more request out. So
 * may a message that waits: the interrupt drops those, and no more are taken.
 */
export async function stopRun(run: SessionRun, ended: Promise<SessionEnd>): Promise<void> {
  run.stopped ||= !run.over.signal.aborted && run.result === null; // a finished session keeps its own end
  run.said.shut();
  const { query }: { query: Interrupted } = run;
  const interrupted = query.interrupt({ cancelQueued: true }).catch(() => undefined); // fails before the session has started
  await Promise.race([interrupted, sleep(run.deps.clock, interruptMs, run.over.signal)]);
  run.over.abort();
  await ended.catch(() => undefined); // the caller that awaits `ended` gets the error
}

/** The SDK takes this option, but its types do not name it. */
interface Interrupted {
  interrupt(how: { cancelQueued: true }): Promise<unknown>;
}

async function follow(run: SessionRun): Promise<void> {
  const messages = run.query[Symbol.asyncIterator]();
  for (;;) {
    const next = await nextMessage(run, messages);
    if (next === null) return;
    run.deps.transcript(next);
    await take(run, next);
    if (run.activation !== null) return;
  }
}

/**
 * Returns the next message; `null` at the end. With a string prompt, the SDK throws after an error result.
 * This function does not rethrow, because the result says more than the error.
 */
async function nextMessage(run: SessionRun, messages: AsyncIterator<unknown>): Promise<unknown> {
  try {
    const next = await unlessAborted(messages.next(), { signal: run.over.signal, left: () => null });
    return next === null || next.done ? null : next.value;
  } catch (cause) {
    run.thrown = cause;
    return null;
  }
}

async function take(run: SessionRun, raw: unknown): Promise<void> {
  const message = readMessage(raw);
  if (message === null) return;
  if (message.type === "system") return takeInit(run, message);
  if (message.type === "result") return takeResult(run, message);
  if (message.type === "command_lifecycle") return takeReport(run, message);
  if (isAnswer(message)) {
    run.standing = null;
    for (const uuid of run.said.answered()) await run.deps.said.heard(uuid);
  }
  for (const fact of factsOfMessage(message)) await run.deps.record(fact);
}

/** `claude` presents its own messages, such as a failed request, as messages of the model `<synthetic>`. */
function isAnswer({ type, message }: SpokenMessage): boolean {
  return type === "assistant" && message.model !== "<synthetic>";
}

function takeReport(run: SessionRun, report: LifecycleMessage): void {
  const started = run.said.follow(report);
  if (started !== null) {
    run.held = null;
    run.deps.said.started(started);
  } else if (run.held !== null && !run.said.isWaiting()) finish(run, run.held); // `claude` has dropped the message
}

/** It comes with each answer, and every time the tools must be those that were ordered. */
async function takeInit(run: SessionRun, init: InitMessage): Promise<void> {
  const isFirst = !run.started;
  run.started = true;
  run.activation = findActivationProblem(init, run.order);
  if (isFirst && run.activation === null) await run.deps.record(factOfInit(init, run.order.sandbox));
}

/** Ends the input, unless a person has said something that `claude` has not handled: then a further answer follows. */
async function takeResult(run: SessionRun, result: ResultMessage): Promise<void> {
  run.result = result;
  const isGood = result.subtype === "success" && !result.is_error;
  if (isGood && !run.stopped && run.deps.verdict() === null && (await isGoingOn(run))) {
    run.standing = result;
    run.result = null; // a session that is cut off from here on was cut off in its work
    run.held = result;
    const late = run.deps.clock.after(takeUpMs, () => run.held === result && finish(run, result));
    run.over.signal.addEventListener("abort", () => late.cancel(), { once: true });
    return;
  }
  finish(run, result);
}

function finish(run: SessionRun, result: ResultMessage): void {
  run.result = result;
  run.said.end();
  const linger = run.deps.clock.after(lingerMs, () => run.over.abort());
  run.over.signal.addEventListener("abort", () => linger.cancel(), { once: true });
}

async function isGoingOn({ deps, said, over }: SessionRun): Promise<boolean> {
  await deps.said.ending();
  return said.isWaiting() && !over.signal.aborted;
}
