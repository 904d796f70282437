// Connects a command to the person who runs it: arguments, environment, the three streams, the window, and the request
// to stop.
import { addAbortSignal, type Readable } from "node:stream";
import { isatty } from "node:tty";
import { sleep, systemClock } from "../clock.ts";
import { createOutput, type Output, type OutputFailure, writeSome, type WriteSome } from "./output.ts";

export interface Console {
  readonly args: readonly string[];
  readonly env: Record<string, string | undefined>;
  readonly directory: string;
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly stderrIsTty: boolean;
  out(text: string): void;
  /**
   * Writes raw bytes to standard output. Resolves once they are written, or cannot be delivered, so that the caller
   * need not buffer more.
   */
  outBytes(bytes: Uint8Array): Promise<void>;
  err(text: string): void;
  /** Returns the window size; `undefined` if standard output is not a terminal. */
  window(): { columns: number; rows: number } | undefined;
  /** Returns a function that stops listening. */
  onResize(run: () => void): () => void;
  /** Reads standard input to its end. Rejects if the program is stopped before that. */
  readStdin(): Promise<string>;
  /** Fires once, on Ctrl-C, SIGTERM, SIGHUP, or when the output cannot be written; the reason is an `Interruption`. */
  readonly stopped: AbortSignal;
}

export interface OpenConsole extends Console {
  /**
   * Exits once all output is written, because a plain exit would cut off what a slow reader has not read yet.
   * If the program is stopped, waits at most `Program.lastWordsMs` longer. The code differs from `exit` only
   * if output was lost.
   */
  end(exit: number): Promise<never>;
}

export interface Interruption {
  /** `SIGPIPE` if the reader closed its end; `null` if the output could not be written for another reason. */
  signal: "SIGINT" | "SIGTERM" | "SIGHUP" | "SIGPIPE" | null;
  exit: number;
}

/** Standard output, if it is a terminal. */
export interface Terminal {
  columns?: number;
  rows?: number;
  on(event: "resize", run: () => void): unknown;
  off(event: "resize", run: () => void): unknown;
}

/** The parts of a process that a console uses: this process, or a stand-in for it. */
export interface Program {
  argv: readonly string[];
  env: Record<string, string | undefined>;
  cwd(): string;
  isTerminal(descriptor: 0 | 1 | 2): boolean;
  stdin(): Readable;
  /** Called only if standard output is a terminal: under Bun, `process.stdout` changes a pipe for all its users. */
  terminal(): Terminal;
  writeSome: WriteSome;
  on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", run: () => void): unknown;
  /**
   * How long `end` waits for the output after the program was stopped, by a signal or because a write failed.
   */
  lastWordsMs: number;
  exit(code: number): never;
}

export const thisProgram: Program = {
  argv: process.argv,
  env: process.env,
  cwd: () => process.cwd(),
  isTerminal: (descriptor) => isatty(descriptor),
  stdin: () => process.stdin,
  terminal: () => process.stdout,
  writeSome,
  on: (signal, run) => process.on(signal, run),
  lastWordsMs: 1000,
  exit: (code) => process.exit(code),
};

const interruptions = [
  { signal: "SIGINT", exit: 130 },
  { signal: "SIGTERM", exit: 143 },
  { signal: "SIGHUP", exit: 129 },
] as const satisfies readonly Interruption[];

export function openConsole(program: Program): OpenConsole {
  const stop = new AbortController();
  const stopped = stop.signal;
  // A terminal sends Ctrl-C to us and to the launcher, which forwards it: the second signal must change nothing.
  for (const interruption of interruptions) program.on(interruption.signal, () => stop.abort(interruption));
  const output: Output = createOutput({
    writeSome: program.writeSome,
    onFailed: (failure) => {
      stop.abort(interruptionOf(failure));
      if (!failure.isClosed && failure.descriptor === 1)
        void output.write(2, Buffer.from(unwritten(failure)));
    },
  });
  const terminal = program.isTerminal(1) ? program.terminal() : undefined;
  return {
    args: program.argv.slice(2),
    env: program.env,
    directory: program.cwd(),
    stdinIsTty: program.isTerminal(0),
    stdoutIsTty: terminal !== undefined,
    stderrIsTty: program.isTerminal(2),
    out: (text) => void output.write(1, Buffer.from(text)),
    outBytes: (bytes) => output.write(1, bytes),
    err: (text) => void output.write(2, Buffer.from(text)),
    window: () => terminal && windowOf(terminal),
    onResize: (run) => {
      terminal?.on("resize", run);
      return () => void terminal?.off("resize", run);
    },
    readStdin: () => readToEnd(addAbortSignal(stopped, program.stdin())),
    stopped,
    end: (exit) => end(program, { output, stopped, exit }),
  };
}

/**
 * Returns exit code 0 if the reader closed its end, as `head` does, because that is not a failure; otherwise
 * 1.
 */
function interruptionOf({ isClosed }: OutputFailure): Interruption {
  return isClosed ? { signal: "SIGPIPE", exit: 0 } : { signal: null, exit: 1 };
}

function unwritten({ message }: OutputFailure): string {
  return `guild-hall: Standard output could not be written: ${message}\n`;
}

function windowOf({ columns, rows }: Terminal): { columns: number; rows: number } {
  // Some pseudo-terminals report a size of zero until one is set.
  return { columns: columns || 80, rows: rows || 24 };
}

async function readToEnd(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}

interface Ending {
  output: Output;
  stopped: AbortSignal;
  exit: number;
}

async function end(program: Program, { output, stopped, exit }: Ending): Promise<never> {
  const outcome = await Promise.race([output.settled(), patienceEnded(program, stopped)]);
  if (outcome === "cut off") return program.exit((stopped.reason as Interruption).exit || exit);
  const isWhole = !output.failures().some(({ isClosed }) => !isClosed);
  return program.exit(isWhole ? exit : exit || 1);
}

/**
 * Resolves `lastWordsMs` after the program was stopped, or after this call if it was stopped before. The wait
 * is limited, because a reader may never read the rest of the output.
 */
async function patienceEnded({ lastWordsMs }: Program, stopped: AbortSignal): Promise<"cut off"> {
  if (!stopped.aborted)
    await new Promise<void>((resolve) => stopped.addEventListener("abort", () => resolve(), { once: true }));
  await sleep(systemClock, lastWordsMs);
  return "cut off";
}
