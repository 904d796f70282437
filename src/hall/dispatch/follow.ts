// Follows one running commission. Reads its workbench's journal once a second and at every nudge, the
// workbench's hint that it has written something. Copies the facts to the ledger in order, and concludes the
// commission when its session is over or its workbench is gone.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { messageOf } from "../../base/text/message-of.ts";
import type { Fact } from "../../contract/commission/facts.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { describeLoss } from "../../rules/course/describe-loss.ts";
import { type Commission, isRunning } from "../../rules/commission/state.ts";
import { conclude } from "./conclude.ts";
import type { ConductorState, DispatchDeps } from "./deps.ts";
import { noteAnswer, noteSpentQuota } from "./quota.ts";
import { makeGone, pressToStop } from "./stop-bench.ts";
import { againAfterMs } from "./unfinished.ts";
import { noteUnrecorded, wasUnrecorded } from "./unrecorded.ts";
import { firstOf, wait } from "./wait.ts";

const pollMs = 1000;
const pollWhileStoppingMs = 100;
/** How long a workbench that this hall did not start may take to acquire its lock. */
const graceMs = 10_000;

export interface RunningBench extends BenchRef {
  tail: ReturnType<DispatchDeps["journals"]["tail"]>;
  since: number;
  /** When the workbench was asked to stop; `null` if it was not. */
  askedAt: number | null;
  /** Why the journal cannot be read any further; `null` if it can. */
  damage: string | null;
  /** True if the hall killed the workbench because it did not begin in time. */
  hung: boolean;
}

/** Begins to follow the commission, unless it is followed already. */
export function follow(conductor: ConductorState, id: CommissionId): void {
  if (conductor.following.has(id)) return;
  const done = followToEnd(conductor, id)
    .catch((error: unknown) => {
      const reason = messageOf(error);
      conductor.deps.log.error("following a commission failed; it is followed again", { id, reason });
      noteUnrecorded(conductor, id, error);
      return wait(conductor, againAfterMs(conductor, id));
    })
    .then(() => {
      conductor.following.delete(id);
      if (!conductor.stopping.aborted) goOn(conductor, id);
    });
  conductor.following.set(id, done);
}

/**
 * Follows the commission again if a fault, such as a full disk, came before its end. Otherwise looks for
 * commissions that may start now.
 */
function goOn(conductor: ConductorState, id: CommissionId): void {
  const commission = conductor.deps.ledger.live().find((live) => live.record.request.id === id);
  if (commission && needsFollowing(commission)) follow(conductor, id);
  else {
    conductor.unrecorded.delete(id);
    conductor.unfinished.delete(id);
    conductor.admit();
  }
}

export function needsFollowing(commission: Commission): boolean {
  return isRunning(commission) || commission.record.plan !== null;
}

async function followToEnd(conductor: ConductorState, id: CommissionId): Promise<void> {
  const { deps, stopping } = conductor;
  let commission = await deps.ledger.find(id);
  if (!commission) return;
  const following = startFollowing(deps, commission);
  while (isAtWork(commission)) {
    if (stopping.aborted) return;
    const nudge = deps.nudges.next(id);
    try {
      commission = await observe(conductor, following);
      conductor.unrecorded.delete(id);
      if (isAtWork(commission)) await waitForNews(conductor, following, nudge.arrived);
    } finally {
      nudge.cancel();
    }
  }
  await makeGone(conductor, following, commission);
  await noteSpentQuota(conductor, commission);
  await conclude(conductor, id);
  deps.engine.forget(following);
}

function startFollowing(deps: DispatchDeps, commission: Commission): RunningBench {
  const { bench, benchSeq, request } = commission.record;
  const ref = { id: request.id, bench };
  // Subscribes once here and not at each wait, because listeners would pile up on a promise that lives as long as the
  // workbench.
  void deps.engine.ended(ref).then(() => deps.nudges.poke(ref.id));
  return {
    ...ref,
    tail: deps.journals.tail(ref, benchSeq),
    since: deps.clock.monotonic(),
    askedAt: null,
    damage: null,
    hung: false,
  };
}

function isAtWork(commission: Commission): boolean {
  return isRunning(commission) && commission.record.end === null && commission.record.plan === null;
}

async function observe(conductor: ConductorState, following: RunningBench): Promise<Commission> {
  const commission = await catchUp(conductor, following);
  if (!isAtWork(commission)) return commission;
  if (commission.record.cancel || commission.record.stopRequested)
    pressToStop(conductor, following, commission);
  else endIfHung(conductor, following, commission);
  return isGone(conductor, following, commission)
    ? declareLost(conductor, following, commission)
    : commission;
}

