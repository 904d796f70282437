// Checks the work after the session: takes a snapshot of it as a git tree, and runs the acceptance checks on
// a fresh checkout of that tree. Work without a repository is checked in place. The hall judges the results.
import { messageOf } from "../../base/text/message-of.ts";
import type { Bench } from "../bench/bench.ts";
import { runCheck } from "../checks/run-check.ts";
import type { CheckedTree } from "../../contract/commission/proof-facts.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import type { AcceptanceCheck, TreePlan } from "../../contract/project/tree.ts";
import { documentPath, finishedDocument } from "../../rules/project/commission-document.ts";
import { hasPassed } from "../../rules/checks/has-passed.ts";
import { owesLanding } from "../../rules/checks/landing.ts";
import { checksOn, isFinished, mayGoBack, proofOf } from "../../rules/checks/proof.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { prepareAfresh } from "../workdir/prepare.ts";
import type { CarryOutDeps } from "./carry-out.ts";
import { growthOf, inCommandPlace, type PlaceOrder } from "./command-place.ts";
import { checkTree } from "./check-tree.ts";

export interface Played {
  end: SessionEnd;
  /**
   * The part of the rehearsal (the script that replaced the model) that the session did not play although it ended
   * normally. `null` if there is none.
   */
  unplayed: string | null;
}

export interface ProveOrder extends PlaceOrder {
  played: Played;
}

/** Returns how the commission ended: as its session did, unless something failed afterwards. */
export async function prove(deps: CarryOutDeps, bench: Bench, order: ProveOrder): Promise<SessionEnd> {
  const { end, unplayed } = order.played;
  const known = bench.known();
  const mismatch: SessionEnd | null = unplayed === null ? null : { how: "rehearsal", message: unplayed };
  // If the work may go back to its worker, the rest of the rehearsal may still be played.
  if (mismatch !== null && !mayGoBack(known)) return mismatch;
  if (!owesProof(known) || !isFinished(known, end)) return mismatch ?? end;
  if (deps.stopping.aborted) return { how: "stopped" };
  const failed = await orDied(deps, () => holdAndCheck(deps, bench, order));
  if (failed !== null) return failed;
  // The rehearsal's remaining turns may be meant for a failed merge: the hall decides whether there is one.
  const mayBePlayed = proofOf(bench.known()) === "failed" || owesLanding(bench.known());
  return mismatch !== null && !mayBePlayed ? mismatch : end;
}

function owesProof({ tree, checks }: CommissionRecord): boolean {
  return tree !== null || checks.length > 0;
}

/**
 * Reports a failure as `died`, not as a failure to begin, because the session has already run: another workbench may
 * succeed.
 */
export async function orDied(
  { stopping }: Pick<CarryOutDeps, "stopping">,
  task: () => Promise<SessionEnd | null>,
): Promise<SessionEnd | null> {
  try {
    return await task();
  } catch (error) {
    if (stopping.aborted || storageCodeOf(error) !== null) throw error;
    const reason = messageOf(error);
    return { how: "died", message: `The finished work could not be checked: ${reason}` };
  }
}

/**
 * Takes the snapshot, records it, and runs the checks. Returns `null` if nothing prevented that, whatever the checks'
 * results.
 */
async function holdAndCheck(
  deps: CarryOutDeps,
  bench: Bench,
  { played, ...order }: ProveOrder,
): Promise<SessionEnd | null> {
  const { tree, checks } = bench.known();
  if (tree === null) {
    await bench.record({ type: "work.finished", end: played.end, snapshot: null });
    return checkDirectory(deps, bench, { ...order, checks });
  }
  const held = await bench.aside(() => holdFast(deps, bench, { tree, end: played.end }));
  const { tree: snapshot, finished, changed, documents } = held;
  const { end, unplayed } = played;
  await bench.record({
    type: "work.finished",
    end,
    snapshot,
    tree: finished,
    changed,
    ...(documents && { documents }),
    ...(unplayed !== null && { unplayed }),
  });
  const asked = { ...order, tree, head: tree.base, checks: checksOn({ changed }, checks) };
  const failed = await checkTree(deps, bench, { ...asked, checked: finished });
  return failed ?? (await checkBase(deps, bench, asked));
}

async function holdFast(
  deps: CarryOutDeps,
  bench: Bench,
  { tree, end }: { tree: TreePlan; end: SessionEnd },
) {
  const known = bench.known();
  const record = { ...known, workedMs: known.workedMs + bench.elapsedMs() };
  const at = new Date(deps.clock.now()).toISOString();
  const document =
    known.recordMode === "commit"
      ? { path: documentPath(bench.id), text: finishedDocument(record, { end, at }) }
      : null;
  const held = await deps.trees.snapshot({ id: bench.id, tree, document, signal: deps.stopping });
  held.notes.forEach((note) => deps.print(note));
  return held;
}

/**
 * Runs the checks on the commit that the work started from, if one failed on the work of a read-only worker.
 * A check that also fails there does not refute work that changes no project files.
 */
async function checkBase(
  deps: CarryOutDeps,
  bench: Bench,
  order: PlaceOrder & { tree: TreePlan; head: string; checks: readonly AcceptanceCheck[] },
): Promise<SessionEnd | null> {
  const { proof, readOnly } = bench.known();
  if (!readOnly || !proof?.changed || proof.runs.every(hasPassed)) return null;
  const { project, base } = order.tree;
  const checked = await deps.trees.treeOf({ project, commit: base, signal: deps.stopping });
  const on: CheckedTree = "base";
  return checkTree(deps, bench, { ...order, checked, on });
}

/** Checks work in a plain directory in place, with a fresh home and temporary directory. */
async function checkDirectory(
  deps: CarryOutDeps,
  bench: Bench,
  { probe, limits, checks }: PlaceOrder & { checks: readonly AcceptanceCheck[] },
): Promise<SessionEnd | null> {
  const own = await prepareAfresh(deps.disk, `${bench.layout.session}/proof`);
  const used = growthOf(deps, bench, limits);
  for (const check of checks) {
    const run = await inCommandPlace(deps, { probe, limits, bench, used }, (place) =>
      runCheck(deps, { check, place: { ...place, own }, signal: deps.stopping }),
    );
    // An interrupted check says nothing about the work.
    if (deps.stopping.aborted) return { how: "stopped" };
    await bench.record({ type: "check.ran", from: check.from, run: { command: check.command, ...run } });
  }
  return null;
}
