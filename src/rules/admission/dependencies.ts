// Decides whether a commission must still wait for the commissions and project documents that it depends on.
// A commission that continues another replaces it as a dependency. Pure: the caller passes in what is known.
import { commissionId, type CommissionId } from "../../contract/home/ids.ts";
import type { Dependency } from "../../contract/commission/commission.ts";
import type { LandingSummary } from "../../contract/commission/landing.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { broughtNothing } from "../commission/heir.ts";
import type { BranchState } from "../../contract/project/tree.ts";
import { brief } from "../../base/text/brief.ts";

/** The facts about a commission that decide whether others still wait for it. */
export type Standing = Pick<
  CommissionSummary,
  "id" | "title" | "status" | "trust" | "error" | "startedAt" | "after" | "landing"
> & {
  /** The state of the commission's branch; `null` if it has none. */
  branch: BranchState | null;
};

/** Looks up commissions. */
export interface Guild {
  find(id: CommissionId): Standing | undefined;
  /** Returns the latest commission that continues this one. */
  continuationOf(id: CommissionId): CommissionId | undefined;
}

export function idsIn(after: readonly Dependency[]): CommissionId[] {
  return after.flatMap((each) => commissionId.safeParse(each).data ?? []);
}

export function documentsIn(after: readonly Dependency[]): string[] {
  return after.filter((each) => !commissionId.safeParse(each).success);
}

/** Returns the last commission of the chain of those that continue this one. */
export function lastOf(guild: Guild, id: CommissionId): CommissionId {
  return chainFrom(guild, id).at(-1) ?? id;
}

function chainFrom(guild: Guild, id: CommissionId): CommissionId[] {
  const chain = [id];
  const seen = new Set<CommissionId>();
  for (let next = guild.continuationOf(id); next !== undefined; next = guild.continuationOf(next)) {
    if (seen.has(next)) break; // only a hand-written ledger can contain a cycle
    seen.add(next);
    chain.push(next);
  }
  return chain;
}

/** Says why a commission that depends on this one must wait; `null` if it need not. */
export function whyUnmet(guild: Guild, id: CommissionId): string | null {
  const last = lastOf(guild, id);
  const standing = guild.find(last);
  if (standing === undefined) return `waits for ${shortId(last)}, which was deleted`;
  const stands = whatStands(guild, id);
  const whyStands = stands === undefined ? null : whyNotDone(stands);
  if (stands !== undefined && whyStands === null) return null;
  const why = whyNotDone(standing);
  if (why !== null) return waiting(standing, why);
  // A follow-up that changed nothing is done by itself, but the work that it was to continue may wait for a person.
  return stands === undefined || whyStands === null ? null : waiting(stands, whyStands);
}

function waiting({ id, title }: Standing, why: string): string {
  return `waits for ${shortId(id)} (${brief(title, 80)}), which ${why}`;
}

/**
 * Returns the last of this commission and those that continue it, without the ones at the end that brought nothing. The
 * dependency is met by its work. Undefined if none has any.
 */
function whatStands(guild: Guild, id: CommissionId): Standing | undefined {
  return chainFrom(guild, id)
    .flatMap((each) => guild.find(each) ?? [])
    .findLast((each) => !broughtNothing(each));
}

const again = "redispatch it to go on";

function whyNotDone({ status, error, trust, branch, startedAt, landing }: Standing): string | null {
  switch (status) {
    case "pending":
    case "blocked":
    case "dispatched":
    case "in_progress":
    case "paused":
      return startedAt === null ? "has not started" : "is in progress";
    case "failed":
      return `failed: ${error === null ? "the reason is not on record" : brief(error.message, 200)}; ${again}`;
    case "cancelled":
      return `was cancelled; ${again}`;
    case "completed":
      return trust === "refuted" ? `was refuted by its checks; ${again}` : whyNotLanded(landing, branch);
  }
}

/** Work on a branch of its own is done when it is completed; work that waits for a person, when it is accepted. */
function whyNotLanded(landing: LandingSummary | null, branch: BranchState | null): string | null {
  switch (landing?.state) {
    case "ready":
      if (landing.mode === "branch") return null;
      return landing.mode === "review" ? "waits for you to accept it" : whyNotMerged(branch);
    case "accepting":
      return "is being accepted";
    case "rejected":
      return `was rejected; ${again}`;
    case "undone":
      return `was undone; ${again}`;
    case "merged":
    case "accepted":
    case "undoing":
    case "sent_back":
    case undefined:
      return whyNotMerged(branch);
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

/**
 * Returns the first part of an id. It is unique unless two commissions were created in the same millisecond, and every
 * command accepts it.
 */
function shortId(id: CommissionId): string {
  return id.slice(0, 13);
}

export interface DocumentPlace {
  /** The project's integration branch; `null` if there is no such project, or it has no repository. */
  branch: string | null;
  isThere: boolean;
  /** Why the document could not be looked for; `null` if it could. */
  fault: string | null;
}

/** Says why a commission that depends on this document must wait; `null` if it need not. */
export function whyMissing(path: string, { branch, isThere, fault }: DocumentPlace): string | null {
  if (branch === null) return `waits for ${path}, but its project has no repository`;
  if (fault !== null)
    return `waits for ${path} on ${branch}, where the hall could not look for it: ${brief(fault, 300)}`;
  return isThere ? null : `waits for ${path} on ${branch}`;
}

export interface DependencyRequest {
  after: readonly Dependency[];
  /** The commission that the new one continues; `null` if it continues none. */
  continues: CommissionId | null;
  hasRepository: boolean;
}

/**
 * Checks the dependencies of a new request. Refuses those that are invalid or can never be met; `null` if all
 * are acceptable.
 */
export function refuseDependencies(guild: Guild, asked: DependencyRequest): Refusal | null {
  const ids = idsIn(asked.after);
  const unknown = ids.find((id) => guild.find(lastOf(guild, id)) === undefined);
  if (unknown !== undefined && asked.continues === null)
    return refuse("bad_dependency", `There is no commission ${unknown} to wait for.`);
  const documents = documentsIn(asked.after);
  const almost = documents.find((path) => /^[0-9a-f]{8}(?:-[0-9a-f-]*)?$/i.test(path));
  if (almost !== undefined)
    return refuse(
      "bad_dependency",
      `"${almost}" looks like a commission's id, but is not a whole one. Give the whole id.`,
    );
  if (documents.length > 0 && !asked.hasRepository)
    return refuse(
      "bad_dependency",
      `"${documents[0]}" is a document, and only a project with a repository has documents.`,
      "Give a project that has one, or wait for a commission by its whole id.",
    );
  return refuseCycle(guild, { ids, continues: asked.continues });
}

/**
 * Refuses a commission that would wait for itself. A commission that continues another replaces it for all
 * commissions that depend on the other. If it waited for one of those, even indirectly, neither could ever
 * start. A commission that continues none is new, so no other depends on it yet.
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
      return refuse(
        "cycle",
        `It would wait for itself: it continues ${shortId(id)}, and would wait for that commission too.`,
      );
    if (seen.has(last)) continue;
    seen.add(last);
    open.push(...idsIn(guild.find(last)?.after ?? []));
  }
  return null;
}
