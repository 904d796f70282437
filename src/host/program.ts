// Describes this installation: where its files are, which release it is, and how its programs start and end.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));

export function installed(path: string): string {
  return join(root, path);
}

export function release(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(installed("package.json"), "utf8")))
    .version;
}

/** The environment variables that our own child processes inherit. */
const passedOn = [
  "PATH",
  "HOME",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "USER",
  "LOGNAME",
  "SHELL",
  "BUN_RUNTIME_TRANSPILER_CACHE_PATH",
];

export function plainEnvironment(): Record<string, string> {
  const told = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { PATH: "/usr/local/bin:/usr/bin:/bin", ...Object.fromEntries(told) };
}

/**
 * Returns the environment of a workbench. Its code runs once or twice, so the optimizing compiler would only spend
 * processor time on it: 50 ms for each commission, beside `claude`, which needs the same cores.
 */
export function workbenchEnvironment(): Record<string, string> {
  return { ...plainEnvironment(), BUN_JSC_useDFGJIT: "0" };
}

/**
 * Ends the process, with a message, on an uncaught error, because Bun might otherwise keep running in a
 * broken state.
 */
export function dieOnUncaught(print: (line: string) => void): void {
  const die = (kind: string) => (error: unknown) => {
    print(`${kind}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exit(70);
  };
  process.on("uncaughtException", die("uncaught exception"));
  process.on("unhandledRejection", die("unhandled rejection"));
}

/** Returns a signal that fires at the first SIGTERM, SIGINT or SIGHUP. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(name, () => stop.abort(name));
  return stop.signal;
}
