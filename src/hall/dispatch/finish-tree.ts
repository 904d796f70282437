// Finishes a commission's branch and worktree: commits, merges or keeps them, and closes them. Every step is
// idempotent, and what git is about to be told is on record first: a kill at any point leads to one merge, or none.
import { messageOf } from "../../base/text/message-of.ts";
import type { FinishPlan } from "../../contract/commission/events.ts";
import type { TreeOutcome, TreePlan } from "../../contract/project/tree.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { commissionDocument, documentPath } from "../../rules/project/commission-document.ts";
import { commitMessage } from "../../rules/project/commit-message.ts";
import { owesLanding } from "../../rules/checks/landing.ts";
import { finishedTree } from "../../rules/checks/proof.ts";
import type { CommissionRecord, Proof } from "../../rules/commission/state.ts";
import type { CommitOrder } from "../../rules/project/trees.ts";
import type { DispatchDeps } from "./deps.ts";

export interface FinishedTree {
  outcome: TreeOutcome;
  problems: string[];
}

export interface TreeFinish {
  record: CommissionRecord;
  plan: FinishPlan;
  tree: TreePlan;
  /** The tree of the work, if it differs from what was proved last. */
  snapshot?: string | null;
}

type Trees = Pick<DispatchDeps, "trees">;
/** Writes to the ledger what is about to be done. */
type Step = (command: Command) => Promise<unknown>;

/** How a branch has landed, before it is closed. */
export interface Landed {
  tip: string | null;
  fate: Fate;
  notes: readonly string[];
}

/**
 * Commits the work and, if that is the plan, moves the integration branch to it. Must be called in the turn of the
 * project. Returns `other` if the integration branch is not where the plan expects it; then nothing has moved.
 */
export async function landTree({ trees }: Trees, finish: TreeFinish, step: Step): Promise<Landed | "other"> {
  const { tip, notes } = await commit(trees, finish);
  const fate = await from({ tip, fate: null }, async () => {
    if (tip !== null) await mark(trees, finish, tip);
    return decideFate(trees, { ...finish, tip }, step);
  });
  return fate === "other" ? "other" : { tip, fate, notes };
}

/** Closes the worktree. */
export function closeTree({ trees }: Trees, finish: TreeFinish & Landed): Promise<FinishedTree> {
  const { tip, fate, tree } = finish;
  return trees.inTurn(tree.project, () => from({ tip, fate }, () => close(trees, finish)));
}

/** How far a failed finish came: what is done stays done, and is reported even if the rest is given up. */
interface Reached {
  tip: string | null;
  /** `null` if it is not known whether it is merged. */
  fate: Fate | null;
}

class CutShort extends Error {
  readonly reached: Reached;
  constructor(reached: Reached, cause: unknown) {
    super(messageOf(cause), { cause });
    this.reached = reached;
  }
}

async function from<T>(reached: Reached, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw new CutShort(reached, error);
  }
}

/** Once a merge was planned, the commit is on record: its worktree and branch may be gone by now. */
async function commit(
  trees: Trees["trees"],
  finish: TreeFinish,
): Promise<{ tip: string | null; notes: string[] }> {
  const { merge } = finish.record;
  return merge ? { tip: merge.tip, notes: [] } : trees.commit(commitOrder(finish));
}

function commitOrder(finish: TreeFinish): CommitOrder {
  const { record, plan, tree } = finish;
  const { outcome } = plan;
  const snapshot =
    finish.snapshot ?? (outcome.status === "completed" ? snapshotFor(plan, record.proof) : null);
  // The merge takes what was checked, byte for byte: its record is in it already.
  const isAsChecked = snapshot !== null && plan.tree === "merge";
  return {
    ...authorship(record, plan),
    tree,
    snapshot,
    hasBegun: record.sessionId !== null,
    ignoredToo: snapshot === null && plan.tree === "keep",
    document: isAsChecked
      ? null
      : { path: documentPath(record.request.id), text: commissionDocument(record, outcome) },
  };
}

/** A checked tree is merged as it is. Work that is kept gets a record that says how it ended. */
function snapshotFor({ tree }: FinishPlan, proof: Proof | null): string | null {
  return tree === "merge" ? finishedTree(proof) : (proof?.snapshot ?? null);
}

