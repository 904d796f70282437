// Finds the real `claude` of a commission among the processes of its workbench and writes to its stdout, through a
// duplicated file descriptor. Needs ptrace rights over it, as root has.
import { dlopen, FFIType } from "bun:ffi";
import { closeSync, writeSync } from "node:fs";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { codeOf } from "../src/host/files/disk.ts";
import { familyOf, readableProcesses } from "../test/harness/find-text.ts";

export function findClaudeProcess(id: CommissionId): number | undefined {
  const isBench = (line: string) => /workbench\/main\.[jt]s/.test(line) && line.includes(id);
  const bench = readableProcesses().find(({ commandLine }) => isBench(commandLine));
  const family = bench ? familyOf(bench.pid) : [];
  return family.find(({ commandLine }) => /^\S*\/claude --output-format/.test(commandLine))?.pid;
}

const pidfdOpen = 434;
const pidfdGetfd = 438;

/** Writes the whole text to the process's stdout. The process must not write meanwhile, so it has to be waiting. */
export async function speakFor(pid: number, text: string): Promise<void> {
  const output = takeDescriptor(pid, 1);
  try {
    await writeAll(output, Buffer.from(text));
  } finally {
    closeSync(output);
  }
}

function takeDescriptor(pid: number, descriptor: number): number {
  const { symbols, close } = dlopen("libc.so.6", {
    syscall: {
      args: [FFIType.i64, FFIType.i64, FFIType.i64, FFIType.i64],
      returns: FFIType.i64,
    },
  });
  try {
    const process = Number(symbols.syscall(pidfdOpen, pid, 0, 0));
    const taken = process < 0 ? -1 : Number(symbols.syscall(pidfdGetfd, process, descriptor, 0));
    if (process >= 0) closeSync(process);
    if (taken < 0) throw new Error(`The output of process ${pid} cannot be had.`);
    return taken;
  } finally {
    close();
  }
}

async function writeAll(descriptor: number, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      await Bun.sleep(2); // the pipe is full: its reader is slower
    }
  }
}
