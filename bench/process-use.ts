// What a process uses, as the kernel counts it.
import { readFileSync } from "node:fs";

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kb) / 102.4) / 10;
}

/** Time on a processor, of all the threads it has and had, in milliseconds; the kernel counts in steps of ten. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Bytes it has sent to a disk. */
export function writtenBytes(pid: number): number {
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]);
}
