// Identifies processes by pid, start time and boot, because the kernel may have reused a pid.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readProcStat } from "./proc-stat.ts";

export interface ProcessIdentity {
  pid: number;
  startTime: string;
  bootId: string;
}

export interface Processes {
  identify(pid: number): ProcessIdentity | undefined;
  isAlive(identity: ProcessIdentity): boolean;
  /** Signals a whole process group by its leader. Returns false if the leader is gone or its pid was reused. */
  signalGroup(leader: ProcessIdentity, signal: NodeJS.Signals): boolean;
  signal(identity: ProcessIdentity, signal: NodeJS.Signals): boolean;
}

export const systemProcesses: Processes = {
  identify,
  isAlive,
  signal: (identity, signal) => isAlive(identity) && send(identity.pid, signal),
  signalGroup: (leader, signal) => isAlive(leader) && send(-leader.pid, signal),
};

function identify(pid: number): ProcessIdentity | undefined {
  const startTime = process.platform === "linux" ? startTimeFromProc(pid) : startTimeFromPs(pid);
  return startTime === undefined ? undefined : { pid, startTime, bootId: bootId() };
}

function isAlive(identity: ProcessIdentity): boolean {
  const now = identify(identity.pid);
  return now !== undefined && now.startTime === identity.startTime && now.bootId === identity.bootId;
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

function startTimeFromProc(pid: number): string | undefined {
  const stat = readProcStat(pid);
  return stat?.isDead === false ? stat.startTime : undefined;
}

function startTimeFromPs(pid: number): string | undefined {
  try {
    const [state, ...start] = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
    })
      .trim()
      .split(/\s+/);
    return state === undefined || state.startsWith("Z") ? undefined : start.join(" ");
  } catch {
    return undefined;
  }
}

let knownBootId: string | undefined;

export function bootId(): string {
  knownBootId ??= readOrUndefined("/proc/sys/kernel/random/boot_id")?.trim() ?? "unknown";
  return knownBootId;
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
