// Shows a commission's work for review: what it changed, and the files it left.
import type { ArtifactList, artifactRoutes } from "../../contract/commission/artifacts.ts";
import type { CommissionConflict, CommissionDiff, diffRoutes } from "../../contract/commission/diff.ts";
import { commissionLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { InputOf, Operations, PatchBytes } from "../../contract/api/operation.ts";
import { done, type Outcome, type Refusal, refuse } from "../../contract/api/problem.ts";
import { diffConflict } from "../../git/review/diff-conflict.ts";
import { diffWork, type DiffWorkOrder } from "../../git/review/diff-work.ts";
import { patchWork } from "../../git/review/patch-work.ts";
import type { TreesDeps } from "../../git/trees.ts";
import { codeOf } from "../../host/files/disk.ts";
import { createSerial, type Serial } from "../../base/async/serial.ts";
import { comparedOf, conflictOf } from "../../rules/project/review.ts";
import type { Commission } from "../../rules/commission/state.ts";
import { listArtifacts, readArtifact } from "../../workbench/workdir/show-artifacts.ts";
import { orRefused } from "../projects/change-projects.ts";

export interface ReviewDeps {
  git: TreesDeps;
  /** Returns the commission as the ledger has it. */
  find(id: CommissionId): Promise<Commission | undefined>;
  isKnown(id: CommissionId): boolean;
}

export type ReviewOperations = Pick<Operations, keyof typeof diffRoutes | keyof typeof artifactRoutes>;

export function createReviewOperations(deps: ReviewDeps): ReviewOperations {
  const inTurn = createTurns();
  const { home } = deps.git;
  const looking = <T>({ params: { id }, query: { path } }: InputOf<"diff">, look: DiffLook<T>) =>
    inTurn(id, () => orRefused(goneRefused(look(deps, { id, path }))));
  return {
    diff: (asked) => looking(asked, diff),
    patch: (asked) => looking(asked, patch),
    conflict: (asked) => looking(asked, conflict),
    artifacts: async ({ params: { id } }) => {
      if (!deps.isKnown(id)) return noCommission(id);
      const listed = await listArtifacts(commissionLayout(home, id));
      return done({ id, ...listed, left: await leftAtMember(deps, id) });
    },
    artifact: async ({ params: { id }, query }) => {
      if (!deps.isKnown(id)) return noCommission(id);
      const read = await readArtifact(commissionLayout(home, id), query);
      return read.ok ? done(read.content) : refuse("not_found", notThere(query.path, read.reason), listHint);
    },
  };
}

/**
 * Returns the files that stayed at the guild member. Best effort: an unreadable ledger must not hide the files that
 * exist here.
 */
async function leftAtMember({ find }: ReviewDeps, id: CommissionId): Promise<ArtifactList["left"]> {
  const commission = await find(id).catch(() => undefined);
  return [...(commission?.record.submission?.leftArtifacts ?? [])];
}

/** Serialises reads of one commission; different commissions run in parallel. */
function createTurns(): <T>(id: CommissionId, task: () => Promise<T>) => Promise<T> {
  const turns = new Map<CommissionId, { serial: Serial; waiting: number }>();
  return async (id, task) => {
    const turn = turns.get(id) ?? { serial: createSerial(), waiting: 0 };
    turns.set(id, turn);
    turn.waiting += 1;
    try {
      return await turn.serial(task);
    } finally {
      turn.waiting -= 1;
      if (turn.waiting === 0) turns.delete(id);
    }
  };
}

interface DiffOrder {
  id: CommissionId;
  path: string | undefined;
}

type DiffLook<T> = (deps: ReviewDeps, order: DiffOrder) => Promise<Outcome<T>>;

async function diff(deps: ReviewDeps, order: DiffOrder): Promise<Outcome<CommissionDiff>> {
  const { id, path } = order;
  const compared = await lookAt(deps, order, { look: diffWork, drop: () => undefined });
  if (!compared.ok) return compared;
  const { found, branch, into } = compared;
  if (path !== undefined && found.files.length === 0) return notChanged(path);
  return done({ id, branch, into, ...found });
}

async function patch(deps: ReviewDeps, order: DiffOrder): Promise<Outcome<PatchBytes>> {
  const { id, path } = order;
  const compared = await lookAt(deps, order, { look: patchWork, drop: ({ spool }) => spool.close() });
  if (!compared.ok) return compared;
  const { found, branch, into } = compared;
  const { listed, ...totals } = found.totals;
  const { spool } = found;
  if (path !== undefined && listed === 0) {
    spool.close();
    return notChanged(path);
  }
  const summary = { id, branch, into, ...totals, bytes: spool.bytes() };
  return done({ summary, stream: spool.stream() });
}

interface Look<T> {
  look(git: TreesDeps, order: DiffWorkOrder): Promise<T>;
  /** Releases a result that is stale and has to be read again. */
  drop(seen: T): void;
}

async function lookAt<T>(
  deps: ReviewDeps,
  order: DiffOrder,
  { look, drop }: Look<T>,
): Promise<{ ok: true; found: T; branch: string; into: string } | Refusal> {
  for (let isAgain = false; ; isAgain = true) {
    const commission = await deps.find(order.id);
    if (!commission) return noCommission(order.id);
    const compared = comparedOf(commission);
    if (compared.what === "none") return refuse("wrong_state", compared.why);
    const found = await look(deps.git, { ...order, compared });
    // The worktree may have been closed while it was read.
    const isStale = compared.what === "worktree" && !isAgain && (await hasMoved(deps, commission));
    if (!isStale) return { ok: true, found, branch: compared.tree.branch, into: compared.tree.into };
    drop(found);
  }
}

async function conflict(deps: ReviewDeps, { id, path }: DiffOrder): Promise<Outcome<CommissionConflict>> {
  const commission = await deps.find(id);
  if (!commission) return noCommission(id);
  const found = conflictOf(commission);
  if (found === null) return refuse("wrong_state", "Its work is not in conflict.");
  const { branch, into } = found.tree;
  if (path !== undefined && !found.paths.includes(path))
    return refuse("not_found", `${JSON.stringify(path)} is not in conflict with ${into}.`, conflictHint);
  const shown = await diffConflict(deps.git, { conflict: found, path });
  return done({ id, branch, into, ...shown });
}

async function hasMoved({ find }: ReviewDeps, { record }: Commission): Promise<boolean> {
  const now = (await find(record.request.id))?.record;
  return (now?.plan ?? null) !== null && record.plan === null;
}

/** Turns the faults of work that git cannot show into refusals, because the hall has not failed. */
async function goneRefused<T>(work: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work;
  } catch (error) {
    const code = codeOf(error);
    if (code === "too_large") return refuse("too_large", (error as Error).message, wholeHint);
    if (code !== "gone" && code !== "worktree") throw error;
    return refuse("wrong_state", (error as Error).message);
  }
}

const wholeHint =
  'Ask for other files alone with "guild-hall diff ID FILE", or take its branch with git once it has ended.';
const diffHint = 'Run "guild-hall diff ID --stat" to see which files it changed.';
const conflictHint = 'Run "guild-hall diff ID --conflict" to see which files are.';
const listHint = 'Run "guild-hall artifacts ID" to see which there are.';

function notChanged(path: string): Refusal {
  return refuse("not_found", `It did not change ${JSON.stringify(path)}.`, diffHint);
}

function noCommission(id: CommissionId): Refusal {
  return refuse("not_found", `There is no commission ${id}.`);
}

function notThere(path: string, reason: string): string {
  return `The artifact ${JSON.stringify(path)} cannot be shown: ${reason}.`;
}
