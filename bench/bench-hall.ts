// Runs a real hall in its own process and home, started the way `guild-hall up` starts it.
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyHandoff, type Handoff } from "../src/contract/home/handoff.ts";
import type { HallRecord } from "../src/contract/home/hall-record.ts";
import { commissionLayout, type HomeLayout, homeLayout } from "../src/contract/home/home-layout.ts";
import { commissionId } from "../src/contract/home/ids.ts";
import { programFile } from "../src/host/built.ts";
import { runtimeFlags, spawnWithHandoff } from "../src/host/processes/handoff.ts";
import { systemLocks } from "../src/host/processes/locks.ts";
import { installed, plainEnvironment } from "../src/host/program.ts";
import type { Target } from "./connection.ts";

export interface BenchHall extends Target {
  pid: number;
  /** From the spawn of its program to its ready line. */
  readyMs: number;
  stop(): Promise<void>;
}

export function makeHome(): HomeLayout {
  return homeLayout(mkdtempSync(join(tmpdir(), "guild-hall-bench-")));
}

export interface Opening {
  handoff?: Handoff;
  env?: Record<string, string>;
  flags?: readonly string[];
  /** Prefixes the whole command line. */
  under?: readonly string[];
}

export async function openBenchHall(home: HomeLayout, opening: Opening = {}): Promise<BenchHall> {
  mkdirSync(home.logs, { recursive: true });
  const output = openSync(`${home.logs}/hall.out`, "a");
  const begun = performance.now();
  const [file, ...args] = [
    ...(opening.under ?? []),
    process.execPath,
    ...runtimeFlags,
    ...(opening.flags ?? []),
    programFile(installed("."), "hall"),
    "--home",
    home.root,
    "--port",
    "0",
  ];
  const child = await spawnWithHandoff({
    file,
    args,
    env: { ...plainEnvironment(), ...opening.env },
    cwd: "/",
    detached: true,
    stdout: output,
    stderr: output,
    handoff: opening.handoff ?? emptyHandoff,
    readyPipe: true,
  });
  const line = await child.ready;
  const readyMs = performance.now() - begun;
  closeSync(output);
  const told = JSON.parse(line ?? '{"failed":"it ended"}') as { ready?: HallRecord; failed?: string };
  if (!told.ready) throw new Error(`the hall did not start: ${told.failed}`);
  const stop = async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
  const token = readFileSync(home.token, "utf8").trim();
  return { pid: child.pid, readyMs, stop, token, port: Number(new URL(told.ready.url).port) };
}

/**
 * Stops the hall before it ends the workbenches, because a running hall would start others in their place.
 */
export async function disposeHome(home: HomeLayout, hall: BenchHall | null): Promise<void> {
  await hall?.stop();
  for (const name of readdirSync(home.commissions)) {
    const { benchLock, events } = commissionLayout(home, commissionId.parse(name));
    if (existsSync(benchLock) && systemLocks.isHeld(benchLock)) endWorkbenches(events);
  }
  rmSync(home.root, { recursive: true, force: true });
}

function endWorkbenches(events: string): void {
  for (const [, pid] of readFileSync(events, "utf8").matchAll(/"type":"bench.started","pid":(\d+)/g)) {
    try {
      process.kill(-Number(pid), "SIGKILL");
    } catch {
      // It has already ended.
    }
  }
}
