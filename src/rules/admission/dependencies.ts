// What a commission waits for before it starts: other commissions, each with those that go on with its work, and
// documents of its project. Pure: whoever asks brings what is known.
import { commissionId, type CommissionId } from "../../contract/home/ids.ts";
import type { Dependency } from "../../contract/commission/commission.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { BranchState } from "../../contract/project/tree.ts";
import { brief } from "../../base/text/brief.ts";

/** What counts of a commission that others wait for. */
export type Standing = Pick<
  CommissionSummary,
  "id" | "title" | "status" | "trust" | "error" | "startedAt" | "after"
> & {
  /** What became of its branch; null: it has none, or not yet. */
  branch: BranchState | null;
};

/** What is known of commissions. */
export interface Guild {
  find(id: CommissionId): Standing | undefined;
  /** The latest that continues this one. */
  continuationOf(id: CommissionId): CommissionId | undefined;
}

export function idsIn(after: readonly Dependency[]): CommissionId[] {
  return after.flatMap((each) => commissionId.safeParse(each).data ?? []);
}

export function documentsIn(after: readonly Dependency[]): string[] {
  return after.filter((each) => !commissionId.safeParse(each).success);
}

/** Whoever goes on with its work stands for it, and for that one its own continuation. */
export function lastOf(guild: Guild, id: CommissionId): CommissionId {
  const seen = new Set<CommissionId>();
  let last = id;
  for (let next = guild.continuationOf(id); next !== undefined; next = guild.continuationOf(next)) {
    if (seen.has(next)) break; // only a ledger that somebody wrote by hand goes round
    seen.add(next);
    last = next;
  }
  return last;
}

/** Why it has to wait for this commission; null: it need not. */
export function whyUnmet(guild: Guild, id: CommissionId): string | null {
  const last = lastOf(guild, id);
  const standing = guild.find(last);
  if (standing === undefined) return `waits for ${shortId(last)}, which was deleted`;
  const why = whyNotDone(standing);
  return why === null ? null : `waits for ${shortId(last)} (${brief(standing.title, 80)}), which ${why}`;
}

const again = "redispatch it to go on";

function whyNotDone({ status, error, trust, branch, startedAt }: Standing): string | null {
  switch (status) {
    case "pending":
    case "blocked":
    case "dispatched":
    case "in_progress":
    case "paused":
      return startedAt === null ? "has not started" : "is in progress";
    case "failed":
      return `failed: ${error === null ? "nobody knows why" : brief(error.message, 200)}; ${again}`;
    case "cancelled":
      return `was cancelled; ${again}`;
    case "completed":
      return trust === "refuted" ? `was refuted by its checks; ${again}` : whyNotMerged(branch);
  }
}

function whyNotMerged(branch: BranchState | null): string | null {
  switch (branch) {
    case null:
    case "merged":
    case "unchanged":
      return null;
    case "conflict":
      return `could not be merged: conflict; ${again}`;
    case "open":
    case "kept":
      return `was not merged: its branch was kept; ${again}`;
  }
}

/** Tells apart what was not made in the same millisecond, and is enough for every command. */
function shortId(id: CommissionId): string {
  return id.slice(0, 13);
}

export interface Place {
  /** The project's integration branch; null: there is no such project, or it has no repository. */
  branch: string | null;
  isThere: boolean;
  /** Why nobody could look. */
  fault: string | null;
}

/** The same of a document. */
export function whyMissing(path: string, { branch, isThere, fault }: Place): string | null {
  if (branch === null) return `waits for ${path}, but its project has no repository`;
  if (fault !== null)
    return `waits for ${path} on ${branch}, which could not be looked for: ${brief(fault, 300)}`;
  return isThere ? null : `waits for ${path} on ${branch}`;
}

export interface Asked {
  after: readonly Dependency[];
  /** The one that it goes on with; null: it begins anew. */
  continues: CommissionId | null;
  hasRepository: boolean;
}

/** What can be seen to be wrong with its dependencies before it is taken on. */
export function refuseDependencies(guild: Guild, asked: Asked): Refusal | null {
  const ids = idsIn(asked.after);
  const unknown = ids.find((id) => guild.find(lastOf(guild, id)) === undefined);
  if (unknown !== undefined && asked.continues === null)
    return refuse("bad_dependency", `There is no commission ${unknown} to wait for.`);
  const documents = documentsIn(asked.after);
  const almost = documents.find((path) => /^[0-9a-f]{8}(?:-[0-9a-f-]*)?$/i.test(path));
  if (almost !== undefined)
    return refuse("bad_dependency", `"${almost}" looks like a commission's id and is none. Give a whole id.`);
  if (documents.length > 0 && !asked.hasRepository)
    return refuse(
      "bad_dependency",
      `"${documents[0]}" is a document, and only a project with a repository has documents.`,
      "Give a project that has one, or wait for a commission by its whole id.",
    );
  return refuseCycle(guild, { ids, continues: asked.continues });
}

/**
 * One that goes on with another's work stands for it from then on: if it waits, however indirectly, for somebody who
 * waits for that work, both would wait for ever. One that begins anew has nobody who waits for it yet.
 */
function refuseCycle(
  guild: Guild,
  { ids, continues }: { ids: readonly CommissionId[]; continues: CommissionId | null },
): Refusal | null {
  if (continues === null) return null;
  const own = lastOf(guild, continues);
  const seen = new Set<CommissionId>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const last = lastOf(guild, id);
    if (last === own)
      return refuse("cycle", `It would wait for itself: ${shortId(id)} is part of what waits for it.`);
    if (seen.has(last)) continue;
    seen.add(last);
    open.push(...idsIn(guild.find(last)?.after ?? []));
  }
  return null;
}
