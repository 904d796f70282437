// Runs the program that shows a file in the person's browser. The program, and a browser that it starts, may
// outlive this process.
import { spawn } from "node:child_process";
import { type ProcessExit, started } from "../processes/handoff.ts";

export interface OpenOrder {
  program: string;
  file: string;
  env: Record<string, string | undefined>;
}

export type OpenInBrowser = (opening: OpenOrder) => Promise<ProcessExit>;

/**
 * Rejects if the program cannot be started, and resolves when it has ended: some programs end at once, some with the
 * browser.
 */
export const openFile: OpenInBrowser = async ({ program, file, env }) => {
  const child = spawn(program, [file], { env, detached: true, stdio: "ignore" });
  const exited = new Promise<ProcessExit>((resolve) =>
    child.once("exit", (code, signal) => resolve({ code, signal })),
  );
  await started(child, program);
  child.unref();
  return exited;
};
