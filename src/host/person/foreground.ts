// Uses the person's own terminal for a moment: runs a program of theirs in its foreground, or asks them a question. This
// process never reads the terminal itself, so that nothing that the person types for the program is lost.
import { spawn } from "node:child_process";
import type { ProcessExit } from "../processes/handoff.ts";

export interface ForegroundOrder {
  file: string;
  args: readonly string[];
  directory: string;
  env: Record<string, string | undefined>;
  /** Whether the program writes to standard error alone, because standard output carries a document for a script. */
  isQuiet: boolean;
}

export type RunInForeground = (order: ForegroundOrder) => Promise<ProcessExit>;

/** Resolves when the program has ended. Rejects if it cannot be started. */
export const runInForeground: RunInForeground = ({ file, args, directory, env, isQuiet }) =>
  new Promise((resolve, reject) => {
    const stdio = ["inherit", isQuiet ? 2 : "inherit", "inherit"] as const;
    const child = spawn(file, [...args], { cwd: directory, env, stdio: [...stdio] });
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });

export type ReadAnswer = () => Promise<string | null>;

/** Reads one line from the terminal; `null` if the person ended the input or interrupted. */
export const readAnswer: ReadAnswer = () =>
  new Promise((resolve, reject) => {
    const script = 'IFS= read -r line && printf "%s" "$line"';
    const child = spawn("/bin/sh", ["-c", script], { stdio: ["inherit", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (chunk) => (said += String(chunk)));
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0 ? said : null));
  });
