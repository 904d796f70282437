// Owns the claude process behind the SDK: reads its pipes to the end and kills its whole process tree.
import type { SpawnedProcess, SpawnOptions } from "@anthropic-ai/claude-agent-sdk";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { type Readable, Transform, type Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { endMs, endTree } from "./process-tree.ts";

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface ClaudeExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ClaudeProcess {
  start(options: SpawnOptions): SpawnedProcess;
  /** Kills the process and its descendants. Returns `null` if the process never ran. */
  end(): Promise<ClaudeExit | null>;
  /** Returns the end of claude's stderr, or the error if claude could not be spawned. */
  lastWords(): string;
}

export interface ClaudeProcessOrder {
  command(args: readonly string[]): { file: string; args: string[] };
  cwd: string;
  /** A variable of claude's environment, as NAME=value, that no unrelated process has. */
  mark: string;
}

export function createClaudeProcess(order: ClaudeProcessOrder): ClaudeProcess {
  let child: Child | null = null;
  let words = "";
  let failure = "";
  return {
    start: ({ args, env }) => {
      const { file, args: all } = order.command(args);
      child = spawn(file, all, { cwd: order.cwd, env, stdio: ["pipe", "pipe", "pipe"] });
      child.once("error", (cause) => (failure = cause.message));
      // Drained here because the SDK does not read stderr, and a full pipe blocks the child.
      child.stderr.setEncoding("utf8").on("data", (text: string) => (words = `${words}${text}`.slice(-2000)));
      return spawned(child);
    },
    end: async () => {
      if (child?.pid === undefined) return null;
      await endTree({ pid: child.pid, mark: order.mark });
      child.kill("SIGKILL"); // in case there is no /proc in which to find the process
      return exitOf(child);
    },
    lastWords: () => (words.trim() || failure).slice(-1000),
  };
}

function exitOf(child: Child): Promise<ClaudeExit> {
  const now = () => ({ code: child.exitCode, signal: child.signalCode });
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(now());
  return new Promise((resolve) => {
    child.once("exit", () => resolve(now()));
    setTimeout(() => resolve(now()), endMs).unref(); // the kernel may not release the process
  });
}

function spawned(child: Child): SpawnedProcess {
  return {
    stdin: child.stdin,
    stdout: child.stdout.pipe(escapeSeparators()),
    get killed() {
      return child.killed;
    },
    get exitCode() {
      return child.exitCode;
    },
    kill: (signal) => child.kill(signal),
    on: child.on.bind(child),
    once: child.once.bind(child),
    off: child.off.bind(child),
  };
}

/**
 * Escapes U+2028 and U+2029. JSON allows both in a string, but the SDK treats them as line ends and would lose the
 * message.
 */
function escapeSeparators(): Transform {
  const decoder = new StringDecoder("utf8");
  const escaped = (text: string) => text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, escaped(decoder.write(chunk))),
    flush: (done) => done(null, decoder.end()),
  });
}
