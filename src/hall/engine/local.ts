// Runs workbenches on this machine: starts them detached, recognises them by the lock they hold, and ends
// them by process group.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { basename } from "node:path";
import type { BenchPlaces } from "../../contract/home/bench-places.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { SentBenchHandoff } from "../../contract/home/handoff.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import {
  type ProcessExit,
  type HandoffChild,
  type HandoffSpawn,
  runtimeFlags,
} from "../../host/processes/handoff.ts";
import type { OutputFile } from "../../host/processes/output-file.ts";
import type { Locks } from "../../host/processes/locks.ts";
import type { ProcessIdentity, Processes } from "../../host/processes/processes.ts";
import type { LastWords } from "../../rules/course/describe-loss.ts";

export interface EngineDeps<Id extends string> {
  home: HomeLayout;
  places: BenchPlaces<Id>;
  handoff: SentBenchHandoff;
  locks: Locks;
  processes: Processes;
  /** Makes a spare the workbench of this run; `null` if none suits it. */
  claimSpare(ref: BenchRef<Id>): Promise<BenchProcess | null>;
  spawn(options: HandoffSpawn): Promise<HandoffChild>;
  /** Opens a file to which a child's output is appended. */
  openOutput(path: string): Pick<OutputFile, "descriptor" | "close">;
  /** Reads the end of such a file; "" if the file does not exist. */
  readOutput(path: string): string;
  /** Removes secrets from a text. */
  scrub(text: string): string;
  /** The program that runs TypeScript, and the workbench's main file. */
  program: { runtime: string; main: string; args?: readonly string[] };
  env: Record<string, string>;
}

/**
 * `alive`: the workbench holds its lock. `starting`: this hall started it, it has not ended, and it holds no lock (yet,
 * or any more). `gone`: this hall saw it end. `unknown`: the lock is free and this hall did not start it.
 */
export type Presence = "alive" | "starting" | "gone" | "unknown";

export interface Engine<Id extends string = CommissionId> {
  start(ref: BenchRef<Id>): Promise<void>;
  presence(ref: BenchRef<Id>): Presence;
  /** Resolves when a workbench that this hall started has ended; never for others. */
  ended(ref: BenchRef<Id>): Promise<void>;
  /** Returns the exit code of a workbench that this hall started and saw end by itself; else `null`. */
  exitCode(ref: BenchRef<Id>): number | null;
  /** Returns how the workbench's process ended, and the end of its output, without secrets. */
  lastWords(ref: BenchRef<Id>): LastWords;
  /**
   * Asks the workbench to stop (SIGTERM), or kills its whole process group (SIGKILL). Returns false if there is no
   * process to signal.
   */
  signal(ref: BenchRef<Id>, how: "stop" | "kill", known: ProcessIdentity | null): boolean;
  /** Drops the engine's data on a workbench once it has ended. The caller does not ask about it again. */
  forget(ref: BenchRef<Id>): void;
  /** Returns true if a process holds the workbench lock of this run. */
  isHeld(id: Id): boolean;
  /**
   * Runs `task` while no workbench of this run can begin. Returns `null` without running it if a workbench is at
   * work.
   */
  withoutBench<T>(id: Id, task: () => Promise<T>): Promise<T | null>;
}

interface Child {
  bench: number;
  identity: ProcessIdentity | null;
  over: boolean;
  exit: ProcessExit | null;
  exited: Promise<void>;
}

export function createLocalEngine<Id extends string>(deps: EngineDeps<Id>): Engine<Id> {
  const children = new Map<Id, Child>();
  return {
    start: async (ref) => void children.set(ref.id, await start(deps, ref)),
    presence: (ref) => presence(deps, children, ref),
    ended: (ref) => childOf(children, ref)?.exited ?? new Promise(() => undefined),
    exitCode: (ref) => childOf(children, ref)?.exit?.code ?? null,
    lastWords: (ref) => lastWords(deps, ref, childOf(children, ref)?.exit ?? null),
    signal: (ref, how, known) => signal(deps, childOf(children, ref)?.identity ?? known, how),
    forget: (ref) => forget(children, ref),
    isHeld: (id) => deps.locks.isHeld(lockOf(deps, id)),
    withoutBench: (id, task) => withoutBench(deps, id, task),
  };
}

