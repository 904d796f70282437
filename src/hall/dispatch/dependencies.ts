// Blocks commissions that wait for other commissions, for documents, for their project's checks to pass or for a
// person's approval, and unblocks them when the condition is met. Examines them on every event that may change the
// answer, such as the end of a commission, a sync or a changed setting; nothing is polled.
import { messageOf } from "../../base/text/message-of.ts";
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import { findProject } from "../../contract/home/config.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { CommissionChange } from "../../contract/commission/meta.ts";
import type { Refusal } from "../../contract/api/problem.ts";
import type { Command } from "../../rules/commission/commands.ts";
import {
  documentsIn,
  type Guild,
  idsIn,
  type DocumentPlace,
  refuseDependencies,
  whyMissing,
  whyUnmet,
} from "../../rules/admission/dependencies.ts";
import { changesNoFiles } from "../../rules/limits/grant.ts";
import type { Commission, CommissionRecord, Landing } from "../../rules/commission/state.ts";
import type { DispatchDeps } from "./deps.ts";
import { createWaiters, type Waiters } from "./waiters.ts";

type Asked = Pick<AcceptedRequest, "after" | "project">;
type Starting = Asked & Pick<AcceptedRequest, "worker" | "onRed">;

export interface Dependencies {
  /** Refuses dependencies that could never be met or are not allowed. */
  refuse(asked: Asked & Pick<AcceptedRequest, "continues">): Refusal | null;
  /** Returns what a commission with these dependencies has to wait for now, each as a sentence. */
  unmet(asked: Starting, standing?: Standing): Promise<string[]>;
  /** Returns the latest commission that continues this one. */
  continuationOf(id: CommissionId): CommissionId | undefined;
  /** Examines all waiting commissions. */
  reconsider(): void;
  /** Notes that a commission was removed from the record. */
  removed(id: CommissionId): void;
  stop(): Promise<void>;
}

type DependencyDeps = Pick<
  DispatchDeps,
  "ledger" | "trees" | "clock" | "log" | "settings" | "roster" | "bases" | "setUps"
>;

/** How long to wait before a retry after a fault such as a full disk. */
const retryMs = 2000;

interface DependenciesState {
  deps: DependencyDeps;
  guild: Guild;
  waiters: Waiters;
  freed: Freed;
  dirty: Set<CommissionId>;
  running: Promise<void> | null;
  /** Caches the documents looked up since the latest change. */
  documents: Map<string, Promise<DocumentPlace>>;
  retry: { cancel(): void } | null;
  isStopped: boolean;
}

/** Called for a commission that no longer waits for anything. */
type Freed = (id: CommissionId) => void;

export function createDependencies(deps: DependencyDeps, freed: Freed): Dependencies {
  const waiters = createWaiters(deps.ledger.summaries());
  const known: DependenciesState = {
    deps,
    guild: guildOf(deps, waiters),
    waiters,
    freed,
    dirty: new Set(),
    running: null,
    documents: new Map(),
    retry: null,
    isStopped: false,
  };
  const unsubscribe = deps.ledger.subscribe((change) => look(known, concernedBy(waiters, change)));
  const lookIn = (project: ProjectName) => look(known, blockedIn(deps, project));
  const unsubscribeBases = deps.bases.subscribe(lookIn);
  const unsubscribeSetUps = deps.setUps.subscribe(lookIn);
  return {
    refuse: ({ after, project, continues }) =>
      refuseDependencies(known.guild, {
        after,
        continues,
        hasRepository: integrationOf(deps, project) !== null,
      }),
    unmet: (asked, standing = notBegun) =>
      reasonsOf(known, { ...standing, asked }, (wanted) => placeOf(deps, wanted)),
    continuationOf: waiters.continuationOf,
    reconsider: () => look(known, [...new Set([...waiters.all(), ...blockedIn(deps, null)])]),
    removed: (id) => look(known, waiters.removed(id)),
    stop: async () => {
      known.isStopped = true;
      unsubscribe();
      unsubscribeBases();
      unsubscribeSetUps();
      known.retry?.cancel();
      await known.running;
    },
  };
}

/**
 * Returns the commissions to examine after a change. A newly blocked one is among them, because its dependency may have
 * arrived while the block was written.
 */
function concernedBy(waiters: Waiters, change: CommissionChange): CommissionId[] {
  const { event, summary } = change;
  return [...waiters.heard(change), ...(event.type === "commission.blocked" ? [summary.id] : [])];
}

function guildOf({ ledger }: DependencyDeps, { continuationOf }: Waiters): Guild {
  return {
    continuationOf,
    find: (id) => {
      const summary = ledger.summary(id);
      return summary && { ...summary, branch: summary.branch?.state ?? null };
    },
  };
}

/**
 * Marks commissions as dirty, so that they are examined. Drops the cached documents, because they may have
 * changed.
 */
function look(known: DependenciesState, ids: readonly CommissionId[]): void {
  if (known.isStopped || ids.length === 0) return;
  known.documents.clear();
  for (const id of ids) known.dirty.add(id);
  known.running ??= lookAtDirty(known);
}

