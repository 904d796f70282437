// Decides the state of a worktree, and what `prune` may do to it, from the disk, git's list of worktrees and
// the ledger. If anything is uncertain, `prune` does not touch the worktree.
import type { Status } from "../../contract/commission/commission.ts";
import type { PruneAct, WorktreeState } from "../../contract/project/worktrees.ts";
import { type Commission, isEnded } from "../commission/state.ts";

/** The findings about one worktree. */
export interface WorktreeFindings {
  directory: boolean;
  /**
   * Git's own entry for the worktree. `ours`: the entry points to the directory. `elsewhere`: it points to another
   * place, such as the home of another hall. `none`: git has no entry.
   */
  entry: "ours" | "elsewhere" | "none";
  /** Whether the worktree was created completely. */
  isWhole: boolean;
  /** Whether git's entry must stay: it is locked, or a commit or staged content might be reachable through it alone. */
  isHeld: boolean;
  owner: Owner | null;
  /** Files that are in no commit; `null` if that could not be determined. */
  uncommitted: number | null;
}

/** The commission that the worktree belongs to. */
export interface Owner {
  status: Status;
  /**
   * Why the worktree was kept after the end. `asked`: a person asked for it. `failed`: it could not be closed. `null`:
   * it was closed, or is in use.
   */
  kept: "asked" | "failed" | null;
  isOver: boolean;
}

export interface Judgement {
  state: WorktreeState;
  why: string;
  prune: PruneAct;
}

/**
 * Judges one worktree. `null` if it has no directory and git has no entry that points to it, as before it is
 * created.
 */
export function judge(found: WorktreeFindings): Judgement | null {
  if (!found.directory && found.entry !== "ours") return null;
  const { owner } = found;
  if (owner === null) return found.directory ? strayOne(found) : missingOne(found);
  return owner.isOver ? overOne(found, owner) : liveOne(found);
}

function strayOne({ entry }: WorktreeFindings): Judgement {
  const why =
    entry === "ours"
      ? "no commission of this hall has it; look at it and remove it with git worktree remove"
      : "neither a commission of this hall nor git knows it; look at it and remove it by hand";
  return { state: "stray", why, prune: "leave" };
}

function missingOne({ isHeld }: WorktreeFindings): Judgement {
  const state = "missing";
  if (isHeld) return { state, why: "its directory is gone, and git's entry for it is held", prune: "leave" };
  return { state, why: "its directory is gone, and git still has it on its list", prune: "forget" };
}

/**
 * Judges the worktree of a commission that has not ended. If it is incomplete, the next workbench completes it, or it
 * is closed when the commission ends.
 */
function liveOne({ directory, entry, isWhole }: WorktreeFindings): Judgement {
  const prune = "leave";
  if (!directory)
    return { state: "missing", why: "its commission goes on, and its directory is gone", prune };
  if (entry !== "ours")
    return { state: "half_made", why: "its commission goes on, and git has no entry for it", prune };
  if (!isWhole) return { state: "half_made", why: "its commission goes on, and it is being made", prune };
  return { state: "in_use", why: "its commission goes on", prune };
}

function overOne(found: WorktreeFindings, owner: Owner): Judgement {
  if (!found.directory) return missingOne(found);
  if (owner.kept === null) return leftOne(found);
  const why =
    owner.kept === "asked" ? "it was asked for with --keep-worktree" : "it could not be closed at the end";
  return { state: "kept", ...keptAct(found, why) };
}

function keptAct({ entry, uncommitted }: WorktreeFindings, why: string): Omit<Judgement, "state"> {
  if (entry !== "ours") return { why: `${why}, and git has no entry for it`, prune: "leave" };
  if (uncommitted === null) return { why: `${why}; what is in it could not be compared`, prune: "leave" };
  if (uncommitted === 0) return { why, prune: "close" };
  return { why: `${why}, and has ${files(uncommitted)} in no commit`, prune: "leave" };
}

/**
 * Judges a worktree whose closing was interrupted. Closing begins only when all work is on a branch, so continuing it
 * loses nothing.
 */
function leftOne({ entry }: WorktreeFindings): Judgement {
  const state = "left";
  if (entry === "elsewhere")
    return { state, why: "its commission is over, and git's entry leads elsewhere", prune: "leave" };
  return { state, why: "its commission is over, and closing it was cut short", prune: "close" };
}

const files = (count: number): string => (count === 1 ? "1 file" : `${count} files`);

/** Returns the owner as the ledger describes it; `null` if the commission has no worktree. */
export function ownerOf(commission: Commission): Owner | null {
  const { status, record } = commission;
  if (record.tree === null) return null;
  const isOver = isEnded(commission);
  const isKept = isOver && record.applied?.tree?.keptWorktree === true;
  return { status, isOver, kept: !isKept ? null : record.request.keepWorktree ? "asked" : "failed" };
}
