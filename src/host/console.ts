// The person's end of a command: arguments, environment, the three streams, the window, and the wish to stop.

export interface Console {
  readonly args: readonly string[];
  readonly env: Record<string, string | undefined>;
  readonly directory: string;
  readonly stdoutIsTty: boolean;
  readonly stderrIsTty: boolean;
  out(text: string): void;
  err(text: string): void;
  /** The window, or undefined where standard output is not a terminal. */
  window(): { columns: number; rows: number } | undefined;
  /** Returns how to stop listening. */
  onResize(run: () => void): () => void;
  readStdin(): Promise<string>;
  /** Fires once, on Ctrl-C, SIGTERM, SIGHUP, or when nobody reads our output any more; the reason is an `Interruption`. */
  readonly stopped: AbortSignal;
}

export interface Interruption {
  signal: "SIGINT" | "SIGTERM" | "SIGHUP" | "SIGPIPE";
  exit: number;
}

const interruptions: readonly Interruption[] = [
  { signal: "SIGINT", exit: 130 },
  { signal: "SIGTERM", exit: 143 },
  { signal: "SIGHUP", exit: 129 },
];

export function openConsole(): Console {
  const stop = new AbortController();
  // A terminal sends Ctrl-C to us and to the launcher, which passes it on: the second one must change nothing.
  for (const interruption of interruptions) process.on(interruption.signal, () => stop.abort(interruption));
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", () => stop.abort({ signal: "SIGPIPE", exit: 0 } satisfies Interruption));
  return {
    args: process.argv.slice(2),
    env: process.env,
    directory: process.cwd(),
    stdoutIsTty: process.stdout.isTTY,
    stderrIsTty: process.stderr.isTTY,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    window: () => windowOf(process.stdout),
    onResize: (run) => {
      process.stdout.on("resize", run);
      return () => void process.stdout.off("resize", run);
    },
    readStdin,
    stopped: stop.signal,
  };
}

function windowOf(stream: NodeJS.WriteStream): { columns: number; rows: number } | undefined {
  if (!stream.isTTY) return undefined;
  // Some pseudo-terminals report a size of zero until somebody sets one.
  return { columns: stream.columns || 80, rows: stream.rows || 24 };
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}

/** Ends the program once what was written has left; a plain exit could cut it off. */
export async function endProgram(exit: number): Promise<never> {
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit(exit);
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once("error", () => resolve());
    stream.write("", () => resolve());
  });
}
