// For tests of the command line: a person's end made of strings, and the real launcher as a process.
import { spawn, type ChildProcess } from "node:child_process";
import { emptyHandoff } from "../../src/contract/handoff.ts";
import type { Cli } from "../../src/cli/cli.ts";
import { createPaint } from "../../src/cli/render/paint.ts";
import { runCommandLine } from "../../src/cli/run.ts";
import { systemClock } from "../../src/host/clock.ts";
import type { Console } from "../../src/host/console.ts";
import { spawnWithHandoff } from "../../src/host/handoff.ts";
import { newUuid } from "../../src/host/ids.ts";
import { systemProcesses } from "../../src/host/processes.ts";
import { installed, plainEnvironment, release } from "../../src/host/program.ts";
import { runtimeFile, systemFetch } from "../../src/host/runtime.ts";

export interface FakeConsole extends Console {
  written(): { out: string; err: string };
}

export function fakeConsole(
  args: readonly string[],
  window?: { columns: number; rows: number },
): FakeConsole {
  let out = "";
  let err = "";
  return {
    args,
    env: {},
    directory: "/",
    stdoutIsTty: window !== undefined,
    stderrIsTty: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    window: () => window,
    onResize: () => () => {},
    readStdin: async () => "",
    stopped: new AbortController().signal,
    written: () => ({ out, err }),
  };
}

export function fakeCli(console: Console, home: string): Cli {
  return {
    console,
    clock: systemClock,
    processes: systemProcesses,
    fetch: systemFetch,
    spawn: spawnWithHandoff,
    newKey: newUuid,
    runtime: runtimeFile,
    installed,
    childEnvironment: plainEnvironment(),
    release: release(),
    home,
    handoff: emptyHandoff,
    paint: createPaint(false),
  };
}

/** Runs one command line in this process, against a home without a hall. */
export async function runHere(args: readonly string[], home = "/nonexistent/guild-hall") {
  const console = fakeConsole(args);
  const code = await runCommandLine(fakeCli(console, home));
  return { code, ...console.written() };
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
  const env = { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", ...options.env };
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
