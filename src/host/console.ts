// The person's end of a command: arguments, environment, the three streams, the window, and the wish to stop.
import { addAbortSignal, type Readable, type Writable } from "node:stream";

export interface Console {
  readonly args: readonly string[];
  readonly env: Record<string, string | undefined>;
  readonly directory: string;
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly stderrIsTty: boolean;
  out(text: string): void;
  err(text: string): void;
  /** The window, or undefined where standard output is not a terminal. */
  window(): { columns: number; rows: number } | undefined;
  /** Returns how to stop listening. */
  onResize(run: () => void): () => void;
  /** Rejects when the person stops us instead. */
  readStdin(): Promise<string>;
  /** Fires once, on Ctrl-C, SIGTERM, SIGHUP, or when nobody reads our output any more; the reason is an `Interruption`. */
  readonly stopped: AbortSignal;
}

export interface Interruption {
  signal: "SIGINT" | "SIGTERM" | "SIGHUP" | "SIGPIPE";
  exit: number;
}

type OutStream = Writable & { isTTY?: boolean; columns?: number; rows?: number };

/** What a console is made of: `process`, or something shaped like it. */
export interface Program {
  argv: readonly string[];
  env: Record<string, string | undefined>;
  cwd(): string;
  stdin: Readable & { isTTY?: boolean };
  stdout: OutStream;
  stderr: OutStream;
  on(signal: Interruption["signal"], run: () => void): unknown;
  exit(code: number): never;
}

export const thisProgram: Program = process;

const interruptions: readonly Interruption[] = [
  { signal: "SIGINT", exit: 130 },
  { signal: "SIGTERM", exit: 143 },
  { signal: "SIGHUP", exit: 129 },
];

export function openConsole(program: Program): Console {
  const { stdin, stdout, stderr } = program;
  const stopped = stopSignalOf(program);
  return {
    args: program.argv.slice(2),
    env: program.env,
    directory: program.cwd(),
    stdinIsTty: stdin.isTTY === true,
    stdoutIsTty: stdout.isTTY === true,
    stderrIsTty: stderr.isTTY === true,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    window: () => windowOf(stdout),
    onResize: (run) => {
      stdout.on("resize", run);
      return () => void stdout.off("resize", run);
    },
    readStdin: () => readToEnd(addAbortSignal(stopped, stdin)),
    stopped,
  };
}

function stopSignalOf(program: Program): AbortSignal {
  const stop = new AbortController();
  // A terminal sends Ctrl-C to us and to the launcher, which passes it on: the second one must change nothing.
  for (const interruption of interruptions) program.on(interruption.signal, () => stop.abort(interruption));
  for (const stream of [program.stdout, program.stderr])
    stream.on("error", () => stop.abort({ signal: "SIGPIPE", exit: 0 } satisfies Interruption));
  return stop.signal;
}

function windowOf(stream: OutStream): { columns: number; rows: number } | undefined {
  if (!stream.isTTY) return undefined;
  // Some pseudo-terminals report a size of zero until somebody sets one.
  return { columns: stream.columns || 80, rows: stream.rows || 24 };
}

async function readToEnd(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}

/** Ends the program once what was written has left; a plain exit could cut it off. */
export async function endProgram(program: Program, exit: number): Promise<never> {
  await Promise.all([drained(program.stdout), drained(program.stderr)]);
  return program.exit(exit);
}

function drained(stream: OutStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once("error", () => resolve());
    stream.write("", () => resolve());
  });
}
