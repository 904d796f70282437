// One session of claude, from its start to its end: contained, through a relay of its own, and gone when it is over.
import type { Query } from "@anthropic-ai/claude-agent-sdk";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findActivationProblem } from "./activation.ts";
import { findClaude } from "./claude-binary.ts";
import { type ClaudeProcess, createClaudeProcess } from "./claude-process.ts";
import type { Containment } from "./containment.ts";
import { describeEnding } from "./ending.ts";
import type { Ending, RunningJob } from "./job.ts";
import type { JobLimits } from "./limits.ts";
import { type ResultMessage, readMessage } from "./messages.ts";
import type { ModelAccess } from "./model-access.ts";
import { openRelay } from "./relay.ts";
import { claudeEnvironment, sdkOptions } from "./session-options.ts";
import { serveTools, type WorkerTool } from "./tool-server.ts";

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
  /** Made for it, and removed when it is over. */
  directory: string;
  beforeWebSearch(): Promise<void>;
}

export interface SessionDeps {
  access: ModelAccess;
  containment: Containment;
}

interface Run {
  deps: SessionDeps;
  order: SessionOrder;
  /** Fires when nobody listens any more. */
  over: AbortController;
  query: Query | null;
  stopped: boolean;
  started: boolean;
  activation: string | null;
  result: ResultMessage | null;
  thrown: unknown;
}

export function openSession(deps: SessionDeps, order: SessionOrder): RunningJob {
  const over = new AbortController();
  const run: Run = {
    ...{ deps, order, over, query: null, stopped: false, started: false },
    ...{ activation: null, result: null, thrown: null },
  };
  const ended = hold(run).catch((cause: unknown): Ending => ({ how: "failed", error: reasonOf(cause) }));
  return { ended, stop: () => stopRun(run, ended) };
}

/** For claude to end its turn: closing alone may let one more request out. */
const interruptMs = 400;

async function stopRun(run: Run, ended: Promise<Ending>): Promise<void> {
  run.stopped = true;
  const interrupted = run.query?.interrupt().catch(() => undefined); // not possible before it has started
  if (interrupted) await Promise.race([interrupted, sleep(interruptMs, undefined, { ref: false })]);
  run.over.abort();
  await ended;
}

async function hold(run: Run): Promise<Ending> {
  const { deps, order, over } = run;
  const claude = findClaude();
  const { credential } = deps.access;
  if (claude === undefined)
    throw new Error("claude is not installed: the SDK's package for this platform is missing");
  if (credential === null)
    throw new Error("there is no credential: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN for this member");
  for (const name of ["cwd", "home"])
    mkdirSync(join(order.directory, name), { recursive: true, mode: 0o700 });
  const place = deps.containment.place(order.directory);
  const secret = randomBytes(24).toString("base64url");
  const mark = { name: "GUILD_SESSION", value: randomBytes(12).toString("base64url") };
  const relay = openRelay({
    access: deps.access,
    directory: place.socket === null ? null : order.directory,
    secret,
  });
  const process = createClaudeProcess({
    command: (args) => place.command(claude, args),
    cwd: join(order.directory, "cwd"),
    mark: `${mark.name}=${mark.value}`,
  });
  const sdk = await import("@anthropic-ai/claude-agent-sdk"); // when it is needed: it takes time and memory
  const { servers, idle } = serveTools(sdk, order.tools, over.signal);
  const env = claudeEnvironment({
    place,
    sandbox: deps.containment.sandbox,
    relayUrl: relay.url,
    credential: { name: credential.name, value: secret },
    headers: order.headers,
    mark,
  });
  try {
    if (!over.signal.aborted) {
      run.query = sdk.query({
        prompt: order.prompt,
        options: {
          ...sdkOptions(order, deps.containment),
          ...{ env, mcpServers: servers, cwd: join(order.directory, "cwd") },
          ...{
            pathToClaudeCodeExecutable: claude,
            spawnClaudeCodeProcess: (options) => process.start(options),
          },
        },
      });
      await follow(run, Object.keys(servers));
    }
    return await leave(run, process);
  } finally {
    over.abort();
    run.query?.close();
    await process.end();
    await idle();
    await relay.close();
    rmSync(order.directory, { recursive: true, force: true });
  }
}

async function leave(run: Run, process: ClaudeProcess): Promise<Ending> {
  run.over.abort();
  run.query?.close();
  const exit = await process.end();
  return describeEnding({ ...run, limits: run.order.limits, exit, lastWords: process.lastWords() });
}

/** How long claude may linger after its result. */
const lingerMs = 5000;

async function follow(run: Run, servers: readonly string[]): Promise<void> {
  const messages = run.query?.[Symbol.asyncIterator]();
  while (messages !== undefined && run.activation === null) {
    const next = await nextMessage(run, messages);
    if (next === null) return;
    const message = readMessage(next);
    if (message?.type === "result") {
      run.result = message;
      setTimeout(() => run.over.abort(), lingerMs).unref();
    } else if (message?.type === "system" && !run.started) {
      run.started = true;
      const tools = [...run.order.builtIns, ...run.order.tools.map(({ name }) => name)];
      run.activation = findActivationProblem(message, { tools, servers });
    }
  }
}

/** Null at the end. After an error result the SDK throws; the result says more. */
async function nextMessage(run: Run, messages: AsyncIterator<unknown>): Promise<unknown> {
  try {
    const next = await unlessAborted(run.over.signal, messages.next());
    return next === null || next.done ? null : next.value;
  } catch (cause) {
    run.thrown = cause;
    return null;
  }
}

/** Null when the signal fires first. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(null);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    work.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
  });
}

function reasonOf(cause: unknown): string {
  return `The session could not be held: ${cause instanceof Error ? cause.message : String(cause)}.`;
}
