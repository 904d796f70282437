// Runs one command that a person configured, in a sandbox like the worker's, until it ends or its time limit passes.
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import type { AcceptanceCheck, CommandRun as CommandRecord } from "../../contract/project/tree.ts";
import { type endGroup, exitOf, type PipedChild } from "../../host/processes/children.ts";
import { type Clock, sleep, stopwatch } from "../../host/clock.ts";
import { readTail } from "../../host/processes/output-tail.ts";
import {
  type CommandToContain,
  type ContainedShell,
  containCommand,
  type WayOutMount,
} from "../sandbox/contain-command.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import type { ProcessBounds } from "../sandbox/wrap.ts";
import type { ReadOnlyMount } from "../sandbox/read-only.ts";
import { type CommandDirectories, prepareChecks } from "../workdir/prepare.ts";
import { type Meter, watchRun } from "./watch-run.ts";

export interface CheckDeps {
  clock: Clock;
  endGroup: typeof endGroup;
  searchPath: string;
}

export interface CheckPlace {
  layout: Pick<CommissionLayout, "directory" | "work" | "session">;
  /**
   * The home and temporary directory of the command. If absent, the command uses those that all commands
   * beside a session share.
   */
  own?: CommandDirectories;
  probe: SandboxProbe;
  enclosure: Pick<Enclosure, "spawnBeside">;
  readOnly: readonly ReadOnlyMount[];
  /** Returns the parts of the project's repository to mount, as they are at this moment. */
  shown(): Promise<readonly ReadOnlyMount[]>;
  bounds: ProcessBounds;
  /**
   * Measures the command against its limits. Absent if the command runs beside a session and is measured
   * together with it.
   */
  meter?: Meter;
  /** The proxy for a set-up that may use the network. If absent, the command has no network. */
  wayOut?: WayOutMount;
  /** A file with the certificates that this machine trusts, for a set-up that may use the network. */
  certificates?: string;
}

export type NamedCheck = Pick<AcceptanceCheck, "command" | "timeoutSeconds">;

export interface CheckOrder {
  check: NamedCheck;
  place: CheckPlace;
  signal: AbortSignal;
}

export const maxOutputCharacters = 40_000;
/** Time between SIGTERM and SIGKILL. */
const graceMs = 200;
/** Time to read what is still in the pipe after the process has exited. */
const drainMs = 1000;
/** The longest delay that a timer can have. */
const longestMs = 2 ** 31 - 1;

export type EndedRun = Omit<CommandRecord, "command">;

export async function runCheck(deps: CheckDeps, order: CheckOrder): Promise<EndedRun> {
  const { place, signal } = order;
  const shell = await containShell(deps, place);
  signal.throwIfAborted();
  const watch = await watchRun(deps.clock, place.meter);
  try {
    const run = await runWatched(deps, { ...order, shell, signal: AbortSignal.any([signal, watch.signal]) });
    const passed = signal.aborted ? null : await watch.end();
    return passed === null ? run : { ...run, exitCode: null, passed };
  } finally {
    watch.stop();
  }
}

async function runWatched(
  deps: CheckDeps,
  { check, place, shell, signal }: CheckOrder & { shell: ContainedShell },
): Promise<EndedRun> {
  const { layout, enclosure } = place;
  const elapsedMs = stopwatch(deps.clock);
  const child = enclosure.spawnBeside({ ...shell.command(check.command), cwd: layout.work, env: shell.env });
  child.stdin.on("error", () => undefined).end();
  const printed = readTail([child.stdout, child.stderr], maxOutputCharacters);
  const timedOut = await untilOver(deps, child, { limitMs: check.timeoutSeconds * 1000, signal });
  await Promise.race([printed.done, sleep(deps.clock, drainMs)]);
  const { text, cut } = printed.tail.text();
  const exitCode = timedOut || signal.aborted ? null : child.exitCode;
  return { exitCode, timedOut, output: text, cut, ms: Math.round(elapsedMs()) };
}

async function containShell(deps: CheckDeps, place: CheckPlace): Promise<ContainedShell> {
  const own = place.own ?? (await prepareChecks(place.layout));
  const { wayOut, certificates } = place;
  return containAt(deps, place, {
    own,
    ...(wayOut && { wayOut }),
    ...(certificates !== undefined && { certificates }),
  });
}

/** The command's own directories, which the worker does not see, and how the command differs from a check. */
interface Own extends Pick<CommandToContain, "readOnlyWork" | "wayOut" | "certificates"> {
  own: CommandDirectories;
}

export async function containAt(
  { searchPath }: Pick<CheckDeps, "searchPath">,
  place: CheckPlace,
  { own, ...more }: Own,
): Promise<ContainedShell> {
  const { layout, probe, readOnly, bounds } = place;
  return containCommand(probe, {
    commissionDir: layout.directory,
    workDir: layout.work,
    homeDir: own.home,
    tmpDir: own.tmp,
    readOnly,
    shown: await place.shown(),
    bounds,
    path: searchPath,
    ...more,
  });
}

interface Until {
  limitMs: number;
  signal: AbortSignal;
}

/**
 * Waits until the command has ended, and returns true if its time was up. Always kills what is left of its process
 * group.
 */
export async function untilOver(
  deps: CheckDeps,
  child: PipedChild,
  { limitMs, signal }: Until,
): Promise<boolean> {
  let timedOut = false;
  let failed = "";
  child.on("error", (cause) => (failed = `: ${cause.message}`));
  const end = () => void deps.endGroup(child, { clock: deps.clock, leaveMs: 0, graceMs });
  const limit = deps.clock.after(Math.min(limitMs, longestMs), () => {
    timedOut = true;
    end();
  });
  signal.addEventListener("abort", end, { once: true });
  await exitOf(child);
  limit.cancel();
  signal.removeEventListener("abort", end);
  await deps.endGroup(child, { clock: deps.clock, leaveMs: 0, graceMs });
  if (child.pid === undefined) throw new Error(`The command could not be started${failed}.`);
  return timedOut;
}
