// The workbench program: `main.ts --home H --commission ID --bench N [--workers DIR]...`. The hall hands over
// credentials and settings (the "handoff") on a descriptor.
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { createSetUpTools } from "./checks/set-up-tools.ts";
import { readForWorkbench } from "../store/config/read.ts";
import type { HallConfig } from "../contract/home/config.ts";
import { benchHandoff, type BenchHandoff, emptyHandoff } from "../contract/home/handoff.ts";
import { homeLayout } from "../contract/home/home-layout.ts";
import { commissionId } from "../contract/home/ids.ts";
import { workbenchMemoryMb } from "../contract/commission/limits.ts";
import { endGroup } from "../host/processes/children.ts";
import { systemClock } from "../host/clock.ts";
import { closeMemory } from "../host/processes/close-memory.ts";
import { createDial } from "../host/network/dial.ts";
import { systemDisk } from "../host/files/disk.ts";
import { diskMeter } from "../host/files/disk-use.ts";
import { readHandoff } from "../host/processes/handoff.ts";
import { serveHttp } from "../host/network/http-server.ts";
import { newSecret } from "../host/ids.ts";
import { systemLocks } from "../host/processes/locks.ts";
import { isOwnAddress, resolveName } from "../host/network/names.ts";
import { sendNudge } from "../host/network/nudge.ts";
import { createSend } from "../host/network/outbound.ts";
import { endWhenLooping } from "../host/processes/own-loop.ts";
import { systemProcesses } from "../host/processes/processes.ts";
import { dieOnUncaught, installed, plainEnvironment, release, stopSignal } from "../host/program.ts";
import { findSocketPlace } from "../host/network/short-socket.ts";
import { packagePlaces } from "../guild/roster/places.ts";
import { whyNotPublic } from "../base/network/public-address.ts";
import { findClaude } from "./sandbox/claude-binary.ts";
import { enclose, encloseSelf } from "./sandbox/enclose.ts";
import { probeFrom, probeHere } from "./sandbox/probe-here.ts";
import { createBenchTrees } from "./work/bench-trees.ts";
import { cappedLines } from "./work/capped-lines.ts";
import type { WorkbenchDeps } from "./work/deps.ts";

const print = cappedLines({
  maxBytes: 32 * 1024 * 1024,
  write: (line) => void process.stdout.write(`${line}\n`),
  full: "This log is full: what follows is not kept.",
});

/**
 * Connects a workbench to the real machine. It uses the configuration as it is now: a session keeps the one that it
 * began with.
 */
export function wireWorkbench(home: string, config: HallConfig): WorkbenchDeps {
  const layout = homeLayout(home);
  const env = plainEnvironment();
  const searchPath = env["PATH"] ?? "";
  const self = systemProcesses.identify(process.pid);
  if (!self) throw new Error("This process cannot be identified.");
  const given = readHandoff<BenchHandoff>({
    env: process.env,
    parse: (value) => benchHandoff.parse(value),
    absent: { ...emptyHandoff, sandbox: null },
  });
  const probe = given.sandbox
    ? Promise.resolve(probeFrom(given.sandbox))
    : probeHere({ platform: process.platform, clock: systemClock, env });
  const git = { clock: systemClock, searchPath };
  return {
    home: layout,
    config,
    handoff: given,
    clock: systemClock,
    disk: systemDisk,
    locks: systemLocks,
    serve: serveHttp,
    send: createSend(),
    self,
    version: release(),
    searchPath,
    packagePlaces: packagePlaces({ installed, home: layout, more: [] }),
    claudePath: findClaude(process),
    probeSandbox: () => probe,
    loadPackage: (entry) => import(entry),
    newSecret,
    socketPlace: findSocketPlace,
    nudge: (id) => sendNudge(layout.nudgeSocket, id),
    pages: {
      dial: createDial(),
      resolve: resolveName,
      whyForbidden: (address) =>
        whyNotPublic(address) ?? (isOwnAddress(address) ? "an address of this machine" : null),
    },
    endGroup,
    trees: createBenchTrees({ ...git, home: layout, disk: systemDisk, projects: () => config.projects }),
    setUpTools: createSetUpTools({
      home: layout,
      disk: systemDisk,
      clock: systemClock,
      git,
      projects: () => config.projects,
      proxy: given.proxy,
    }),
    enclose,
    readOnly: config.sandbox.readOnly,
    personHome: env["HOME"],
    diskUse: diskMeter,
    appendTranscript: (path, line) => appendFileSync(path, line, { mode: 0o600 }),
    stopping: stopSignal(),
    print,
  };
}

/**
 * When this process is ended because its event loop hangs. A turn of the loop takes milliseconds, but package code in
 * an endless loop never returns.
 */
const ownLoop = { limitSeconds: 60, everyMs: 5000 };

async function main(): Promise<void> {
  closeMemory(); // before the handoff is read, because it contains secrets
  dieOnUncaught(print);
  endWhenLooping(ownLoop);
  const group = encloseSelf(workbenchMemoryMb);
  const { values } = parseArgs({
    options: {
      home: { type: "string" },
      commission: { type: "string" },
      bench: { type: "string" },
      workers: { type: "string", multiple: true },
    },
  });
  const order = z
    .object({
      home: z.string().startsWith("/"),
      commission: commissionId,
      bench: z.coerce.number().int().positive(),
      workers: z.array(z.string().startsWith("/")).default([]),
    })
    .parse(values);
  const config = await readForWorkbench(systemDisk, homeLayout(order.home));
  const own = wireWorkbench(order.home, config);
  const places = packagePlaces({ installed, home: own.home, more: order.workers });
  const deps = { ...own, packagePlaces: places };
  // All code is loaded before the lock is taken, because an upgrade may replace the installation after that.
  const { runWorkbench } = await import("./work/run.ts");
  const code = await runWorkbench(deps, { id: order.commission, bench: order.bench });
  group.leave();
  process.exit(code);
}

if (import.meta.main) void main();
