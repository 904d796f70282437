// Runs at most `slots` jobs at once. The others wait in the order in which they came.
import type { Ending, RunningJob } from "../job.ts";
import type { Entry } from "../store/job-index.ts";
import type { JobId } from "../store/job-id.ts";
import { isOver, type Meta } from "../store/meta.ts";
import { begin, type CarryDeps, lost, settle } from "./carry-out.ts";

export interface Workshop {
  /** Queues a job. It begins when a slot is free, and not before the reply to the current request is made. */
  enqueue(id: JobId): void;
  /**
   * Records the cancellation on disk first; resolves when the job's session is over, or after `patienceMs`. Returns
   * `undefined` if the job is unknown.
   */
  cancel(id: JobId): Promise<Meta | undefined>;
  /** Stops the job's session if there is one; resolves when it is over, or after `patienceMs`. */
  gone(id: JobId): Promise<void>;
  /** Reconciles the queue with the files, because a person may have added or removed jobs. */
  compare(entries: readonly Entry[]): void;
  /** Like `compare`, for one job. */
  tend(entry: Entry): void;
  running(): number;
  /** Stops running jobs and records why; queued ones stay queued on disk. */
  close(): Promise<void>;
}

export interface WorkshopDeps extends CarryDeps {
  slots: number;
  after(ms: number): Promise<void>;
  /** Writes to the member's own log. */
  log(line: string): void;
}

interface Session {
  running: RunningJob | null;
  stopped: Promise<void> | null;
  /** When the job was cancelled, if that could not be written to disk; else `null`. */
  cancelledAt: string | null;
  over: Promise<void>;
}

interface Shop extends WorkshopDeps {
  waiting: Set<JobId>;
  sessions: Map<JobId, Session>;
  isClosing: boolean;
}

/** How long to wait for a stopped session. If it takes longer, its slot stays taken. */
const patienceMs = 10_000;

export function createWorkshop(deps: WorkshopDeps): Workshop {
  const shop: Shop = { ...deps, waiting: new Set(), sessions: new Map(), isClosing: false };
  return {
    enqueue: (id) => enqueue(shop, id),
    cancel: (id) => cancel(shop, id),
    gone: (id) => endSession(shop, id),
    compare: (entries) => compare(shop, entries),
    tend: (entry) => tend(shop, entry),
    running: () => shop.sessions.size,
    close: () => close(shop),
  };
}

function enqueue(shop: Shop, id: JobId): void {
  if (shop.sessions.has(id)) return;
  shop.waiting.add(id);
  setImmediate(() => fillSlots(shop));
}

function fillSlots(shop: Shop): void {
  for (const id of shop.waiting) {
    if (shop.isClosing || shop.sessions.size >= shop.slots) return;
    shop.waiting.delete(id);
    const session: Session = { running: null, stopped: null, cancelledAt: null, over: Promise.resolve() };
    shop.sessions.set(id, session);
    session.over = carryOut(shop, { id, session }).finally(() => {
      shop.sessions.delete(id);
      fillSlots(shop);
    });
  }
}

async function carryOut(shop: Shop, { id, session }: { id: JobId; session: Session }): Promise<void> {
  const ending = await untilItEnds(shop, { id, session });
  await persistently(shop, () =>
    shop.store.inLane(id, async () => {
      if (session.cancelledAt !== null) await markCancelled(shop, id, session.cancelledAt);
      await settle(shop, { id, ending });
    }),
  );
  await stop(shop, session);
}

/** Begins the job and waits for its end. Turns any failure into an ending. */
async function untilItEnds(shop: Shop, { id, session }: { id: JobId; session: Session }): Promise<Ending> {
  try {
    await shop.store.inLane(id, async () => {
      session.running = await begin(shop, id);
    });
    return (await session.running?.ended) ?? { how: "failed", error: "It was over before it began." };
  } catch (error) {
    return { how: "failed", error: `It could not be carried out: ${messageOf(error)}` };
  }
}

/**
 * Retries until the job's end is on disk, because a full disk may have room again. The job keeps its slot
 * meanwhile.
 */
async function persistently(shop: Shop, task: () => Promise<void>): Promise<void> {
  for (let waitMs = 100; ; waitMs = Math.min(2 * waitMs, 30_000)) {
    try {
      return await task();
    } catch (error) {
      shop.log(`The end of a job could not be written: ${messageOf(error)}`);
      if (shop.isClosing) return; // the next start finds the job without a live process
      await shop.after(waitMs);
    }
  }
}

async function cancel(shop: Shop, id: JobId): Promise<Meta | undefined> {
  const at = shop.now();
  const meta = await shop.store
    .inLane(id, () => markCancelled(shop, id, at))
    .catch((error: unknown) => cancelUnwritten(shop, { id, at, error }));
  if (meta?.status === "cancelled") {
    shop.waiting.delete(id);
    await endSession(shop, id);
  }
  return meta;
}

function markCancelled({ store }: Shop, id: JobId, completedAt: string): Promise<Meta | undefined> {
  return store.change(id, (before) => ({ ...before, status: "cancelled", completedAt }));
}

/**
 * Stops the session even if the disk is full and cannot record the cancellation. `carryOut` records it when
 * it can.
 */
async function cancelUnwritten(
  shop: Shop,
  { id, at, error }: { id: JobId; at: string; error: unknown },
): Promise<never> {
  const session = shop.sessions.get(id);
  if (session) {
    session.cancelledAt ??= at;
    await stop(shop, session);
  }
  throw error;
}

async function endSession(shop: Shop, id: JobId): Promise<void> {
  const session = shop.sessions.get(id);
  if (!session) return;
  const ended = stop(shop, session).then(() => session.over);
  const isLate = await Promise.race([ended.then(() => false), shop.after(patienceMs).then(() => true)]);
  if (isLate) shop.log(`The session of job ${id} was stopped and has not ended after ${patienceMs} ms.`);
}

function stop(shop: Shop, session: Session): Promise<void> {
  if (!session.running) return Promise.resolve();
  session.stopped ??= Promise.resolve(session.running.stop()).catch((error: unknown) =>
    shop.log(`A session could not be stopped: ${messageOf(error)}`),
  );
  return session.stopped;
}

function compare(shop: Shop, entries: readonly Entry[]): void {
  const there = new Set(entries.map(({ id }) => id));
  for (const [id, session] of shop.sessions) if (!there.has(id)) void stop(shop, session);
  for (const id of shop.waiting) if (!there.has(id)) shop.waiting.delete(id);
  for (const entry of entries) tend(shop, entry);
}

/**
 * Handles a job that is running according to its files, but not in this process. Queues the job if it has not
 * begun; otherwise its session is lost, and the job ends.
 */
function tend(shop: Shop, { id, meta }: Entry): void {
  if (isOver(meta.status) || shop.isClosing || shop.sessions.has(id) || shop.waiting.has(id)) return;
  if (meta.process === null) return enqueue(shop, id);
  shop.store
    .inLane(id, () => settle(shop, { id, ending: lost }))
    .catch((fault: unknown) => shop.log(`A lost job could not be ended: ${messageOf(fault)}`));
}

async function close(shop: Shop): Promise<void> {
  shop.isClosing = true;
  const ending: Ending = { how: "failed", error: "The member was stopped while this job ran." };
  await Promise.all(
    [...shop.sessions.keys()].map(async (id) => {
      await shop.store
        .inLane(id, () => settle(shop, { id, ending }))
        .catch((error: unknown) => shop.log(`The end of a job could not be written: ${messageOf(error)}`));
      await endSession(shop, id);
    }),
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
