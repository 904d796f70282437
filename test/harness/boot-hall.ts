// Starts a hall in this process with every real part, as its main() does.
import { readFileSync } from "node:fs";
import { createClient } from "../../src/client/client.ts";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import type { HomeLayout } from "../../src/contract/home/home-layout.ts";
import { type Hall, openHall } from "../../src/hall/hall.ts";
import { checkHomeVersion, prepareHome, stampHome } from "../../src/hall/wiring/home.ts";
import type { HallOptions } from "../../src/hall/wiring/parts.ts";
import { sleep, systemClock } from "../../src/host/clock.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { systemLocks } from "../../src/host/processes/locks.ts";
import { createFileLog } from "../../src/host/log.ts";
import { systemMachine } from "../../src/host/machine.ts";
import { systemProcesses } from "../../src/host/processes/processes.ts";
import { programFile } from "../../src/host/built.ts";
import { installed, plainEnvironment, release } from "../../src/host/program.ts";
import { watchDirectory } from "../../src/host/files/watch.ts";
import { probeHere } from "../../src/workbench/sandbox/probe-here.ts";

const open: Hall[] = [];

/** Stops all halls. Call it after each test. */
export async function stopHalls(): Promise<void> {
  for (const hall of open.splice(0)) await hall.stop();
}

export async function bootHall(home: HomeLayout, options: Partial<HallOptions> = {}) {
  await checkHomeVersion(systemDisk, home);
  await prepareHome(systemDisk, home);
  await stampHome(systemDisk, home);
  const probe = await probeHere({ platform: process.platform, clock: systemClock, env: plainEnvironment() });
  const log = createFileLog({ path: home.hallLog, maxBytes: 1_000_000, keep: 2 });
  const hall = await openHall(
    {
      clock: systemClock,
      disk: systemDisk,
      locks: systemLocks,
      processes: systemProcesses,
      log,
      watch: watchDirectory,
      machine: systemMachine(home.root),
      probe,
      runtime: process.execPath,
      workbench: programFile(installed("."), "workbench"),
      askToEnd: () => undefined,
      pid: process.pid,
    },
    {
      home,
      port: 0,
      handoff: emptyHandoff,
      sampleProject: null,
      moreWorkers: [],
      version: release(),
      startWithinMs: 30_000,
      keepsSpares: false,
      ...options,
    },
  );
  open.push(hall);
  const client = createClient({
    url: hall.record.url,
    token: readFileSync(hall.record.tokenFile, "utf8").trim(),
    fetch,
    wait: (ms, signal) => sleep(systemClock, ms, signal),
    after: systemClock.after,
  });
  return { hall, client, probe };
}
