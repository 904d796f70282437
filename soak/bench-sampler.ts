// Counts the workbenches of a home from outside, by the machine's processes and the kernel's list of locks, so that
// neither the hall nor a workbench is disturbed.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homeLayout } from "../src/contract/home/home-layout.ts";
import { installed } from "../src/host/program.ts";
import { readProcStat } from "../src/host/processes/proc-stat.ts";

export interface Sampled {
  samples: number;
  mostProcesses: number;
  mostLocks: number;
  /** The processes seen for each workbench, by `<commission>/<number>`. */
  processes: Map<string, Set<number>>;
}

export interface Sampler {
  stop(): Sampled;
}

const everyMs = 20;

export function startSampler(root: string): Sampler {
  const sampled: Sampled = { samples: 0, mostProcesses: 0, mostLocks: 0, processes: new Map() };
  const timer = setInterval(() => sample(root, sampled), everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return sampled;
    },
  };
}

function sample(root: string, sampled: Sampled): void {
  const benches = benchesOf(root);
  sampled.samples += 1;
  sampled.mostProcesses = Math.max(sampled.mostProcesses, benches.length);
  sampled.mostLocks = Math.max(sampled.mostLocks, heldLocks(root));
  for (const { name, pid } of benches) {
    const known = sampled.processes.get(name) ?? new Set();
    sampled.processes.set(name, known.add(pid));
  }
}

const programs = [installed("src/workbench/main.ts"), installed("dist/workbench/main.js")];

interface SeenBench {
  name: string;
  pid: number;
  parent: number;
}

/** Skips a child between fork and exec, which still has its parent's command line. */
function benchesOf(root: string): SeenBench[] {
  const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  const seen = pids.flatMap((pid) => seenBench(root, Number(pid)) ?? []);
  return seen.filter(({ parent }) => !seen.some(({ pid }) => pid === parent));
}

function seenBench(root: string, pid: number): SeenBench | undefined {
  const args = commandLine(pid);
  const stat =
    programs.some((program) => args.includes(program)) && args.includes(root) ? readProcStat(pid) : undefined;
  if (!stat || stat.isDead) return undefined;
  const name = `${args[args.indexOf("--commission") + 1]}/${args[args.indexOf("--bench") + 1]}`;
  return { name, pid, parent: stat.parent };
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return []; // it has ended
  }
}

function heldLocks(root: string): number {
  const held = new Set(
    [...readFileSync("/proc/locks", "utf8").matchAll(/FLOCK .* WRITE .*:(\d+) /g)].map((match) => match[1]),
  );
  const { commissions } = homeLayout(root);
  const locks = readdirSync(commissions).map((id) => `${commissions}/${id}/bench.lock`);
  return locks.filter((path) => existsSync(path) && held.has(String(statSync(path).ino))).length;
}
