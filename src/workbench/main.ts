// Starts the workbench program: `main.ts --home H --commission ID --bench N [--workers DIR]...`. The hall
// hands over credentials and settings (the "handoff") on a file descriptor. With `--spare DIR` instead of a
// commission the program is a spare: it gets ready, and is told its commission later.
// oxlint-disable-next-line import/no-unassigned-import -- it has to act before any schema is made
import "../host/without-compiling.ts";
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { createSetUpTools } from "./checks/set-up-tools.ts";
import { readForWorkbench } from "../store/config/read.ts";
import type { HallConfig } from "../contract/home/config.ts";
import { benchHandoff, type BenchHandoff, emptyHandoff } from "../contract/home/handoff.ts";
import { homeLayout } from "../contract/home/home-layout.ts";
import { type SpareOrder, spareSettings } from "../contract/home/spare.ts";
import { commissionId } from "../contract/home/ids.ts";
import { workbenchMemoryMb } from "../contract/commission/limits.ts";
import { endGroup } from "../host/processes/children.ts";
import { systemClock } from "../host/clock.ts";
import { expectMoves } from "../host/processes/cgroups.ts";
import { closeMemory } from "../host/processes/close-memory.ts";
import { createDial } from "../host/network/dial.ts";
import { watchDirectory } from "../host/files/watch.ts";
import { systemDisk } from "../host/files/disk.ts";
import { diskMeter } from "../host/files/disk-use.ts";
import { readHandoff } from "../host/processes/handoff.ts";
import { openOrders } from "../host/processes/orders.ts";
import { serveHttp } from "../host/network/http-server.ts";
import { newSecret, newUuid } from "../host/ids.ts";
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
import { startEarly } from "./spare/early.ts";
import { findClaude } from "./sandbox/claude-binary.ts";
import { enclose, encloseSelf } from "./sandbox/enclose.ts";
import { probeFrom, probeHere } from "./sandbox/probe-here.ts";
import { createBenchTrees } from "./work/bench-trees.ts";
import { modelOf } from "../model/gateway/model-of.ts";
import { promptOrder } from "../contract/home/prompt-order.ts";
import { cappedLines } from "./work/capped-lines.ts";
import type { WorkbenchDeps } from "./work/deps.ts";

const print = cappedLines({
  maxBytes: 32 * 1024 * 1024,
  write: (line) => void process.stdout.write(`${line}\n`),
  full: "This log is full: what follows is not kept.",
});

/**
 * Connects a workbench to the real machine. Later changes of the configuration do not reach it: a session
 * keeps the configuration that it began with.
 */
export function wireWorkbench(home: string, config: HallConfig): WorkbenchDeps {
  return wireWith(readGiven(), home, config);
}

function readGiven(): BenchHandoff {
  return readHandoff<BenchHandoff>({
    env: process.env,
    parse: (value) => benchHandoff.parse(value),
    absent: noHandoff,
  });
}

/** Shared by the whole process: a spare must not miss a signal that comes before its commission. */
let stopping: AbortSignal | null = null;

const noHandoff: BenchHandoff = { ...emptyHandoff, sandbox: null };

function wireWith(given: BenchHandoff, home: string, config: HallConfig): WorkbenchDeps {
  const layout = homeLayout(home);
  const env = plainEnvironment();
  const searchPath = env["PATH"] ?? "";
  const self = systemProcesses.identify(process.pid);
  if (!self) throw new Error("This process cannot be identified.");
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
    newMessageId: newUuid,
    watchDirectory,
    model: (of) => modelOf(of, given),
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
      certificates: [given.certFile, given.extraCaFile],
    }),
    enclose,
    readOnly: config.sandbox.readOnly,
    personHome: env["HOME"],
    diskUse: diskMeter,
    appendTranscript: (path, line) => appendFileSync(path, line, { mode: 0o600 }),
    stopping: (stopping ??= stopSignal()),
    print,
  };
}

/**
 * How much CPU time one turn of the event loop may take before the kernel ends this process. A turn takes
 * milliseconds, but package code in an endless loop never returns.
 */
