// The interface through which the hall uses a project's repository for commissions. The room `git` implements it.
import type { ChangedFile } from "../../contract/commission/diff.ts";
import type { CarriedWork } from "../../contract/commission/events.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { Checkout, TreePlan } from "../../contract/project/tree.ts";
import type { Conflict } from "./review.ts";

/** Worktrees and branches of projects. Throws if the machine or the repository does not allow something. */
export interface Trees {
  /** Plans what a new commission of this project works on. */
  plan(order: {
    id: CommissionId;
    project: ProjectName;
    checkout: Checkout;
    /** The commit to begin at; `null` means the tip of the integration branch. */
    startAt: string | null;
  }): Promise<{ ok: true; tree: TreePlan } | { ok: false; message: string }>;
  /**
   * Commits the work to its branch, as one commit: the snapshot that was checked, or the worktree as it is. Idempotent.
   * `tip` is `null` if nothing had changed.
   */
  commit(order: CommitOrder): Promise<{ tip: string | null; notes: string[] }>;
  /** Makes the commit to which the integration branch is to be moved. Moves nothing. */
  prepareMerge(order: MergeOrder): Promise<
    | { kind: "ready"; expected: string; commit: string; tree: string }
    /** It was merged before. */
    | { kind: "merged"; commit: string }
    | { kind: "conflict"; files: string[] }
  >;
  /** Returns the tree that merging finished work gives now, and the tip of the integration branch. Moves nothing. */
  candidate(order: {
    tree: TreePlan;
    work: string;
  }): Promise<{ kind: "ready"; expected: string; tree: string } | { kind: "conflict"; expected: string }>;
  /** Returns what the integration branch gained between two of its commits. */
  otherSide(order: { project: ProjectName; from: string; onto: string }): Promise<CarriedWork["theirs"]>;
  /** Returns `done` also if it had been done before. `moved`: the branch is not where it was expected. */
  merge(tree: TreePlan, move: { expected: string; commit: string }): Promise<"done" | "moved">;
  /** Closes the worktree without losing what is not in `tip`. Removes its branch if nothing is lost. Idempotent. */
  close(order: {
    id: CommissionId;
    tree: TreePlan;
    tip: string | null;
    merged: string | null;
    keepWorktree: boolean;
  }): Promise<{ branch: string | null; trashed: string | null; notes: string[] }>;
  /** Runs one finish or sync of a project at a time. */
  inTurn<T>(project: ProjectName, task: () => Promise<T>): Promise<T>;
  /** Whether the project's integration branch has this path. */
  hasDocument(project: ProjectName, path: string): Promise<boolean>;
  /** Marks a commit as made by a run that had read words of strangers. Durable when it resolves; idempotent. */
  mark(order: MarkOrder): Promise<void>;
  /** Returns the marked commits that this one contains and the person's branch does not; not all if there are many. */
  marked(order: { project: ProjectName; commit: string }): Promise<string[]>;
  /** Reads work that is in conflict, for an attempt that begins at the integration branch. */
  carried(conflict: Conflict): Promise<EarlierWork>;
}

export interface EarlierWork {
  /** What the branch in conflict changed since it diverged from the integration branch. */
  files: readonly ChangedFile[];
  /** How many files changed. Not all of them are listed if there are very many. */
  total: number;
  /** How the integration branch changed the files in conflict since. */
  theirs: readonly ChangedFile[];
}

export interface CommitOrder {
  id: CommissionId;
  tree: TreePlan;
  /** The git tree that was checked; `null` means the current content of the worktree. */
  snapshot: string | null;
  /** False if no session has begun, so that the worktree holds only copied files and set-up output, and no work. */
  hasBegun: boolean;
  /** Whether to commit small ignored files too, because the worktree will not be looked at again. */
  ignoredToo: boolean;
  /** The record of the commission, added if the work changed something; `null` if the snapshot already holds it. */
  document: { path: string; text: string } | null;
  message: string;
  worker: string;
  /** The date of the commit, which must be the same each time. */
  at: string;
}

export interface MarkOrder {
  id: CommissionId;
  project: ProjectName;
  commit: string;
  at: string;
}

export interface MergeOrder {
  id: CommissionId;
  tree: TreePlan;
  tip: string;
  message: string;
  worker: string;
  at: string;
}
