// Decides what a sync does from the relation of the two branches. Every outcome keeps both histories.
import type { SyncKind } from "../../contract/project/sync.ts";

export interface SyncSides {
  /** The tip of the person's branch. */
  person: string;
  /** The tip of the integration branch. */
  integration: string;
}

export interface Relation extends SyncSides {
  isPersonIn: boolean;
  isIntegrationIn: boolean;
  /** Where the two diverged; `null` if they have no common ancestor. */
  base: string | null;
}

export type SyncPlan =
  | { kind: "nothing"; after: string }
  | { kind: "fast-forward"; after: string }
  | { kind: "unrelated" }
  | { kind: "diverged"; base: string };

/** Decides as much as is possible without looking at files. */
export function planSync(relation: Relation): SyncPlan {
  if (relation.isPersonIn) return { kind: "nothing", after: relation.integration };
  if (relation.isIntegrationIn) return { kind: "fast-forward", after: relation.person };
  if (relation.base === null) return { kind: "unrelated" };
  return { kind: "diverged", base: relation.base };
}

export interface MergePlan {
  kind: Extract<SyncKind, "squash-merged" | "merge">;
  parents: readonly [string, string];
  /** `person`: the files of the person's branch as they are. Otherwise those of a merge, with base `since` if set. */
  tree: "person" | { since: string | null };
}

/**
 * `taken`: the newest commit of the integration branch whose work the person's branch already holds. If that is the
 * tip, there is nothing to merge, and the person's later changes to that work count. If it is an earlier commit, only
 * the rest is merged: otherwise the taken part would come in twice, and bring back what the person has removed.
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
 * Finds merges that are worth trying: `ours` can only contain a commit of `theirs` if it changed every path that the
 * commit changed. Ordered by commits of `theirs`, newest first.
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