export type BenchProcess = Pick<HandoffChild, "pid" | "exited" | "unref">;

function lockOf<Id extends string>({ home, places }: EngineDeps<Id>, id: Id): string {
  return places.layoutOf(home, id).benchLock;
}

async function start<Id extends string>(deps: EngineDeps<Id>, ref: BenchRef<Id>): Promise<Child> {
  const { id, bench } = ref;
  const spare = await deps.claimSpare(ref);
  if (spare !== null) return adopt(deps, bench, spare);
  const layout = deps.places.layoutOf(deps.home, id);
  // The workbench writes its output to a file and not to a pipe of the hall, because it must outlive the hall.
  const output = deps.openOutput(layout.output(bench));
  try {
    const { runtime, main, args = [] } = deps.program;
    const process = await deps.spawn({
      file: runtime,
      args: [
        ...runtimeFlags,
        main,
        "--home",
        deps.home.root,
        deps.places.option,
        id,
        "--bench",
        String(bench),
        ...args,
      ],
      env: deps.env,
      cwd: layout.directory,
      detached: true,
      stdout: output.descriptor,
      stderr: output.descriptor,
      handoff: deps.handoff,
    });
    process.unref();
    return adopt(deps, bench, process);
  } finally {
    output.close();
  }
}

function adopt(deps: Pick<EngineDeps<string>, "processes">, bench: number, process: BenchProcess): Child {
  const identity = deps.processes.identify(process.pid) ?? null;
  const child: Child = { bench, identity, over: false, exit: null, exited: Promise.resolve() };
  child.exited = process.exited.then((exit) => {
    child.over = true;
    child.exit = exit;
  });
  return child;
}

function childOf<Id extends string>(
  children: Map<Id, Child>,
  { id, bench }: BenchRef<Id>,
): Child | undefined {
  const child = children.get(id);
  return child?.bench === bench ? child : undefined;
}

/** Deletes the entry once the workbench has ended, unless the run has another workbench by then. */
function forget<Id extends string>(children: Map<Id, Child>, ref: BenchRef<Id>): void {
  const child = childOf(children, ref);
  void child?.exited.then(() => childOf(children, ref) === child && children.delete(ref.id));
}

function presence<Id extends string>(
  deps: EngineDeps<Id>,
  children: Map<Id, Child>,
  ref: BenchRef<Id>,
): Presence {
  const child = childOf(children, ref);
  if (child?.over) return "gone";
  if (deps.locks.isHeld(lockOf(deps, ref.id))) return "alive";
  return child ? "starting" : "unknown";
}

/**
 * Returns the last output. Best effort: an unreadable file must not keep a workbench from being declared
 * lost.
 */
function lastWords<Id extends string>(
  deps: EngineDeps<Id>,
  { id, bench }: BenchRef<Id>,
  exit: ProcessExit | null,
): LastWords {
  const path = deps.places.layoutOf(deps.home, id).output(bench);
  const file = basename(path);
  try {
    return { exit, said: deps.scrub(deps.readOutput(path)), file };
  } catch {
    return { exit, said: null, file };
  }
}

function signal(
  deps: Pick<EngineDeps<string>, "processes">,
  identity: ProcessIdentity | null,
  how: "stop" | "kill",
): boolean {
  if (!identity) return false;
  return how === "stop"
    ? deps.processes.signal(identity, "SIGTERM")
    : deps.processes.signalGroup(identity, "SIGKILL");
}

async function withoutBench<T, Id extends string>(
  deps: EngineDeps<Id>,
  id: Id,
  task: () => Promise<T>,
): Promise<T | null> {
  const lock = deps.locks.tryLock(lockOf(deps, id));
  if (!lock) return null;
  try {
    return await task();
  } finally {
    lock.release();
  }
}
