// Measures what a session, or a command, takes of the disk. To ask how much is free costs nothing, and to walk a tree
// does: so a tree is walked when the free space has moved, and now and then. While a walk has not come to its end, what
// the disk loses is charged, so that no growth hides behind a tree that takes long to walk.
import { type Clock, sleep } from "../../host/clock.ts";
import { type DiskUse, lastFreeBytes } from "../../rules/limits/breach.ts";

export interface Used {
  bytes: number;
  files: number;
  /** False: some of it is hidden from us. */
  complete: boolean;
}

export interface Free {
  bytes: number;
  /** `null` if the file system does not tell how many files it has room for. */
  files: number | null;
  /** On the disk that has the least, where there are several. */
  leastBytes: number;
}

export interface GaugeOrder {
  clock: Pick<Clock, "monotonic" | "after">;
  /** `null`: no such limit. */
  limits: { bytes: number | null; files: number | null };
  free(): Promise<Free>;
  used(): Promise<Used>;
  /** Keeps the measured processes from moving anything until the task is done. */
  still<T>(task: () => Promise<T>): Promise<T>;
}

export interface DiskGauge {
  /** `null` when the disk does not answer: that is not the session's fault. */
  look(): Promise<DiskUse | null>;
  /** The same by a walk of its own, however long that takes: for what has come to its end. */
  lookLast(): Promise<DiskUse | null>;
}

const megabyte = 1024 * 1024;
const moved = { bytes: 64 * megabyte, files: 10_000 };
const restMs = 10_000;
/** A tree that takes long to walk is walked less often: at most a twentieth of the time. */
const restPerWalk = 20;
/** How long a look waits for a walk. */
const patienceMs = 500;
/** Others write to the disk too: what it loses counts for a breach only beyond this, until a walk has proved it. */
const doubt = { bytes: 128 * megabyte, files: 20_000 };

interface Walk extends Used {
  /** As it was when the walk began. */
  free: Free;
  at: number;
  costMs: number;
}

interface Gauge extends GaugeOrder {
  first: Walk | null;
  /** The last walk that came to its end. */
  last: Walk;
  /** As it was when the last walk began during which nothing could move. */
  stillAt: Free | null;
  running: Promise<void> | null;
}

/** Before the first walk has come to its end, nothing is known to be there, and everything is free. */
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

async function look(gauge: Gauge): Promise<DiskUse> {
  const free = await gauge.free();
  if (gauge.last === nothing) gauge.last = { ...nothing, free };
  if (gauge.running === null && isDue(gauge, free)) startWalk(gauge, free);
  if (gauge.running !== null) await Promise.race([gauge.running, sleep(gauge.clock, patienceMs)]);
  return gauge.running === null ? known(gauge, free) : charged(gauge, free);
}

async function lookLast(gauge: Gauge): Promise<DiskUse> {
  await gauge.running;
  const free = await gauge.free();
  startWalk(gauge, free);
  await gauge.running;
  return known(gauge, free);
}

function isDue({ clock, last, limits }: Gauge, free: Free): boolean {
  const lost = lossSince(last, free);
  if (isPressing({ last, limits, lost, free })) return true;
  const rested = clock.monotonic() - last.at;
  if (rested < last.costMs * restPerWalk) return false;
  const hasMoved = Math.abs(lost.bytes) > moved.bytes || Math.abs(lost.files) > moved.files;
  return rested >= restMs || hasMoved;
}

/** Half of the free space has gone, no matter which process took it: the tree is walked at once, rest or no rest. */
function isPressing(order: Pick<Gauge, "last" | "limits"> & { lost: Loss; free: Free }): boolean {
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

function lossSince({ free: before }: Pick<Walk, "free">, now: Free): Loss {
  const files = before.files === null || now.files === null ? 0 : before.files - now.files;
  return { bytes: before.bytes - now.bytes, files };
}

function startWalk(gauge: Gauge, free: Free): void {
  const { clock } = gauge;
  const begun = clock.monotonic();
  const walk = async () => {
    const used = await walkTwice(gauge, free);
    const at = clock.monotonic();
    gauge.last = { ...used, free, at, costMs: at - begun };
    gauge.first ??= gauge.last;
  };
  const running = walk().finally(() => (gauge.running = null));
  running.catch(() => undefined); // its caller is told
  gauge.running = running;
}

/** What is moved all the time may be in none of the places where a walk looks: then it is held still, and walked again. */
async function walkTwice(gauge: Gauge, free: Free): Promise<Used> {
  const used = await gauge.used();
  if (!isUnexplained(gauge, used, free)) return used;
  gauge.stillAt = free;
  return gauge.still(gauge.used);
}

/** Whether the disk has lost more than this one may take, since it began and since it was last held still. */
function isUnexplained({ first, limits, stillAt }: Gauge, used: Used, free: Free): boolean {
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
 * Who hides a part of what it takes, in directories that it closed or buried, is charged with whatever the disk has
 * lost since it began: that may be too much, never too little.
 */
function known({ first, last }: Gauge, free: Free): DiskUse {
  const begun = first ?? last;
  const lost = lossSince(begun, free);
  const atLeast = (key: "bytes" | "files") => (last.complete ? 0 : begun[key] + lost[key]);
  const bytes = Math.max(last.bytes, atLeast("bytes"));
  const files = Math.max(last.files, atLeast("files"));
  return { bytes, files, grownBytes: bytes - begun.bytes, freeBytes: free.leastBytes };
}

/** While a walk takes its time. */
function charged(gauge: Gauge, free: Free): DiskUse {
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