/** Copies the journal's new facts to the ledger. */
async function catchUp(conductor: ConductorState, following: RunningBench): Promise<Commission> {
  const { deps } = conductor;
  const { id, bench } = following;
  const facts = await readFacts(deps, following);
  const commands = facts.map(({ v: _v, seq, at, ...fact }) => ({
    do: "take-fact" as const,
    bench,
    benchSeq: seq,
    at,
    fact,
  }));
  const taken = await deps.ledger.execute(id, commands);
  if (!taken.ok) throw new Error(taken.problem.message);
  if (facts.some(isAnswer)) await noteAnswer(conductor, id);
  return taken.commission;
}

/**
 * Returns true if the fact proves that the model answered. An estimated charge may belong to a request that was never
 * answered.
 */
function isAnswer(each: Fact): boolean {
  return each.type === "model.answered" && each.estimated !== true;
}

/**
 * Reads the new facts. Never skips a damaged line: nothing after it is read, and the commission's end reports the
 * damage.
 */
async function readFacts(deps: DispatchDeps, following: RunningBench): Promise<Fact[]> {
  if (following.damage !== null) return [];
  try {
    return await following.tail.read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    following.damage = error.message;
    deps.log.error("a workbench's journal cannot be read", { id: following.id, reason: error.message });
    return [];
  }
}

/**
 * Returns true if the journal is damaged or was written by a newer release. Other faults, such as a failing disk, may
 * pass.
 */
function isUnreadable(error: unknown): error is Error {
  return error instanceof Error && "code" in error && (error.code === "damaged" || error.code === "newer");
}

/**
 * Kills a workbench that did not begin in time. A loop in the worker's code would keep it from acquiring its lock and
 * from handling a stop request.
 */
function endIfHung({ deps }: ConductorState, following: RunningBench, { record }: Commission): void {
  const isLate = deps.clock.monotonic() - following.since > deps.startWithinMs;
  if (!isLate || following.hung || record.process !== null) return;
  if (deps.engine.presence(following) !== "starting") return;
  following.hung = deps.engine.signal(following, "kill", null);
  const { id, bench } = following;
  deps.log.error("a workbench did not begin in time; it is ended", { id, bench });
}

function isGone({ deps }: ConductorState, following: RunningBench, commission: Commission): boolean {
  const presence = deps.engine.presence(following);
  if (presence !== "unknown") return presence === "gone";
  // A workbench that has written its first line holds its lock while it lives. Before that, it may still be loading.
  return commission.record.process !== null || deps.clock.monotonic() - following.since > graceMs;
}

/**
 * Declares the workbench lost while holding its lock. A workbench that begins late finds the lock taken, or
 * afterwards this event in the ledger, and exits. So two never work at once.
 */
async function declareLost(
  conductor: ConductorState,
  following: RunningBench,
  commission: Commission,
): Promise<Commission> {
  const { deps } = conductor;
  const lost = await deps.engine.withoutBench(following.id, async () => {
    const last = await catchUp(conductor, following);
    if (!isAtWork(last)) return last;
    const began = last.record.process !== null || following.damage !== null;
    const storage = following.damage === null && wasUnrecorded(conductor, following);
    const hung = following.hung && !began;
    const what = hung ? hangText(deps, last) : lossText(following, storage);
    const byHall = hung || following.askedAt !== null;
    const message = describeLoss({ what, words: deps.engine.lastWords(following), byHall });
    const done = await deps.ledger.execute(following.id, [
      { do: "lose-workbench", bench: following.bench, began, message, storage, hung },
    ]);
    if (!done.ok) throw new Error(done.problem.message);
    return done.commission;
  });
  return lost ?? commission;
}

function lossText({ damage }: RunningBench, storage: boolean): string {
  if (damage !== null) return `The workbench ended, and its journal cannot be read: ${damage}`;
  return storage
    ? "The workbench ended while the disk could not record how its session ended."
    : "The workbench ended without saying how its session ended.";
}

function hangText({ startWithinMs }: DispatchDeps, { record }: Commission): string {
  return `The workbench did not begin within ${startWithinMs / 1000} s and was ended. The code of worker "${record.request.worker}", or of a toolbox it uses, may hang while it is loaded: look for a loop or a long wait at its top level, in "activate" or in "tools".`;
}

function waitForNews(
  conductor: ConductorState,
  following: RunningBench,
  nudged: Promise<void>,
): Promise<void> {
  const ms = following.askedAt === null ? pollMs : pollWhileStoppingMs;
  return firstOf(conductor, ms, [nudged]);
}
