// Commits a commission's work, merges its branch or keeps it, and closes its worktree. Every step is idempotent, and a
// merge is recorded in the ledger before git makes it, so that a kill at any point leads to one merge or none.
import { messageOf } from "../../base/text/message-of.ts";
import type { FinishPlan } from "../../contract/commission/events.ts";
import type { TreeOutcome, TreePlan } from "../../contract/project/tree.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { commissionDocument, documentPath } from "../../rules/project/commission-document.ts";
import { commitMessage } from "../../rules/project/commit-message.ts";
import { commitPeople } from "../../rules/project/commit-people.ts";
import { owesLanding } from "../../rules/checks/landing.ts";
import { finishedTree } from "../../rules/checks/proof.ts";
import type { CommissionRecord, Proof } from "../../rules/commission/state.ts";
import type { CommitOrder } from "../../rules/project/trees.ts";
import type { DispatchDeps } from "./deps.ts";
import { noteRecord } from "./note-record.ts";

export interface FinishedTree {
  outcome: TreeOutcome;
  problems: string[];
}

export interface TreeFinish {
  record: CommissionRecord;
  plan: FinishPlan;
  tree: TreePlan;
  /** The git tree to commit, if it differs from the tree that was checked last. */
  snapshot?: string | null;
}

type Trees = Pick<DispatchDeps, "trees">;
/** Records in the ledger what is about to be done. */
type Step = (command: Command) => Promise<unknown>;

/** The outcome of committing the work and merging or keeping its branch, before the worktree is closed. */
export interface Landed {
  tip: string | null;
  fate: Fate;
  notes: readonly string[];
}

/**
 * Commits the work and, if that is the plan, moves the integration branch to it. Must be called inside `inTurn` of the
 * project. Returns `other` if the integration branch has moved, so that the merge would not be the one that was
 * checked; then nothing is merged.
 */
export async function landTree({ trees }: Trees, finish: TreeFinish, step: Step): Promise<Landed | "other"> {
  const { tip, notes } = await commit(trees, finish);
  const fate = await from({ tip, fate: null }, async () => {
    if (tip !== null) await mark(trees, finish, tip);
    return decideFate(trees, { ...finish, tip }, step);
  });
  if (fate === "other") return "other";
  const noted = fate.commit ?? tip;
  const unnoted = await from({ tip, fate }, async () => (noted === null ? [] : note(trees, finish, noted)));
  return { tip, fate, notes: [...notes, ...unnoted] };
}

function note(trees: Trees["trees"], { record, plan, tree }: TreeFinish, commit: string): Promise<string[]> {
  return noteRecord({ trees }, { record, outcome: plan.outcome, tree, commit });
}

export function closeTree({ trees }: Trees, finish: TreeFinish & Landed): Promise<FinishedTree> {
  const { tip, fate, tree } = finish;
  return trees.inTurn(tree.project, () => from({ tip, fate }, () => close(trees, finish)));
}

/** How far a finish got before it failed. The completed steps are reported even if the rest is given up. */
interface Reached {
  tip: string | null;
  /** `null` if it is not known whether the branch was merged. */
  fate: Fate | null;
}

class CutShort extends Error {
  readonly reached: Reached;
  constructor(reached: Reached, cause: unknown) {
    super(messageOf(cause), { cause });
    this.reached = reached;
  }
}

/** Runs `task`. If it fails, throws an error that says how far the finish got. */
async function from<T>(reached: Reached, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw new CutShort(reached, error);
  }
}

/**
 * Commits the work. If a merge was planned before, takes the commit from the record, because the worktree and the
 * branch may no longer exist.
 */
async function commit(
  trees: Trees["trees"],
  finish: TreeFinish,
): Promise<{ tip: string | null; notes: string[] }> {
  const { merge, request } = finish.record;
  if (merge) return { tip: merge.tip, notes: [] };
  const made = await trees.commit(commitOrder(finish));
  // A worker that adds nothing to the branch it continues leaves the earlier work, which is still to be merged.
  const isEarlier = made.tip === null && finish.tree.base === request.startAt;
  return isEarlier ? { ...made, tip: request.startAt } : made;
}

function commitOrder(finish: TreeFinish): CommitOrder {
  const { record, plan, tree } = finish;
  const { outcome } = plan;
  const snapshot =
    finish.snapshot ?? (outcome.status === "completed" ? snapshotFor(finish, record.proof) : null);
  // Finished work is committed as the checked tree, byte for byte. That tree already contains the document about the
  // commission if that is committed with the work.
  const isAsChecked = snapshot !== null && isFinal(finish);
  return {
    ...authorship(record, plan),
    tree,
    snapshot,
    hasBegun: record.sessionId !== null,
    ignoredToo: snapshot === null && plan.tree === "keep",
    document:
      isAsChecked || record.recordMode !== "commit"
        ? null
        : { path: documentPath(record.request.id), text: commissionDocument(record, outcome) },
  };
}

/**
 * Returns the git tree to commit. Finished work is taken as it was checked. Work that failed is taken without the
 * document about the commission: a new one, which says how the work ended, is added to it.
 */
function snapshotFor(finish: TreeFinish, proof: Proof | null): string | null {
  return isFinal(finish) ? finishedTree(proof) : (proof?.snapshot ?? null);
}

/** Whether the work is merged, or may be merged later as it is: it waits for a person, or stays on its branch. */
function isFinal({ record, plan: { tree, outcome } }: TreeFinish): boolean {
  if (tree === "merge") return true;
  const isFinished = outcome.status === "completed" && outcome.trust !== "refuted";
  return isFinished && record.land !== "integration";
}

function authorship(record: CommissionRecord, { outcome }: FinishPlan) {
  const { id, worker } = record.request;
  const message = commitMessage(record, outcome);
  const people = commitPeople(worker, record.commitStyle);
  return { id, people, message, at: record.planned?.at ?? record.createdAt };
}

/**
 * Marks the commit if this run had read untrusted text. A commission that begins at a marked commit counts as
 * having read that text, too. The mark is on disk before a branch moves.
 */
async function mark(trees: Trees["trees"], { record, tree }: TreeFinish, commit: string): Promise<void> {
  if (!record.tainted) return;
  const at = record.planned?.at ?? record.createdAt;
  await trees.mark({ id: record.request.id, project: tree.project, commit, at });
}

/** If the integration branch moves this often during one attempt, the attempt fails and is retried later. */
const mostMoves = 20;

type Fate = Pick<TreeOutcome, "state" | "commit" | "conflicts">;
const kept: Fate = { state: "kept", commit: null, conflicts: [] };
const merged = (commit: string): Fate => ({ state: "merged", commit, conflicts: [] });

/**
 * Equals no tree. Used if the plan expects a conflict: if git can merge after all, the merge has to be checked first.
 */
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
    await mark(trees, finish, record.merge.commit); // a merge planned by an older release is not marked yet
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
    // The integration branch has moved, so this is not the merge that was checked.
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

/** Gives up finishing: leaves the branch and the worktree as they are and reports that. */
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
