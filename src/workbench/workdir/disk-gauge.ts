// Measures how much disk a session or a command uses. Asking for free space is cheap, and walking a tree is
// not. So the tree is walked only at intervals and when the free space has changed. While a walk is running,
// a large loss of free space counts as use, so that a slow walk does not hide growth.
import { type Clock, sleep } from "../../host/clock.ts";
import { type SessionDiskUse, lastFreeBytes } from "../../rules/limits/breach.ts";

export interface Used {
  bytes: number;
  files: number;
  /** False if a part of the tree cannot be read. */
  complete: boolean;
}

export interface LeastFreeSpace {
  bytes: number;
  /** `null` if the file system does not report how many files it has room for. */
  files: number | null;
  /** The free bytes of the fullest disk, if there are several. */
  leastBytes: number;
}

export interface GaugeOrder {
  clock: Pick<Clock, "monotonic" | "after">;
  /** `null` means no limit. */
  limits: { bytes: number | null; files: number | null };
  free(): Promise<LeastFreeSpace>;
  used(): Promise<Used>;
  /** Stops the measured processes until the task is done. */
  still<T>(task: () => Promise<T>): Promise<T>;
}

export interface DiskGauge {
  /** Returns the present disk use. `null` if the disk does not answer, which is not the session's fault. */
  look(): Promise<SessionDiskUse | null>;
  /** Returns the same after a complete new walk, however long that takes. For a session or command that has ended. */
  lookLast(): Promise<SessionDiskUse | null>;
}

const megabyte = 1024 * 1024;
const moved = { bytes: 64 * megabyte, files: 10_000 };
const restMs = 10_000;
/** A slow tree is walked less often: for at most a twentieth of the time. */
const restPerWalk = 20;
/** How long `look` waits for a walk. */
const patienceMs = 500;
/**
 * Other processes write to the disk too. So until a walk confirms the use, lost space counts only if it exceeds the
 * limit by more than this margin.
 */
const doubt = { bytes: 128 * megabyte, files: 20_000 };

interface Walk extends Used {
  /** The free space when the walk began. */
  free: LeastFreeSpace;
  at: number;
  costMs: number;
}

interface Gauge extends GaugeOrder {
  first: Walk | null;
  /** The last complete walk. */
  last: Walk;
  /** The free space when the last walk with stopped processes began. */
  stillAt: LeastFreeSpace | null;
  running: Promise<void> | null;
}

/** The state before the first complete walk. */
const nothing = {
  bytes: 0,
  files: 0,
  complete: true,
  free: { bytes: 0, files: null, leastBytes: 0 },
  at: -Infinity,
  costMs: 0,
};

export function createDiskGauge(order: GaugeOrder): DiskGauge {
  const gauge: Gauge = { ...order, first: null, last: nothing, stillAt: null, running: null };
  return {
    look: () => orNull(() => look(gauge)),
    lookLast: () => orNull(() => lookLast(gauge)),
  };
}

async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}

async function look(gauge: Gauge): Promise<SessionDiskUse> {
  const free = await gauge.free();
  if (gauge.last === nothing) gauge.last = { ...nothing, free };
  if (gauge.running === null && isDue(gauge, free)) startWalk(gauge, free);
  if (gauge.running !== null) await Promise.race([gauge.running, sleep(gauge.clock, patienceMs)]);
  return gauge.running === null ? known(gauge, free) : charged(gauge, free);
}

async function lookLast(gauge: Gauge): Promise<SessionDiskUse> {
  await gauge.running;
  const free = await gauge.free();
  startWalk(gauge, free);
  await gauge.running;
  return known(gauge, free);
}

function isDue({ clock, last, limits }: Gauge, free: LeastFreeSpace): boolean {
  const lost = lossSince(last, free);
  if (isPressing({ last, limits, lost, free })) return true;
  const rested = clock.monotonic() - last.at;
  if (rested < last.costMs * restPerWalk) return false;
  const hasMoved = Math.abs(lost.bytes) > moved.bytes || Math.abs(lost.files) > moved.files;
  return rested >= restMs || hasMoved;
}

/**
 * Returns true if a walk is due at once: the disk is nearly full, or it has lost half of what may still be
 * used, through whichever process.
 */
