// What the conduct of a commission asks of its project's repository. The room `git` answers it.
import type { ChangedFile } from "../../contract/commission/diff.ts";
import type { CarriedWork } from "../../contract/commission/events.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { Checkout, TreePlan } from "../../contract/project/tree.ts";
import type { Conflict } from "./review.ts";

/** Worktrees and branches of projects. What the machine or the repository does not allow is thrown. */
export interface Trees {
  /** What a new commission of this project is to work on. */
  plan(order: {
    id: CommissionId;
    project: ProjectName;
    checkout: Checkout;
    /** The commit to begin at; null: the integration branch as it is. */
    startAt: string | null;
  }): Promise<{ ok: true; tree: TreePlan } | { ok: false; message: string }>;
  /**
   * Puts what is there on its branch, as one commit: the snapshot that was checked, or the worktree as it is.
   * Done again, it gives the same. `tip` null: nothing had changed.
   */
  commit(order: CommitOrder): Promise<{ tip: string | null; notes: string[] }>;
  /** Makes the commit that the integration branch is to be moved to. Moves nothing. */
  prepareMerge(order: MergeOrder): Promise<
    | { kind: "ready"; expected: string; commit: string; tree: string }
    /** It was merged before. */
    | { kind: "merged"; commit: string }
    | { kind: "conflict"; files: string[] }
  >;
  /** The tree that a merge of finished work would give now, and where the integration branch is. Moves nothing. */
  candidate(order: {
    tree: TreePlan;
    work: string;
  }): Promise<{ kind: "ready"; expected: string; tree: string } | { kind: "conflict"; expected: string }>;
  /** What the integration branch has got between two of its commits. */
  otherSide(order: { project: ProjectName; from: string; onto: string }): Promise<CarriedWork["theirs"]>;
  /** `done` also where it had been done before. `moved`: the branch is not where it was expected. */
  merge(tree: TreePlan, move: { expected: string; commit: string }): Promise<"done" | "moved">;
  /**
   * Closes the worktree, without losing what is not in `tip`, and takes its branch away where nothing would be lost
   * with it. Done again, it gives the same.
   */
  close(order: {
    id: CommissionId;
    tree: TreePlan;
    tip: string | null;
    merged: string | null;
    keepWorktree: boolean;
  }): Promise<{ branch: string | null; trashed: string | null; notes: string[] }>;
  /** One finish or sync of a project at a time. */
  inTurn<T>(project: ProjectName, task: () => Promise<T>): Promise<T>;
  /** Whether the project's integration branch has this path. */
  hasDocument(project: ProjectName, path: string): Promise<boolean>;
  /** Notes that a commit is of a run that had read words of strangers. Durable when it resolves; repeated, the same. */
  mark(order: MarkOrder): Promise<void>;
  /** Which marked commits are part of this one, and not of the person's branch; not all where there are many. */
  marked(order: { project: ProjectName; commit: string }): Promise<string[]>;
  /** Reads work that is in conflict, for an attempt that begins at the integration branch. */
  carried(conflict: Conflict): Promise<EarlierWork>;
}

export interface EarlierWork {
  /** What the branch in conflict changed since it parted from the integration branch. */
  files: readonly ChangedFile[];
  /** More than are listed if there are very many. */
  total: number;
  /** How the integration branch changed the files in conflict since. */
  theirs: readonly ChangedFile[];
}

export interface CommitOrder {
  id: CommissionId;
  tree: TreePlan;
  /** What was checked, as a tree of git; null: what the worktree holds now. */
  snapshot: string | null;
  /** False: no session has begun, so that what lies in the worktree is a copy or of set-up, and nobody's work. */
  hasBegun: boolean;
  /** Also what git ignores, as far as it is small: nobody will look at the worktree again. */
  ignoredToo: boolean;
  /** The record of the commission, written beside work that changed something; null: the snapshot holds it already. */
  document: { path: string; text: string } | null;
  message: string;
  worker: string;
  /** When it is said to have been made: the same each time. */
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
