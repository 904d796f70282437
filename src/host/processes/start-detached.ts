// Starts a program that outlives this process. It has its own session and process group, and its output goes
// to files, never to our pipes.
import { spawn } from "node:child_process";
import { type ProcessExit, started } from "./handoff.ts";

export interface DetachedOrder {
  file: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment: nothing is inherited. */
  env: Readonly<Record<string, string>>;
  stdout: number;
  stderr: number;
}

export interface DetachedChild {
  pid: number;
  exited: Promise<ProcessExit>;
}

export type StartDetached = (order: DetachedOrder) => Promise<DetachedChild>;

/** Rejects if the program cannot be started. This process may end while the program keeps running. */
export const startDetached: StartDetached = async ({ file, args, cwd, env, stdout, stderr }) => {
  const child = spawn(file, [...args], {
    cwd,
    env: { ...env },
    detached: true,
    stdio: ["ignore", stdout, stderr],
  });
  const exited = new Promise<ProcessExit>((resolve) =>
    child.once("exit", (code, signal) => resolve({ code, signal })),
  );
  const pid = await started(child, file);
  child.unref();
  return { pid, exited };
};