function isPressing(order: Pick<Gauge, "last" | "limits"> & { lost: Loss; free: LeastFreeSpace }): boolean {
  const { last, limits, lost, free } = order;
  const halfOf = (limit: number | null, taken: number) => (limit === null ? Infinity : (limit - taken) / 2);
  if (lost.bytes > Math.max(moved.bytes, halfOf(limits.bytes, last.bytes))) return true;
  if (lost.files > Math.max(moved.files, halfOf(limits.files, last.files))) return true;
  return free.leastBytes < lastFreeBytes && lost.bytes > moved.bytes / 4;
}

interface Loss {
  bytes: number;
  files: number;
}

function lossSince({ free: before }: Pick<Walk, "free">, now: LeastFreeSpace): Loss {
  const files = before.files === null || now.files === null ? 0 : before.files - now.files;
  return { bytes: before.bytes - now.bytes, files };
}

function startWalk(gauge: Gauge, free: LeastFreeSpace): void {
  const { clock } = gauge;
  const begun = clock.monotonic();
  const walk = async () => {
    const used = await walkTwice(gauge, free);
    const at = clock.monotonic();
    gauge.last = { ...used, free, at, costMs: at - begun };
    gauge.first ??= gauge.last;
  };
  const running = walk().finally(() => (gauge.running = null));
  running.catch(() => undefined); // the error reaches the caller through `gauge.running`
  gauge.running = running;
}

/**
 * Walks the tree. If the disk has lost space that the walk does not explain, walks again with the processes
 * stopped. A walk may miss a file that is moved all the time.
 */
async function walkTwice(gauge: Gauge, free: LeastFreeSpace): Promise<Used> {
  const used = await gauge.used();
  if (!isUnexplained(gauge, used, free)) return used;
  gauge.stillAt = free;
  return gauge.still(gauge.used);
}

/**
 * Returns true if a walk with stopped processes is due. Either the loss since the first walk would exceed the
 * limit although the walk found less, or the disk is nearly full. In both cases the disk must also have lost
 * more since the last walk with stopped processes.
 */
function isUnexplained({ first, limits, stillAt }: Gauge, used: Used, free: LeastFreeSpace): boolean {
  if (first === null) return false;
  const lost = lossSince(first, free);
  const since = stillAt === null ? lost : lossSince({ free: stillAt }, free);
  return (["bytes", "files"] as const).some((key) => {
    const limit = limits[key] ?? Infinity;
    const isSuspect = used[key] <= limit && first[key] + lost[key] > limit + doubt[key];
    const isLast = key === "bytes" && free.leastBytes < lastFreeBytes && lost.bytes > doubt.bytes;
    return (isSuspect || isLast) && since[key] > moved[key];
  });
}

/**
 * Returns the use that the last complete walk found. If a part of the tree is unreadable, charges everything that the
 * disk has lost since the start: that may be too much, but never too little.
 */
function known({ first, last }: Gauge, free: LeastFreeSpace): SessionDiskUse {
  const begun = first ?? last;
  const lost = lossSince(begun, free);
  const atLeast = (key: "bytes" | "files") => (last.complete ? 0 : begun[key] + lost[key]);
  const bytes = Math.max(last.bytes, atLeast("bytes"));
  const files = Math.max(last.files, atLeast("files"));
  return { bytes, files, grownBytes: bytes - begun.bytes, freeBytes: free.leastBytes };
}

/**
 * Returns the use while a walk is still running: lost space that exceeds the limit by more than the margin counts as
 * used.
 */
function charged(gauge: Gauge, free: LeastFreeSpace): SessionDiskUse {
  const { first, last, limits } = gauge;
  const use = known(gauge, free);
  const lost = lossSince(last, free);
  const suspected = { bytes: last.bytes + lost.bytes, files: last.files + lost.files };
  const isBeyond = (key: "bytes" | "files") => suspected[key] > (limits[key] ?? Infinity) + doubt[key];
  return {
    bytes: isBeyond("bytes") ? Math.max(use.bytes, suspected.bytes) : use.bytes,
    files: isBeyond("files") ? suspected.files : use.files,
    grownBytes: Math.max(use.grownBytes, suspected.bytes - (first ?? last).bytes),
    freeBytes: free.leastBytes,
  };
}
