// The hall program: `main.ts --home H --port P [--sample-project DIR] [--workers DIR]... [--foreground]`. A
// kernel lock ensures that each home has at most one.
import { messageOf } from "../base/text/message-of.ts";
import { rmSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { emptyHandoff, handoff } from "../contract/home/handoff.ts";
import { type HomeLayout, homeLayout } from "../contract/home/home-layout.ts";
import { systemClock } from "../host/clock.ts";
import { programBeside } from "../host/built.ts";
import { closeMemory } from "../host/processes/close-memory.ts";
import { type Disk, systemDisk } from "../host/files/disk.ts";
import { readHandoff, takeReadyDescriptor } from "../host/processes/handoff.ts";
import { type Locks, systemLocks } from "../host/processes/locks.ts";
import { createFileLog, type Log } from "../host/log.ts";
import { type Machine, systemMachine } from "../host/machine.ts";
import { systemProcesses } from "../host/processes/processes.ts";
import { dieOnUncaught, installed, plainEnvironment, release, stopSignal } from "../host/program.ts";
import { watchDirectory } from "../host/files/watch.ts";
import { readAhead } from "../host/files/read-ahead.ts";
import { findClaude } from "../workbench/sandbox/claude-binary.ts";
import { probeHere } from "../workbench/sandbox/probe-here.ts";
import { checkHomeOwner, checkHomeVersion, prepareHome, stampHome } from "./wiring/home.ts";
import { keepCommittedRecords } from "./wiring/upgrade-config.ts";
import { type Hall, openHall } from "./hall.ts";
import type { HallParts } from "./wiring/parts.ts";

const options = z.object({
  home: z.string().transform((path) => resolve(path)),
  port: z.coerce.number().int().min(0).max(65_535),
  "sample-project": z.string().optional(),
  workers: z.array(z.string()).default([]),
  foreground: z.boolean().default(false),
  "no-spares": z.boolean().default(false),
});
type Options = z.infer<typeof options>;

/**
 * How long a workbench may take to begin. It normally takes less than a second, on a very busy machine a few.
 */
const startWithinMs = 30_000;

/** The parts that a soak test may replace with faulty ones, to show that it would detect a loss. */
export interface World {
  disk: Disk;
  locks: Locks;
  /** Returns the measures of this machine, with the disk of this directory. */
  machine(directory: string): Machine;
}

export async function runHall(world: World): Promise<void> {
  closeMemory(); // before the credential is read, so that other processes cannot read it from memory
  const readyDescriptor = takeReadyDescriptor(process.env);
  const tell = (message: unknown) =>
    readyDescriptor !== undefined && writeSync(readyDescriptor, `${JSON.stringify(message)}\n`);
  dieOnUncaught((line) => void process.stderr.write(`${line}\n`));
  const stopping = stopSignal();
  try {
    const given = options.parse(parseArguments());
    const asked = new AbortController();
    const opened = await openUnderLock(world, { given, askToEnd: () => asked.abort() });
    if (!opened) {
      tell({ taken: true });
      process.exit(0);
    }
    tell({ ready: opened.hall.record, warnings: opened.hall.warnings });
    void readClaudeAhead();
    await runUntilStopped(opened, AbortSignal.any([stopping, asked.signal]));
  } catch (error) {
    tell({ failed: explain(error) });
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

function parseArguments(): unknown {
  return parseArgs({
    options: {
      home: { type: "string" },
      port: { type: "string" },
      "sample-project": { type: "string" },
      workers: { type: "string", multiple: true },
      foreground: { type: "boolean" },
      "no-spares": { type: "boolean" },
    },
  }).values;
}

interface Opened {
  hall: Hall;
  home: HomeLayout;
  log: Log;
}

interface Opening {
  given: Options;
  /** Called when an HTTP request asks the hall to end. */
  askToEnd(): void;
}

/** Returns `null` if another hall holds the home's lock. */
async function openUnderLock(world: World, { given, askToEnd }: Opening): Promise<Opened | null> {
  const { disk, locks } = world;
  const home = homeLayout(given.home);
  await checkHomeOwner(home);
  await checkHomeVersion(disk, home);
  await prepareHome(disk, home);
  if (!locks.tryLock(home.hallLock)) return null;
  await keepCommittedRecords(disk, home);
  await stampHome(disk, home);
  const echo = (line: string) => void process.stdout.write(line);
  const log = createFileLog({
    path: home.hallLog,
    maxBytes: 5_000_000,
    keep: 5,
    ...(given.foreground ? { echo } : {}),
  });
  const hall = await openHall(
    { ...world, machine: world.machine(home.root), ...(await parts(log)), askToEnd },
    {
      home,
      port: given.port,
      handoff: readHandoff({
        env: process.env,
        parse: (value) => handoff.parse(value),
        absent: emptyHandoff,
      }),
      sampleProject: given["sample-project"] ?? null,
      moreWorkers: given.workers.map((path) => resolve(path)),
      version: release(),
      startWithinMs,
      keepsSpares: !given["no-spares"],
    },
  );
  await disk.replace(home.hallRecord, `${JSON.stringify(hall.record)}\n`);
  log.info("the hall is open", { url: hall.record.url, pid: process.pid });
  return { hall, home, log };
}

async function parts(log: Log): Promise<Omit<HallParts, keyof World | "askToEnd">> {
  return {
    clock: systemClock,
    processes: systemProcesses,
    log,
    watch: watchDirectory,
    probe: await probeHere({ platform: process.platform, clock: systemClock, env: plainEnvironment() }),
    runtime: process.execPath,
    workbench: programBeside(Bun.main, installed("."), "workbench"),
    pid: process.pid,
  };
}

/**
 * Reads the `claude` program into the page cache. Otherwise its 266 MB would delay the first commission by half a
 * second.
 */
async function readClaudeAhead(): Promise<void> {
  const claude = findClaude(process);
  if (claude !== undefined) await readAhead(claude);
}

async function runUntilStopped({ hall, home, log }: Opened, stopping: AbortSignal): Promise<void> {
  await new Promise<void>((done) => {
    stopping.addEventListener("abort", () => done(), { once: true });
    if (stopping.aborted) done();
  });
  log.info("the hall is stopping");
  rmSync(home.hallRecord, { force: true });
  await hall.stop();
  log.info("the hall is closed");
  process.exit(0);
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError)
    return `The hall was started with wrong arguments: ${z.prettifyError(error)}`;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return "The port is taken by another program. Set GUILD_HALL_PORT to a free one (0 takes any).";
  }
  return messageOf(error);
}

export const systemWorld: World = { disk: systemDisk, locks: systemLocks, machine: systemMachine };

if (import.meta.main) void runHall(systemWorld);
