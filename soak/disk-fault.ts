// Makes a disk fail temporarily under a running hall. Each fault begins and ends from outside.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { findExecutable } from "../src/host/processes/children.ts";
import { codeOf } from "../src/host/files/disk.ts";
import { until } from "../test/harness/hall.ts";

export interface DiskFault {
  name: string;
  /** Resolves with a function that ends the fault. */
  begin(): Promise<() => Promise<void>>;
}

/** Fills the disk to the last byte. */
export function diskFull(disk: string): DiskFault {
  const filling = `${disk}/filling`;
  const begin = async () => {
    fill(filling);
    return async () => rmSync(filling);
  };
  return { name: "full", begin };
}

function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (const bytes of [1024 * 1024, 4096, 1]) writeUntilFull(file, Buffer.alloc(bytes, "x"));
  } finally {
    closeSync(file);
  }
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    for (;;) writeSync(file, chunk);
  } catch (error) {
    if (codeOf(error) !== "ENOSPC") throw error;
  }
}

/** Mounts the same files read-only over the home. Files open for writing stay writable, as in reality. */
export function readOnly(root: string): DiskFault {
  // Prepared at another path, then mounted over the home in one step.
  const aside = `${root}-read-only`;
  const begin = async () => {
    mkdirSync(aside, { recursive: true });
    execFileSync("mount", ["--bind", root, aside]);
    execFileSync("mount", ["-o", "remount,bind,ro", aside]);
    execFileSync("mount", ["--bind", aside, root]);
    return async () => {
      for (const path of [root, aside]) await until("the read-only mount is gone", () => unmounted(path));
    };
  };
  return { name: "read-only", begin };
}

function unmounted(path: string): boolean {
  try {
    execFileSync("umount", [path], { stdio: "ignore" });
    return true;
  } catch {
    return false; // a process is reading a file on it
  }
}

/** Makes these system calls of a process fail with EIO. */
export function callsFail(pid: number, calls: string): DiskFault {
  const strace = findExecutable("strace", process.env["PATH"] ?? "") ?? "strace";
  const args = ["-f", "-p", String(pid), "-o", "/dev/null", "-e", `trace=${calls}`];
  const begin = async () => {
    const tracer = spawn(strace, [...args, "-e", `inject=${calls}:error=EIO`], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    await attached(tracer);
    return () => detach(tracer);
  };
  return { name: calls, begin };
}

async function attached(tracer: ChildProcess): Promise<void> {
  let said = "";
  tracer.stderr?.on("data", (chunk) => (said += String(chunk)));
  await until("the tracer is attached", () => {
    if (tracer.exitCode !== null) throw new Error(`strace ended: ${said}`);
    return said.includes("attached");
  });
}

function detach(tracer: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    tracer.once("exit", () => resolve());
    tracer.kill("SIGINT");
  });
}
