// The interface through which the hall uses a project's repository for commissions. `src/git` implements it.
import type { ChangedFile } from "../../contract/commission/diff.ts";
import type { CarriedWork } from "../../contract/commission/events.ts";
import type { InstructionsPlan } from "../../contract/commission/instructions.ts";
import type { StandingWork } from "../../contract/commission/landing.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { Checkout, TreePlan } from "../../contract/project/tree.ts";
import type { CommitPeople } from "./commit-people.ts";
import type { Conflict } from "./review.ts";

/**
 * Operations on the worktrees and branches of projects. They throw if the machine or the repository makes
 * them impossible.
 */
export interface Trees {
  /** Plans the branch of a new commission, and the commit at which it begins. */
  plan(order: {
    id: CommissionId;
    project: ProjectName;
    checkout: Checkout;
    /** The commit to begin at; `null` means the tip of the integration branch. */
    startAt: string | null;
  }): Promise<{ ok: true; tree: TreePlan } | { ok: false; message: string }>;
  /** Returns the commit at which the person's branch is now; `null` if no branch is the person's alone. */
  instructions(project: ProjectName): Promise<InstructionsPlan | null>;
  /**
   * Commits the work to its branch, as one commit: the snapshot that was checked, or the worktree as it is. Idempotent.
   * `tip` is `null` if nothing had changed.
   */
  commit(order: CommitOrder): Promise<{ tip: string | null; notes: string[] }>;
  /** Makes the commit to which the integration branch is to be moved. Moves no branch. */
  prepareMerge(order: MergeOrder): Promise<
    | { kind: "ready"; expected: string; commit: string; tree: string }
    /** The work was merged before. */
    | { kind: "merged"; commit: string }
    | { kind: "conflict"; files: string[] }
  >;
  /**
   * Returns the tree that merging finished work gives now, and the tip of the integration branch. Moves no
   * branch.
   */
  candidate(order: {
    tree: TreePlan;
    work: string;
  }): Promise<{ kind: "ready"; expected: string; tree: string } | { kind: "conflict"; expected: string }>;
  /** Returns the changes of the integration branch between two of its commits. */
  otherSide(order: { project: ProjectName; from: string; onto: string }): Promise<CarriedWork["theirs"]>;
  /**
   * Moves the integration branch. Returns `done`, even if this move was made before, and `moved` if the branch is not
   * at the expected commit.
   */
  merge(tree: TreePlan, move: { expected: string; commit: string }): Promise<"done" | "moved">;
  /**
   * Closes the worktree; files that are not in `tip` go to the trash. Removes its branch if no work is lost.
   * Idempotent.
   */
  close(order: {
    id: CommissionId;
    tree: TreePlan;
    tip: string | null;
    merged: string | null;
    keepWorktree: boolean;
  }): Promise<{ branch: string | null; trashed: string | null; notes: string[] }>;
  /** Runs the task when no other finish or sync of the project is running. */
  inTurn<T>(project: ProjectName, task: () => Promise<T>): Promise<T>;
  /** Whether the project's integration branch has this path. */
  hasDocument(project: ProjectName, path: string): Promise<boolean>;
  /**
   * Makes the commit that reverts a commit of the integration branch on its tip. Moves no branch. `gone`: the commit is
   * not on the branch, or nothing of it is left to revert.
   */
  prepareUndo(order: UndoOrder): Promise<PreparedUndo>;
  /**
   * Writes the record of a commission as a git note on its commit. Must be called inside `inTurn` of the project.
   * Idempotent.
   */
  note(order: NoteOrder): Promise<void>;
  /** Marks a commit whose worker had read text from outside. Durable when it resolves; idempotent. */
  mark(order: MarkOrder): Promise<void>;
  /**
   * Returns the marked commits that are in the history of this one but not in the person's branch; only some if there
   * are many.
   */
  marked(order: { project: ProjectName; commit: string }): Promise<string[]>;
  /** Reads the changes of work that is in conflict, for a new attempt that begins at the integration branch. */
  carried(conflict: Conflict): Promise<EarlierWork>;
}

export interface EarlierWork {
  /** The changes of the branch in conflict since it diverged from the integration branch. */
  files: readonly ChangedFile[];
  /** How many files changed. Not all of them are listed if there are very many. */
  total: number;
  /** The changes of the integration branch to the files in conflict since the branches diverged. */
  theirs: readonly ChangedFile[];
}

export interface CommitOrder {
  id: CommissionId;
  tree: TreePlan;
  /** The git tree that was checked; `null` means the current content of the worktree. */
  snapshot: string | null;
  /** False if no session has begun, so that the worktree holds only copied files and set-up output, and no work. */
  hasBegun: boolean;
  /** Whether to commit small ignored files too, because the worktree will be removed. */
  ignoredToo: boolean;
  /** The record of the commission, added if the work changed something; `null` if the snapshot already holds it. */
  document: { path: string; text: string } | null;
  message: string;
  people: CommitPeople;
  /** The date of the commit. It must be the same at each retry, so that the commit is the same. */
  at: string;
}

export interface UndoOrder {
  id: CommissionId;
  tree: TreePlan;
  /** The commit to revert. */
  commit: string;
  message: string;
  people: CommitPeople;
  at: string;
}

export type PreparedUndo =
  | { kind: "ready"; expected: string; commit: string; tree: string }
  /** `standing`: the later commits of the branch that changed the conflicting files, newest first. */
  | { kind: "conflict"; files: string[]; standing: StandingWork[] }
  | { kind: "gone"; why: string };

export interface NoteOrder {
  id: CommissionId;
  tree: TreePlan;
  commit: string;
  text: string;
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
  people: CommitPeople;
  at: string;
}