function authorship(record: CommissionRecord, { outcome }: FinishPlan) {
  const { id, worker } = record.request;
  const message = commitMessage(record, outcome);
  return { id, worker, message, at: record.planned?.at ?? record.createdAt };
}

/**
 * Marks the commit, so that a commission that begins at it counts as having read what this run had read. The mark is on
 * disk before a branch moves.
 */
async function mark(trees: Trees["trees"], { record, tree }: TreeFinish, commit: string): Promise<void> {
  if (!record.tainted) return;
  const at = record.planned?.at ?? record.createdAt;
  await trees.mark({ id: record.request.id, project: tree.project, commit, at });
}

/** After this many moves of the branch by others, the attempt fails and is retried later. */
const mostMoves = 20;

type Fate = Pick<TreeOutcome, "state" | "commit" | "conflicts">;
const kept: Fate = { state: "kept", commit: null, conflicts: [] };
const merged = (commit: string): Fate => ({ state: "merged", commit, conflicts: [] });

/** A conflict was planned: if the merge is possible by now, it has to be proved first. */
const nothingProved = { tree: "" };

async function decideFate(
  trees: Trees["trees"],
  finish: TreeFinish & { tip: string | null },
  step: Step,
): Promise<Fate | "other"> {
  const { record, plan, tree, tip } = finish;
  if (tip === null) return { ...kept, state: "unchanged" };
  if (plan.tree !== "merge") return kept;
  if (record.merge) {
    await mark(trees, finish, record.merge.commit); // a plan of an older release has no mark yet
    if ((await trees.merge(tree, record.merge)) === "done") return merged(record.merge.commit);
  }
  const proved = plan.merge ?? (owesLanding(record) ? nothingProved : null);
  for (let tries = 0; tries < mostMoves; tries += 1) {
    const ready = await trees.prepareMerge({ ...authorship(record, plan), tree, tip });
    if (ready.kind === "merged") {
      await mark(trees, finish, ready.commit);
      return merged(ready.commit);
    }
    if (ready.kind === "conflict" && !plan.merge)
      return { state: "conflict", commit: null, conflicts: ready.files };
    // The integration branch has moved, so this is not the merge that was proved.
    if (ready.kind === "conflict" || (proved !== null && ready.tree !== proved.tree)) return "other";
    const { expected, commit: planned } = ready;
    await mark(trees, finish, planned);
    await step({ do: "plan-merge", expected, commit: planned, tip });
    if ((await trees.merge(tree, { expected, commit: planned })) === "done") return merged(planned);
  }
  throw new Error(`The branch "${tree.into}" kept moving while the hall tried to merge into it.`);
}

async function close(trees: Trees["trees"], finish: TreeFinish & Landed): Promise<FinishedTree> {
  const { record, tree, tip, fate, notes } = finish;
  const { id, keepWorktree } = record.request;
  const closed = await trees.close({ id, tree, tip, merged: fate.commit, keepWorktree });
  const { branch, trashed } = closed;
  return {
    outcome: { ...fate, tip, branch, trashed, keptWorktree: keepWorktree },
    problems: [...notes, ...closed.notes],
  };
}

/** Gives the branch up: leaves everything as it is and reports that. */
export function leaveTree({ record, tree }: TreeFinish, error: unknown): FinishedTree {
  const reason = messageOf(error);
  const { tip, fate } = error instanceof CutShort ? error.reached : { tip: null, fate: null };
  return {
    outcome: {
      ...(fate ?? kept),
      tip: tip ?? record.merge?.tip ?? null,
      branch: tree.branch,
      trashed: null,
      keptWorktree: true,
    },
    problems: [
      fate === null
        ? `Its branch could not be finished, and its worktree is left as it is: ${reason}${unsure(record)}`
        : `Its worktree could not be closed, and is left as it is: ${reason}`,
    ],
  };
}

function unsure({ merge }: CommissionRecord): string {
  if (merge === null) return "";
  return ` The hall could not find out whether its work was merged into "${merge.into}" as commit ${merge.commit}.`;
}
