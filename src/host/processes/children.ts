// Finds a program, runs it with pipes in a process group of its own, and ends the whole group, first with
// SIGTERM and then with SIGKILL.
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { accessSync, closeSync, constants, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Clock } from "../clock.ts";
import { killIfSame } from "./kill-if-same.ts";
import { readTail } from "./output-tail.ts";
import { descendants } from "./process-tree.ts";
import { openBytes } from "../files/unnamed-file.ts";
import { within } from "../../base/async/time-limit.ts";

export interface ChildOrder {
  file: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment: nothing is inherited. */
  env: Readonly<Record<string, string>>;
  /** Bytes that the child can read on `handedDescriptor`. */
  handed?: Uint8Array;
}

export const handedDescriptor = 3;

/** The part of node's child process that its users need, so that another object can act for one. */
export interface PipedChild {
  readonly pid?: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  readonly killed: boolean;
  kill(signal?: NodeJS.Signals): boolean;
  on: Listen;
  once: Listen;
  off: Listen;
}

interface Listen {
  (event: "exit", listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
  (event: "error", listener: (error: Error) => void): unknown;
}

export interface ChildExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface BriefRun extends ChildExit {
  stdout: string;
  stderr: string;
  /** Why the program could not be started at all; `null` if it was started. */
  error: string | null;
}

/** Returns the absolute path of a program on a PATH. Relative entries are skipped: they would depend on the cwd. */
export function findExecutable(name: string, path: string): string | undefined {
  const candidates = path.split(":").filter(isAbsolute);
  return candidates.map((directory) => join(directory, name)).find(isExecutable);
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Starts a child with pipes, which the caller must read or close: a full pipe blocks the child. */
export function spawnPiped(order: ChildOrder): PipedChild {
  const handed = order.handed === undefined ? null : openBytes(order.handed);
  try {
    return withPipes(
      spawn(order.file, [...order.args], {
        cwd: order.cwd,
        env: { ...order.env },
        stdio: ["pipe", "pipe", "pipe", ...(handed === null ? [] : [handed])],
        detached: true, // its own session and process group, so that the group can be signalled as one
      }),
      order.file,
    );
  } finally {
    if (handed !== null) closeSync(handed);
  }
}

/** Throws if the runtime returned a child without pipes, which it does when file descriptors run out. */
function withPipes(child: ChildProcess, file: string): PipedChild {
  const { stdin, stdout, stderr } = child as { [K in "stdin" | "stdout" | "stderr"]: unknown };
  if (stdin && stdout && stderr) return child as ChildProcessByStdio<Writable, Readable, Readable>;
  child.once("error", () => undefined);
  throw Object.assign(new Error(`${file} cannot be started: ${tooFewDescriptors}`), { code: "EMFILE" });
}

const tooFewDescriptors =
  'this process may open too few files at once. Raise the limit, such as with "ulimit -n 1024", and start again.';

/** Resolves when the child has exited; at once if it could not be started. */
export function exitOf(child: PipedChild): Promise<ChildExit> {
  const ended = () => ({ code: child.exitCode, signal: child.signalCode });
  if (child.pid === undefined) return Promise.resolve({ code: null, signal: null });
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(ended());
  return new Promise((resolve) => child.once("exit", () => resolve(ended())));
}

/** How many characters at the end of each stream are kept. */
const maxBriefCharacters = 4_000_000;
/** How long to drain the pipes after the exit: another process may hold them open for ever. */
const drainMs = 1000;

/**
 * Runs a short program to its end, or for `limitMs`, and returns what it printed. Afterwards kills the rest
 * of its process group.
 */
export async function runBriefly(
  order: ChildOrder,
  { clock, limitMs }: { clock: Pick<Clock, "after">; limitMs: number },
): Promise<BriefRun> {
  const child = spawnPiped(order);
  let error: string | null = null;
  child.once("error", (cause) => (error = cause.message));
  child.stdin.on("error", () => undefined).end();
  const stdout = readTail([child.stdout], maxBriefCharacters);
  const stderr = readTail([child.stderr], maxBriefCharacters);
  const limit = clock.after(limitMs, () => signalGroup(child, "SIGKILL"));
  const exit = await exitOf(child);
  limit.cancel();
  signalGroup(child, "SIGKILL");
  const { signal } = new AbortController();
  await within({ clock, ms: drainMs, signal }, Promise.all([stdout.done, stderr.done]));
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  return { ...exit, stdout: stdout.tail.text().text, stderr: stderr.tail.text().text, error };
}

export interface EndGroup {
  clock: Pick<Clock, "after">;
  /** How long the child may take to exit by itself, before any signal. */
  leaveMs: number;
  /** The time between SIGTERM and SIGKILL. */
  graceMs: number;
}

/**
 * Ends the child, its process group and its descendants. The descendants are listed first, because they cannot be found
 * once their parents have ended.
 */
export async function endGroup(child: PipedChild, { clock, leaveMs, graceMs }: EndGroup): Promise<ChildExit> {
  const strays = child.pid === undefined ? [] : descendants(child.pid);
  const polite = clock.after(leaveMs, () => signalGroup(child, "SIGTERM"));
  const firm = clock.after(leaveMs + graceMs, () => signalGroup(child, "SIGKILL"));
  const exit = await exitOf(child);
  polite.cancel();
  firm.cancel();
  signalGroup(child, "SIGKILL"); // members of the group that outlived its leader
  for (const stray of strays) killIfSame(stray);
  return exit;
}

function signalGroup(child: PipedChild, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty.
  }
}