const ownLoop = { limitSeconds: 60, everyMs: 5000 };

async function main(): Promise<void> {
  const moves = expectMoves();
  closeMemory(); // before the handoff is read, because it contains secrets
  dieOnUncaught(print);
  endWhenLooping(ownLoop);
  const { values } = parseArgs({
    options: {
      home: { type: "string" },
      commission: { type: "string" },
      bench: { type: "string" },
      spare: { type: "string" },
      prompt: { type: "string" },
      workers: { type: "string", multiple: true },
    },
  });
  const begin = values.spare !== undefined ? waitAt : values.prompt !== undefined ? showAt : beginAt;
  process.exit(await begin(values, moves));
}

/** Runs a task within the memory limit of a workbench. Package code runs only within this limit. */
async function withinOwnLimit(task: () => Promise<number>): Promise<number> {
  const group = encloseSelf(workbenchMemoryMb);
  const code = await task();
  group.leave();
  return code;
}

const places = {
  home: z.string().startsWith("/"),
  workers: z.array(z.string().startsWith("/")).default([]),
};

/** Carries out the commission that the command line names. */
async function beginAt(values: unknown, moves: Promise<void>): Promise<number> {
  const order = z
    .object({ ...places, commission: commissionId, bench: z.coerce.number().int().positive() })
    .parse(values);
  const deps = await wireFor(readGiven(), order);
  const ref = { id: order.commission, bench: order.bench };
  await moves;
  // First of all, because `claude` takes longest to start.
  const parked = await startEarly(deps, ref);
  return withinOwnLimit(async () => {
    // All code is loaded before the lock is taken, because an upgrade may replace the installation after that.
    const { runWorkbench } = await import("./work/run.ts");
    if (parked && !(await parked.mounted())) await parked.discard();
    const code = await runWorkbench({ ...deps, ...parked?.parts(deps) }, ref);
    await parked?.discard();
    await parked?.removeDirectory();
    return code;
  });
}

/** Gets ready as a spare. */
async function waitAt(values: unknown, moves: Promise<void>): Promise<number> {
  const order = z.object({ ...places, spare: z.string().startsWith("/") }).parse(values);
  const orders = openOrders(process.env);
  const settings = spareSettings.nullable().parse((await orders?.next()) ?? null);
  if (orders === null || settings === null) return 0;
  const waiting = await wireFor({ ...noHandoff, sandbox: settings.sandbox }, order);
  const wire = ({ handoff }: SpareOrder) => wireFor(handoff, order);
  const { runSpare } = await import("./spare/run-spare.ts");
  await moves;
  const enter = (directory: string) => process.chdir(directory);
  return withinOwnLimit(() =>
    runSpare({ orders, waiting, wire, enter }, { directory: order.spare, settings }),
  );
}

/** Shows what a worker would be told, for as long as the hall waits for it. */
async function showAt(values: unknown, moves: Promise<void>): Promise<number> {
  const given = z.object({ ...places, prompt: z.string().startsWith("/") }).parse(values);
  const orders = openOrders(process.env);
  const order = promptOrder.nullable().parse((await orders?.next()) ?? null);
  if (orders === null || order === null) return 0;
  const deps = await wireFor({ ...noHandoff, sandbox: order.sandbox }, given);
  const unwanted = new AbortController();
  const { runPreview } = await import("./preview/run-preview.ts");
  await moves;
  void orders.next().then(
    () => unwanted.abort(),
    () => unwanted.abort(),
  );
  const stopping = AbortSignal.any([deps.stopping, unwanted.signal]);
  return withinOwnLimit(() => runPreview({ ...deps, stopping }, { directory: given.prompt, order }));
}

async function wireFor(
  given: BenchHandoff,
  { home, workers }: { home: string; workers: string[] },
): Promise<WorkbenchDeps> {
  const config = await readForWorkbench(systemDisk, homeLayout(home));
  const own = wireWith(given, home, config);
  return { ...own, packagePlaces: packagePlaces({ installed, home: own.home, more: workers }) };
}

if (import.meta.main) void main();
