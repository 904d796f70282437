// Writes a command's output to standard output and standard error: every byte, in order. It does not use
// `process.stdout`: Bun then makes a pipe non-blocking for every process that shares it. Bun also reports an
// empty write as done before earlier bytes are written, so that a plain exit cuts them off.
import { write as writeToDescriptor } from "node:fs";
import { systemClock, sleep } from "../clock.ts";

export type OutputDescriptor = 1 | 2;

/** Writes some of the bytes and resolves with how many; rejects with an error that has a `code`. */
export type WriteSome = (descriptor: OutputDescriptor, bytes: Uint8Array) => Promise<number>;

export interface OutputFailure {
  descriptor: OutputDescriptor;
  /** The reader has closed its end: it wants no more, and nothing went wrong. */
  isClosed: boolean;
  message: string;
}

export interface OutputDeps {
  writeSome: WriteSome;
  /** Called at most once for each descriptor; nothing more is written to a descriptor that failed. */
  onFailed(failure: OutputFailure): void;
}

export interface Output {
  /** Resolves once these bytes are written, or cannot be delivered any more. Never rejects. */
  write(descriptor: OutputDescriptor, bytes: Uint8Array): Promise<void>;
  /** Resolves once nothing is left to write. */
  settled(): Promise<"settled">;
  /** Returns at most one failure for each descriptor. */
  failures(): readonly OutputFailure[];
}

/** Creates the output. Both descriptors share one queue, because they may be the same terminal or pipe. */
export function createOutput(deps: OutputDeps): Output {
  const writing: Writing = { ...deps, failures: [], queue: Promise.resolve() };
  return {
    write: (descriptor, bytes) =>
      (writing.queue = writing.queue.then(() => writeInTurn(writing, { descriptor, bytes }))),
    settled: () => settled(writing),
    failures: () => writing.failures,
  };
}

interface Said {
  descriptor: OutputDescriptor;
  bytes: Uint8Array;
}

interface Writing extends OutputDeps {
  failures: OutputFailure[];
  queue: Promise<void>;
}

async function settled(writing: Writing): Promise<"settled"> {
  let seen: Promise<void>;
  do {
    seen = writing.queue;
    await seen;
  } while (seen !== writing.queue);
  return "settled";
}

async function writeInTurn(writing: Writing, { descriptor, bytes }: Said): Promise<void> {
  if (writing.failures.some((failure) => failure.descriptor === descriptor)) return;
  const failure = await deliver(writing.writeSome, { descriptor, bytes });
  if (failure === null) return;
  writing.failures.push(failure);
  writing.onFailed(failure);
}

/** Resolves with `null` once all bytes are written, or else with why they cannot be. */
async function deliver(writeSome: WriteSome, { descriptor, bytes }: Said): Promise<OutputFailure | null> {
  let rest = bytes;
  let pauseMs = 1;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(await writeSome(descriptor, rest));
      pauseMs = 1;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "";
      if (!transient.includes(code))
        return { descriptor, isClosed: readerClosed.includes(code), message: (error as Error).message };
      // Another process has made the pipe non-blocking, and it is full: the runtime has no event for when it drains.
      await sleep(systemClock, pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }
  return null;
}

const transient = ["EAGAIN", "EINTR"];
/** A socket may report a reset where a pipe says EPIPE. */
const readerClosed = ["EPIPE", "ECONNRESET"];
const longestPauseMs = 20;

/** Runs on a thread of the runtime's pool: a slow reader blocks neither timers nor signals. */
export const writeSome: WriteSome = (descriptor, bytes) =>
  new Promise((resolve, reject) => {
    writeToDescriptor(descriptor, bytes, 0, bytes.length, null, (error, written) =>
      error ? reject(error) : resolve(written),
    );
  });