/** Examines the dirty commissions, including the ones that become dirty meanwhile. */
async function lookAtDirty(known: DependenciesState): Promise<void> {
  await Promise.resolve(); // lets the code that announced a change finish first
  const failed: CommissionId[] = [];
  for (const id of known.dirty) {
    if (known.isStopped) break;
    known.dirty.delete(id);
    await lookAt(known, id).catch((error: unknown) => {
      const reason = messageOf(error);
      known.deps.log.error("what a commission waits for could not be looked at", { id, reason });
      failed.push(id);
    });
  }
  known.running = null; // with no await since the loop, so that a later change begins another round
  if (failed.length === 0 || known.isStopped) return;
  known.retry?.cancel();
  known.retry = known.deps.clock.after(retryMs, () => look(known, failed));
}

async function lookAt(known: DependenciesState, id: CommissionId): Promise<void> {
  const { ledger } = known.deps;
  const commission = await ledger.find(id);
  if (!commission || !mayWait(commission)) return;
  const { request: asked, landing, approve } = commission.record;
  const waitingFor = await reasonsOf(known, { asked, landing, approve }, (wanted) =>
    placeOnce(known, wanted),
  );
  const command = commandFor(commission, waitingFor);
  if (!command) return;
  // The ledger refuses this if the commission was cancelled or started meanwhile, which is not an error.
  const done = await ledger.execute(id, [command]);
  if (done.ok && command.do === "unblock") known.freed(id);
}

/**
 * Whether a commission's finished work waits to be merged (`landing`), or its set-up waits for a person's
 * approval (`approve`).
 */
type Standing = Pick<CommissionRecord, "landing" | "approve">;

const notBegun: Standing = { landing: null, approve: null };

/**
 * Returns why the commission has to wait. If it waits for a person's approval, it has begun already, so its other
 * dependencies are met.
 */
async function reasonsOf(
  { deps, guild }: Pick<DependenciesState, "deps" | "guild">,
  { asked, landing, approve }: Standing & { asked: Starting },
  lookFor: (wanted: Document) => Promise<DocumentPlace>,
): Promise<string[]> {
  if (approve !== null) {
    const why = asked.project === null ? null : await deps.setUps.why(asked.project, approve);
    return why === null ? [] : [why];
  }
  const ofBase = await baseReasons(deps, asked, landing);
  return landing === null ? [...ofBase, ...(await unmet(guild, asked, lookFor))] : ofBase;
}

function commandFor({ status }: Commission, waitingFor: readonly string[]): Command | null {
  if (waitingFor.length > 0) return { do: "block", waitingFor };
  return status === "blocked" ? { do: "unblock" } : null;
}

/**
 * Returns true if the commission may have to wait: before its first start, while its finished work cannot be merged, or
 * until a person approves its set-up.
 */
export function mayWait({ status, record }: Commission): boolean {
  const { request, bench, plan, landing, approve } = record;
  if ((status !== "blocked" && status !== "pending") || plan !== null) return false;
  if (approve !== null) return true;
  if (landing !== null) return landing.redTip !== null;
  return bench === 0 && (request.after.length > 0 || (request.project !== null && !request.onRed));
}

/** Returns the blocked commissions of one project, or of all projects if `project` is `null`. */
function blockedIn({ ledger }: DependencyDeps, project: ProjectName | null): CommissionId[] {
  return ledger
    .live()
    .filter(({ status }) => status === "blocked")
    .filter(({ record }) => project === null || record.request.project === project)
    .map(({ record }) => record.request.id);
}

/**
 * Returns why the project's base (the tip of its integration branch) makes the work wait. Work that may change files
 * does not begin on a base that fails the project's checks, and is not merged into one.
 */
async function baseReasons(
  deps: DependencyDeps,
  { project, worker, onRed }: Starting,
  landing: Landing | null,
): Promise<string[]> {
  if (project === null || (onRed && landing === null)) return [];
  if (landing !== null && landing.redTip === null) return [];
  const listed = landing === null ? await deps.roster.find(worker) : undefined;
  if (landing === null && (!listed || changesNoFiles(listed.worker))) return [];
  const why = await deps.bases.why(project, { redTip: landing?.redTip ?? null });
  return why === null ? [] : [why];
}

interface Document {
  project: ProjectName | null;
  path: string;
}

async function unmet(
  guild: Guild,
  { after, project }: Asked,
  lookFor: (wanted: Document) => Promise<DocumentPlace>,
): Promise<string[]> {
  const missing = await Promise.all(
    documentsIn(after).map(async (path) => whyMissing(path, await lookFor({ project, path }))),
  );
  // Other commissions are read last, because they may change while the documents are looked up.
  const reasons = [...idsIn(after).map((id) => whyUnmet(guild, id)), ...missing];
  return reasons.filter((reason) => reason !== null);
}

function placeOnce(known: DependenciesState, wanted: Document): Promise<DocumentPlace> {
  const key = `${wanted.project ?? ""}\n${wanted.path}`;
  const found = known.documents.get(key) ?? placeOf(known.deps, wanted);
  known.documents.set(key, found);
  return found;
}

/**
 * Looks a document up on the integration branch. If the repository cannot be read, returns the reason as `fault`, and
 * the commission keeps waiting.
 */
async function placeOf(deps: DependencyDeps, { project, path }: Document): Promise<DocumentPlace> {
  const branch = integrationOf(deps, project);
  if (branch === null || project === null) return { branch: null, isThere: false, fault: null };
  try {
    return { branch, isThere: await deps.trees.hasDocument(project, path), fault: null };
  } catch (error) {
    return { branch, isThere: false, fault: messageOf(error) };
  }
}

function integrationOf({ settings }: DependencyDeps, project: ProjectName | null): string | null {
  const found = findProject(settings().projects, project);
  return found?.path === undefined ? null : found.integration;
}
