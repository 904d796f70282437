// Runs the process of `claude` for the SDK: starts it in its sandbox, watches its pipes, and ends its process group.
import type { Writable } from "node:stream";
import type { SpawnedProcess, SpawnOptions } from "@anthropic-ai/claude-agent-sdk/core";
import type { ChildExit, ChildOrder, PipedChild } from "../../host/processes/children.ts";
import type { SessionDeps, SessionOrder } from "./open-session.ts";
import { reportFirstLine } from "./first-line.ts";
import { readFirstRequest } from "./first-request.ts";
import { createOutputGuard } from "./output-guard.ts";
import { readStderr, type StderrReader } from "./stderr-lines.ts";
import { graceMs, leaveMs } from "./stop-times.ts";

const maxLineBytes = 32 * 1024 * 1024;

export interface ClaudeProcess {
  start(options: SpawnOptions): SpawnedProcess;
  /** Returns the problem with the output of `claude`. `null` if there was none. */
  garbled(): string | null;
  stderrTail(): string;
  /** Ends the process group, once the input of `claude` is closed. Returns `null` if `claude` was never started. */
  end(): Promise<ChildExit | null>;
}

interface Started {
  child: PipedChild;
  stderr: StderrReader;
}

export interface ClaudeProcessOrder {
  deps: SessionDeps;
  order: SessionOrder;
  onGarbled: () => void;
}

export function createClaudeProcess({ deps, order, onGarbled }: ClaudeProcessOrder): ClaudeProcess {
  let started: Started | null = null;
  let ended: Promise<ChildExit> | null = null;
  let garbled: string | null = null;
  const complain = (sentence: string) => {
    garbled = sentence;
    onGarbled();
  };
  return {
    start: (options) => {
      const child = deps.spawn(commandOf(order, options));
      started = { child, stderr: readStderr(child.stderr, (line) => deps.stderr(line)) };
      const stdin = reportFirstLine(child.stdin, (line) => {
        const first = readFirstRequest(line);
        if (first !== null) deps.began(first.content);
      });
      return guardedProcess({ child, stdin }, complain);
    },
    garbled: () => garbled,
    stderrTail: () => started?.stderr.tail() ?? "",
    end: async () => {
      if (started === null) return null;
      ended ??= deps.endGroup(started.child, { clock: deps.clock, leaveMs, graceMs });
      return ended;
    },
  };
}

/**
 * Builds the command that starts `claude`. The SDK adds three variables to the ordered environment: its version, its
 * entry point and one flag.
 */
export function commandOf(order: SessionOrder, options: SpawnOptions): ChildOrder {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.env)) if (value !== undefined) env[name] = value;
  return { ...order.command(options.args), cwd: order.cwd, env };
}

function guardedProcess(
  { child, stdin }: Pick<Started, "child"> & { stdin: Writable },
  onGarbled: (sentence: string) => void,
): SpawnedProcess {
  const stdout = child.stdout.pipe(createOutputGuard({ maxLineBytes, onGarbled }));
  return {
    stdin,
    stdout,
    get killed() {
      return child.killed;
    },
    get exitCode() {
      return child.exitCode;
    },
    get signalCode() {
      return child.signalCode;
    },
    kill: (signal) => child.kill(signal),
    on: child.on.bind(child),
    once: child.once.bind(child),
    off: child.off.bind(child),
  };
}
