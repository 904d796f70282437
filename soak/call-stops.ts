// Stops a hall at each system call that changes a file of its home, and kills it at a given one. A tracer injects
// SIGSTOP with every such call, in any thread; the call completes, and the hall is stopped.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { findExecutable } from "../src/host/processes/children.ts";
import { until } from "../test/harness/hall.ts";

export interface CallStops {
  /** The number of calls so far. */
  count(): number;
  /** The calls, in order, as strace prints them. */
  calls(): readonly string[];
  /** True once the hall was killed at the given call. */
  isKilled(): boolean;
  /** Detaches the tracer from the hall. */
  release(): Promise<void>;
}

export interface CallStopsOrder {
  pid: number;
  /** Only calls that name a path under this directory count. */
  root: string;
  /** Sends SIGKILL after this many calls; `null` for never. */
  killAfter: number | null;
}

export const strace = findExecutable("strace", process.env["PATH"] ?? "");

const changing = [
  "openat",
  "write",
  "pwrite64",
  "writev",
  "pwritev",
  "ftruncate",
  "fsync",
  "fdatasync",
  "rename",
  "renameat",
  "renameat2",
  "link",
  "linkat",
  "unlink",
  "unlinkat",
  "mkdir",
  "mkdirat",
  "rmdir",
  "chmod",
  "fchmod",
  "fchmodat",
  "copy_file_range",
  "sendfile",
].join(",");

export async function stopAtCalls(order: CallStopsOrder): Promise<CallStops> {
  // Detaches from children at exec, because a workbench is not the hall.
  const args = ["-f", "-y", "-b", "execve", "-p", String(order.pid), "-e", `trace=${changing}`];
  const tracer = spawn(strace ?? "strace", [...args, "-e", `inject=${changing}:signal=SIGSTOP`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const seen: Seen = { order, attached: false, killed: false, calls: [], latest: new Map() };
  createInterface({ input: tracer.stderr }).on("line", (line) => takeLine(seen, line));
  await until("the tracer is attached", () => seen.attached || tracer.exitCode !== null);
  return {
    count: () => seen.calls.length,
    calls: () => seen.calls,
    isKilled: () => seen.killed,
    release: () => ended(tracer),
  };
}

interface Seen {
  order: CallStopsOrder;
  attached: boolean;
  killed: boolean;
  calls: string[];
  /** The last call of each thread. */
  latest: Map<string, string>;
}

const threadLine = /^\[pid +(\d+)\] (.*)$/;

function takeLine(seen: Seen, line: string): void {
  if (line.includes(" attached")) seen.attached = true;
  const [, thread = String(seen.order.pid), said = line] = threadLine.exec(line) ?? [];
  if (said.startsWith("--- SIGSTOP {")) takeStop(seen, thread);
  else if (!said.startsWith("---") && !said.startsWith("<...")) seen.latest.set(thread, said);
}

function takeStop(seen: Seen, thread: string): void {
  const { pid, killAfter } = seen.order;
  const call = seen.latest.get(thread) ?? "";
  if (isChange(seen.order.root, call)) seen.calls.push(call);
  seen.killed ||= killAfter !== null && seen.calls.length >= killAfter;
  if (seen.killed) signal(pid, "SIGKILL");
  // Also after the kill: a child between fork and exec survives it, and holds the hall's lock while it is
  // stopped.
  signal(Number(thread), "SIGCONT");
}

/** Ignores the hall's log, whose content is not guaranteed, and files opened for reading. */
function isChange(root: string, call: string): boolean {
  if (!call.includes(`${root}/`) || call.includes(`${root}/logs/`)) return false;
  return !call.startsWith("openat(") || call.includes("O_CREAT") || call.includes("O_TRUNC");
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function ended(tracer: ChildProcess): Promise<void> {
  if (tracer.exitCode !== null || tracer.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    tracer.once("exit", () => resolve());
    tracer.kill("SIGINT");
  });
}
