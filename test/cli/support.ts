// For tests of the command line: a person's end made of strings, and the real launcher as a process.
import { spawn, type ChildProcess } from "node:child_process";
import type { Cli } from "../../src/cli/cli.ts";
import { openCli } from "../../src/cli/open-cli.ts";
import { runCommandLine } from "../../src/cli/run.ts";
import type { Console, Interruption } from "../../src/host/person/console.ts";
import { installed } from "../../src/host/program.ts";

/** Everything that steers a terminal or hides from a reader, newline and tab left out. */
export const steers = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2066-\u2069\u202a-\u202e]/;

/** The same wishes as text a worker, a title or a log could carry. */
export const hostile = "\x1b]52;c;aGk=\x07\x1b[2J\u009b1A\u202egnp.exe\u2066\u200b\rok";

/** What the live view and colours write by themselves. */
const own = /\x1b\[\?(?:2026|25)[hl]|\x1b\[[0-9]*A|\x1b\[2?[JK]|\x1b\[[0-9;]*m|\r(?=\x1b|$)/g;

export function withoutOwnSequences(text: string): string {
  return text.replace(own, "");
}

export interface Choice {
  window?: { columns: number; rows: number };
  env?: Record<string, string>;
  stdin?: string;
  stdinIsTty?: boolean;
  stderrIsTty?: boolean;
  directory?: string;
}

export interface FakeConsole extends Console {
  written(): { out: string; err: string };
  /** As Ctrl-C does, or another signal. */
  press(interruption?: Interruption): void;
  /** Calls back after each write to standard output. */
  onWrite(run: () => void): void;
}

export function fakeConsole(args: readonly string[], choice: Choice = {}): FakeConsole {
  const stop = new AbortController();
  const listeners: (() => void)[] = [];
  const said: Buffer[] = [];
  let err = "";
  const say = (bytes: Uint8Array) => {
    said.push(Buffer.from(bytes));
    for (const run of listeners) run();
  };
  return {
    args,
    env: { ...choice.env },
    directory: choice.directory ?? "/",
    stdinIsTty: choice.stdinIsTty ?? false,
    stdoutIsTty: choice.window !== undefined,
    stderrIsTty: choice.stderrIsTty ?? false,
    out: (text) => say(Buffer.from(text)),
    outBytes: async (bytes) => say(bytes),
    err: (text) => void (err += text),
    window: () => choice.window,
    onResize: () => () => {},
    readStdin: async () => choice.stdin ?? "",
    stopped: stop.signal,
    written: () => ({ out: Buffer.concat(said).toString(), err }),
    press: (interruption = { signal: "SIGINT", exit: 130 }) => stop.abort(interruption),
    onWrite: (run) => void listeners.push(run),
  };
}

export interface HereChoice extends Choice {
  /** By default a home without a hall. */
  home?: string;
  /** What of the real machine is another for this run. */
  machine?: Partial<Cli>;
}

export interface Ran {
  code: number;
  out: string;
  err: string;
}

export interface Running {
  ended: Promise<Ran>;
  press: FakeConsole["press"];
  written: FakeConsole["written"];
  /** Resolves when standard output holds the text; rejects when the command ends without it. */
  saying(text: string): Promise<void>;
}

/** Runs one command line in this process, on the real machine but for what the choice says. */
export function startHere(args: readonly string[], choice: HereChoice = {}): Running {
  const home = choice.home ?? "/nonexistent/guild-hall";
  const console = fakeConsole(args, { ...choice, env: { GUILD_HALL_HOME: home, ...choice.env } });
  const ended = runCommandLine({ ...openCli(console), ...choice.machine }).then((code) => ({
    code,
    ...console.written(),
  }));
  const saying = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => console.written().out.includes(text) && resolve();
      console.onWrite(look);
      look();
      ended.then(
        (ran) => reject(new Error(`ended without "${text}": ${JSON.stringify(ran)}`)),
        (error: Error) => reject(error),
      );
    });
  return { ended, press: console.press, written: console.written, saying };
}

export function runHere(args: readonly string[], choice: HereChoice = {}): Promise<Ran> {
  return startHere(args, choice).ended;
}

export interface Launched {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface LaunchOptions {
  env?: Record<string, string>;
  cwd?: string;
  input?: string;
  launcher?: string;
}

export interface Launching {
  child: ChildProcess;
  ended: Promise<Launched>;
  /** Resolves when standard output holds the text; rejects when the program ends without it. */
  saying(text: string): Promise<void>;
}

const ownLauncher = installed("bin/guild-hall.js");

export function launch(args: readonly string[], options: LaunchOptions = {}): Launching {
  // A home in which nobody, not even root, can make anything: Bun would keep a cache there.
  const env = { PATH: process.env["PATH"] ?? "", HOME: "/dev/null", ...options.env };
  const child = spawn("node", [options.launcher ?? ownLauncher, ...args], {
    env,
    cwd: options.cwd,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdin.on("error", () => undefined).end(options.input ?? "");
  child.stdout.on("data", (chunk) => (said.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (said.stderr += String(chunk)));
  const ended = new Promise<Launched>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal, ...said })),
  );
  const saying = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => said.stdout.includes(text) && resolve();
      child.stdout.on("data", look);
      look();
      void ended.then(() => reject(new Error(`ended without "${text}":\n${said.stdout}\n${said.stderr}`)));
    });
  return { child, ended, saying };
}

export function runLauncher(args: readonly string[], options?: LaunchOptions): Promise<Launched> {
  return launch(args, options).ended;
}
