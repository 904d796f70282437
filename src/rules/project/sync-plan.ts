// What a sync does, decided from how the two branches stand to each other. Every outcome keeps both histories.
import type { SyncKind } from "../../contract/project/sync.ts";

export interface Sides {
  /** The tip of the person's branch. */
  person: string;
  /** The tip of the integration branch. */
  integration: string;
}

export interface Relation extends Sides {
  isPersonIn: boolean;
  isIntegrationIn: boolean;
  /** Where the two parted; null: they have nothing in common. */
  base: string | null;
}

export type SyncPlan =
  | { kind: "nothing"; after: string }
  | { kind: "fast-forward"; after: string }
  | { kind: "unrelated" }
  | { kind: "diverged"; base: string };

/** As far as it can be said without a look at the files. */
export function planSync(relation: Relation): SyncPlan {
  if (relation.isPersonIn) return { kind: "nothing", after: relation.integration };
  if (relation.isIntegrationIn) return { kind: "fast-forward", after: relation.person };
  if (relation.base === null) return { kind: "unrelated" };
  return { kind: "diverged", base: relation.base };
}

export interface MergePlan {
  kind: Extract<SyncKind, "squash-merged" | "merge">;
  parents: readonly [string, string];
  /** `person`: the files of the person's branch, as they are. Else those of a merge; with `since` one from there on. */
  tree: "person" | { since: string | null };
}

/**
 * `taken`: the newest commit of the integration branch whose work the person's branch holds already. Where that is all,
 * there is nothing to merge, and what the person made of it since counts. Where it is a part, only the rest is merged:
 * otherwise the part would come in a second time, and bring back what the person has taken out.
 */
export function planMerge({ person, integration }: Sides, taken: string | null): MergePlan {
  if (taken === integration) return { kind: "squash-merged", parents: [person, integration], tree: "person" };
  return { kind: "merge", parents: [integration, person], tree: { since: taken } };
}

/** A commit, and the paths in which it differs from where the two branches parted. */
export interface Footprint {
  commit: string;
  tree: string;
  paths: ReadonlySet<string>;
}

/**
 * Which merges are worth a try: `theirs` can only be held by `ours` if every path it changed was changed there too.
 * By commits of `theirs`, newest first.
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
