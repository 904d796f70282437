// Carries out one act on finished work: makes the commit, has it checked, and moves the integration branch. The turn of
// the project is held only while git is asked and the branch moves, never while checks run.
import { messageOf } from "../../base/text/message-of.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CheckResult } from "../../contract/project/tree.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { treeToFinish } from "../../rules/checks/landing.ts";
import { noteRecord } from "../dispatch/note-record.ts";
import type { ActOrder, ProvedTree, ToCheck } from "./act-order.ts";
import { checkLanding } from "./check-landing.ts";
import type { LandingDeps } from "./deps.ts";
import { prepareAct } from "./prepare-act.ts";

/** If the integration branch moves this often during one act, the act fails and is tried again later. */
const mostMoves = 20;

/** Resolves when the act took effect, was stopped for a reason, or was called off. */
export async function carryOut(deps: LandingDeps, id: CommissionId, signal: AbortSignal): Promise<void> {
  let proved: ProvedTree | null = null;
  for (let tries = 0; tries < mostMoves; tries += 1) {
    const order = await findOrder(deps, id);
    if (order === null || signal.aborted) return;
    const known: ProvedTree | null = proved;
    const next = await deps.trees.inTurn(order.tree.project, () => moveOrWait(deps, id, known));
    if (next === "done") return;
    if (next === "again") continue;
    const outcome = await checkLanding(deps, { ...order, ...next, signal });
    if (outcome === "stopped") return;
    if ("stop" in outcome) return step(deps, id, { do: "stop-landing", stop: outcome.stop });
    proved = outcome.proved;
  }
  throw new Error("The integration branch kept moving while the hall wanted to move it.");
}

/** Returns what the act is about; `null` if it was called off, or nothing is left to be merged or undone. */
async function findOrder(deps: LandingDeps, id: CommissionId): Promise<ActOrder | null> {
  const commission = await deps.ledger.find(id);
  const acting = commission?.record.afterEnd.acting;
  if (!acting || commission?.status !== "completed") return null;
  const found = treeToFinish(commission.record);
  const tip = commission.record.applied?.tree?.tip ?? null;
  if (found === null || tip === null) throw new Error("The commission has no finished work.");
  return { id, act: acting.act, commission, tree: found.tree, tip, at: acting.at };
}

/** Moves the branch if that is possible now. Must be called inside `inTurn` of the project. */
async function moveOrWait(
  deps: LandingDeps,
  id: CommissionId,
  proved: ProvedTree | null,
): Promise<"done" | "again" | ToCheck> {
  const order = await findOrder(deps, id);
  if (order === null) return "done";
  const { acting } = order.commission.record.afterEnd;
  const planned = acting?.planned ?? null;
  if (planned !== null && (await move(deps, order, planned))) return "done";
  const prepared = await prepareAct(deps, order);
  switch (prepared.kind) {
    case "stop":
      await step(deps, id, { do: "stop-landing", stop: prepared.stop });
      return "done";
    case "merged":
      await markIfTainted(deps, order, prepared.commit);
      await finish(deps, order, { commit: prepared.commit, checks: [] });
      return "done";
    case "ready": {
      const { expected, commit, tree } = prepared;
      if (proved?.tree !== tree) return { checked: tree, expected };
      const plan = { into: order.tree.into, expected, commit, checks: proved.checks };
      await step(deps, id, { do: "plan-landing", act: order.act, ...plan });
      return (await move(deps, order, plan)) ? "done" : "again";
    }
  }
}

/**
 * Moves the integration branch as planned, and records that it is done. Returns false if the branch is not where the
 * plan expects it. The plan is on record, so that a restart finds out whether the move was made.
 */
async function move(
  deps: LandingDeps,
  order: ActOrder,
  { expected, commit, checks }: { expected: string; commit: string; checks: readonly CheckResult[] },
): Promise<boolean> {
  const { tree } = order;
  await markIfTainted(deps, order, commit);
  if ((await deps.trees.merge(tree, { expected, commit })) !== "done") return false;
  await finish(deps, order, { commit, checks });
  return true;
}

/** Marks a commit with the work of a run that had read text from outside, before the branch may have it. */
async function markIfTainted(deps: LandingDeps, order: ActOrder, commit: string): Promise<void> {
  const { id, act, at, commission, tree } = order;
  if (act === "accept" && commission.record.tainted)
    await deps.trees.mark({ id, project: tree.project, commit, at });
}

async function finish(
  deps: LandingDeps,
  order: ActOrder,
  { commit, checks }: { commit: string; checks: readonly CheckResult[] },
): Promise<void> {
  const { id, act, tree } = order;
  if (act === "accept") await closeBranch(deps, order, commit);
  await step(deps, id, { do: "finish-landing", act, into: tree.into, commit, checks });
  deps.log.info(act === "accept" ? "work was accepted" : "work was undone", { id, commit });
}

/** Writes the record as a note if the project wants that, and removes the branch, whose work is merged now. */
async function closeBranch(deps: LandingDeps, order: ActOrder, merged: string): Promise<void> {
  const { id, tree, tip, commission } = order;
  const { record, outcome } = commission;
  const { keepWorktree } = record.request;
  try {
    const noted = await noteRecord(deps, { record, outcome, tree, commit: merged });
    const { notes } = await deps.trees.close({ id, tree, tip, merged, keepWorktree });
    for (const note of [...noted, ...notes]) deps.log.warn(note, { id });
  } catch (error) {
    if (storageCodeOf(error) !== null) throw error;
    // The branch has the work: what is left of its own branch is no reason to say otherwise.
    deps.log.warn("the branch of accepted work could not be closed", { id, reason: messageOf(error) });
  }
}

async function step(deps: LandingDeps, id: CommissionId, command: Command): Promise<void> {
  const done = await deps.ledger.execute(id, [command]);
  if (!done.ok) throw new Error(done.problem.message);
}
