// Decides how a sync brings the integration branch up to date with the person's branch. Every outcome keeps both
// histories.
import type { SyncKind } from "../../contract/project/sync.ts";

export interface SyncSides {
  /** The tip of the person's branch. */
  person: string;
  /** The tip of the integration branch. */
  integration: string;
}

export interface Relation extends SyncSides {
  /** Whether the integration branch contains the person's tip. */
  isPersonIn: boolean;
  /** Whether the person's branch contains the integration tip. */
  isIntegrationIn: boolean;
  /** The commit at which the two branches diverged; `null` if they have no common ancestor. */
  base: string | null;
}

export type SyncPlan =
  | { kind: "nothing"; after: string }
  | { kind: "fast-forward"; after: string }
  | { kind: "unrelated" }
  | { kind: "diverged"; base: string };

/**
 * Decides from the commits alone. Branches that have diverged need `planMerge`, which depends on their files.
 */
export function planSync(relation: Relation): SyncPlan {
  if (relation.isPersonIn) return { kind: "nothing", after: relation.integration };
  if (relation.isIntegrationIn) return { kind: "fast-forward", after: relation.person };
  if (relation.base === null) return { kind: "unrelated" };
  return { kind: "diverged", base: relation.base };
}

export interface MergePlan {
  kind: Extract<SyncKind, "squash-merged" | "merge">;
  parents: readonly [string, string];
  /**
   * The files of the merge commit. `person`: those of the person's branch, unchanged. Otherwise those of a
   * merge, with `since` as its base if that is set.
   */
  tree: "person" | { since: string | null };
}

/**
 * Plans the merge commit. `taken` is the newest commit of the integration branch whose work the person's
 * branch already has. If that is the tip, there is nothing to merge, and the files are the person's. If it is
 * an earlier commit, only later work is merged, undos included. Otherwise the merge would bring back what the person has
 * since removed.
 */
export function planMerge({ person, integration }: SyncSides, taken: string | null): MergePlan {
  if (taken === integration) return { kind: "squash-merged", parents: [person, integration], tree: "person" };
  return { kind: "merge", parents: [integration, person], tree: { since: taken } };
}

/** A commit, and the paths in which it differs from the point where the two branches diverged. */
export interface Footprint {
  commit: string;
  tree: string;
  paths: ReadonlySet<string>;
}

/**
 * Finds pairs of commits that are worth comparing: a commit of `ours` can only contain a commit of `theirs` if it
 * changed every path that the other changed. Ordered by commits of `theirs`, newest first.
 */
export function candidates(
  ours: readonly Footprint[],
  theirs: readonly Footprint[],
): { theirs: Footprint; ours: Footprint[] }[] {
  return theirs
    .map((one) => ({ theirs: one, ours: ours.filter((other) => isWithin(one.paths, other.paths)) }))
    .filter((candidate) => candidate.ours.length > 0);
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return some.size <= all.size && [...some].every((path) => all.has(path));
}

export interface Names {
  branch: string;
  into: string;
}

export function syncMessage(kind: MergePlan["kind"], { branch, into }: Names): string {
  const subject = `Bring ${branch} into ${into}`;
  if (kind === "merge") return `${subject}\n`;
  return `${subject}\n\nThe work of ${into} is in ${branch} already, by other commits. The files are those of ${branch}.\n`;
}
