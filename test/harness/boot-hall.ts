// The hall's composition root, booted in this process with every real part.
import { readFileSync } from "node:fs";
import { createClient } from "../../src/client/client.ts";
import { emptyHandoff } from "../../src/contract/handoff.ts";
import type { HomeLayout } from "../../src/contract/home-layout.ts";
import { type Hall, openHall } from "../../src/daemon/hall.ts";
import { checkHomeVersion, prepareHome, stampHome } from "../../src/daemon/home.ts";
import type { HallOptions } from "../../src/daemon/parts.ts";
import { sleep, systemClock } from "../../src/host/clock.ts";
import { systemDisk } from "../../src/host/disk.ts";
import { systemLocks } from "../../src/host/locks.ts";
import { createFileLog } from "../../src/host/log.ts";
import { systemMachine } from "../../src/host/machine.ts";
import { systemProcesses } from "../../src/host/processes.ts";
import { plainEnvironment, release } from "../../src/host/program.ts";
import { watchDirectory } from "../../src/host/watch.ts";
import { probeHere } from "../../src/sandbox/probe-here.ts";

const open: Hall[] = [];

/** Call it after each test. */
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
      ...options,
    },
  );
  open.push(hall);
  const client = createClient({
    url: hall.record.url,
    token: readFileSync(hall.record.tokenFile, "utf8").trim(),
    fetch,
    wait: (ms, signal) => sleep(systemClock, ms, signal),
  });
  return { hall, client, probe };
}
