// Passes secrets between our own processes over inherited file descriptors. The secrets are in no environment and on no
// command line, where any process of the same user could read them.
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, readSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

export const handoffVariable = "GUILD_HALL_HANDOFF_FD";
const readyVariable = "GUILD_HALL_READY_FD";
export const handoffDescriptor = 3;
const readyDescriptor = 4;

/**
 * Bun would otherwise read .env and bunfig.toml from the working directory, which may be an untrusted
 * repository.
 */
export const runtimeFlags: readonly string[] = ["--no-env-file", "--no-install", "--config=/dev/null"];

export type InheritedEnvironment = Record<string, string | undefined>;

export interface HandoffReading<T> {
  env: InheritedEnvironment;
  parse(value: unknown): T;
  absent: T;
}

/**
 * Reads what the parent process handed over. Closes the descriptor and deletes its number from the environment, so that
 * no child inherits either.
 */
export function readHandoff<T>(reading: HandoffReading<T>): T {
  const descriptor = takeDescriptor(reading.env, handoffVariable);
  if (descriptor === undefined) return reading.absent;
  const text = readToEnd(descriptor);
  closeSync(descriptor);
  return reading.parse(JSON.parse(text));
}

/** Returns the descriptor on which the parent process waits for one line; `undefined` if it does not wait. */
export function takeReadyDescriptor(env: InheritedEnvironment): number | undefined {
  return takeDescriptor(env, readyVariable);
}

export function takeDescriptor(env: InheritedEnvironment, variable: string): number | undefined {
  const value = env[variable];
  delete env[variable];
  return value !== undefined && /^[0-9]{1,4}$/.test(value) ? Number(value) : undefined;
}

function readToEnd(descriptor: number): string {
  const chunks: Buffer[] = [];
  const buffer = Buffer.alloc(65_536);
  for (;;) {
    const count = readSync(descriptor, buffer, 0, buffer.length, null);
    if (count === 0) return Buffer.concat(chunks).toString("utf8");
    chunks.push(Buffer.from(buffer.subarray(0, count)));
  }
}

export interface HandoffSpawn {
  file: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
  /**
   * Whether the child gets its own session and process group: it then outlives us, and a terminal's Ctrl-C does not
   * reach it.
   */
  detached: boolean;
  stdout: number | "inherit" | "ignore";
  stderr: number | "inherit" | "ignore";
  handoff: unknown;
  /** Gives the child descriptor 4 to write one line to; `ready` resolves with that line. */
  readyPipe?: boolean;
}

export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface HandoffChild {
  pid: number;
  /**
   * The one line that the child writes when it is ready; `undefined` if it ended, or closed the descriptor, without
   * one.
   */
  ready: Promise<string | undefined>;
  exited: Promise<ProcessExit>;
  kill(signal: NodeJS.Signals): void;
  /** Lets this process end while the child keeps running. */
  unref(): void;
}

/** Resolves once the child runs and the handoff has left this process; rejects if the child cannot be started. */
export async function spawnWithHandoff(options: HandoffSpawn): Promise<HandoffChild> {
  const child = startChild(options);
  const exited = new Promise<ProcessExit>((resolve) =>
    child.once("exit", (code, signal) => resolve({ code, signal })),
  );
  const pid = await started(child, options.file);
  await handOver(child.stdio[handoffDescriptor] as Writable, JSON.stringify(options.handoff));
  const pipe = options.readyPipe ? (child.stdio[readyDescriptor] as Readable) : undefined;
  return {
    pid,
    ready: pipe ? firstLine(pipe) : Promise.resolve(undefined),
    exited,
    kill: (signal) => void child.kill(signal),
    unref: () => child.unref(),
  };
}

export function startChild(options: Omit<HandoffSpawn, "handoff">): ChildProcess {
  const ready = options.readyPipe ? { [readyVariable]: String(readyDescriptor) } : {};
  return spawn(options.file, [...options.args], {
    cwd: options.cwd,
    detached: options.detached,
    env: { ...options.env, [handoffVariable]: String(handoffDescriptor), ...ready },
    stdio: [
      "ignore",
      options.stdout,
      options.stderr,
      "pipe",
      ...(options.readyPipe ? ["pipe" as const] : []),
    ],
  });
}

/** Resolves with the child's pid, which shows that it has started: Bun does not always send the `spawn` event. */
export function started(child: ChildProcess, file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", (cause) => reject(new Error(`Cannot start ${file}: ${cause.message}`, { cause })));
    if (child.pid !== undefined) resolve(child.pid);
  });
}

function handOver(pipe: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    // If the child ended before reading, its exit says more than the broken pipe.
    pipe.once("error", () => resolve());
    pipe.end(text, () => resolve());
  });
}

function firstLine(pipe: Readable): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = "";
    const finish = (line: string | undefined) => {
      resolve(line);
      pipe.destroy();
    };
    pipe.setEncoding("utf8");
    pipe.on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) finish(text.slice(0, end));
    });
    pipe.once("end", () => finish(undefined));
    pipe.once("error", () => finish(undefined));
    pipe.once("close", () => resolve(undefined));
  });
}
