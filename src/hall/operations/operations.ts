// What the HTTP door can ask, answered from the ledger and carried out by the conductor.
import type { z } from "zod";
import type { HeldConfig } from "../../store/config/hold.ts";
import { withKeys } from "../../store/config/setting-keys.ts";
import type { CommissionDetail, CommissionList, listQuery } from "../../contract/api/api.ts";
import type { HallStatus } from "../../contract/api/hall-status.ts";
import { statuses } from "../../contract/commission/commission.ts";
import type { DiskUse } from "../../contract/api/clean.ts";
import { commissionLayout, workLayout, type HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Chores } from "../dispatch/chores.ts";
import type { Conductor } from "../dispatch/conductor.ts";
import type { Doctor } from "../doctor/doctor.ts";
import type { Housekeeping } from "../../git/worktree/housekeeping.ts";
import type { Derived } from "../../store/ledger/derived.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import type { Members } from "../../guild/members/members.ts";
import type { MemoryStore } from "../../store/memory/memory-store.ts";
import type { Roster } from "../../guild/roster/discover.ts";
import type { FreshRoster } from "../../guild/roster/fresh.ts";
import { rosterProblems } from "../../guild/roster/problems.ts";
import type { Waits } from "../../rules/admission/admission.ts";
import { compileGlob } from "../../base/text/glob.ts";
import { sealOf } from "../../rules/show/seal.ts";
import { detailOf, summaryOf } from "../../rules/show/show.ts";
import { detailOfDerived } from "../../rules/show/show-derived.ts";
import { type Commission, isRunning } from "../../rules/commission/state.ts";
import { unrecordedText } from "../../rules/commission/unrecorded.ts";
import { waitingForOf } from "../../rules/admission/waiting-for.ts";
import type { Upkeep } from "../upkeep/upkeep.ts";
import { changeSettings } from "./change-settings.ts";
import type { HallOperations } from "../http/hall-operations.ts";
import { createMemoryOperations } from "./memory-operations.ts";
import type { QuotaBook } from "./quota-book.ts";
import { readDetail, readResult } from "./read-commission.ts";

export interface OperationsDeps {
  home: HomeLayout;
  ledger: Ledger;
  conductor: Conductor;
  attention: HallOperations["attention"];
  workers: HallOperations["workers"];
  members: Pick<Members, "list" | "start" | "stop" | "logs" | "close">;
  projects: HallOperations["projects"];
  review: HallOperations["review"];
  memory: MemoryStore;
  chores: Pick<Chores, "touched" | "ask">;
  roster: Pick<FreshRoster, "current">;
  spending: HallOperations["spending"];
  upkeep: Pick<Upkeep, "clean">;
  house: Pick<Housekeeping, "list" | "prune">;
  measure(directory: string): Promise<DiskUse>;
  isThere(path: string): Promise<boolean>;
  quota: Pick<QuotaBook, "current">;
  about: Pick<HallStatus, "version" | "pid" | "startedAt" | "sandbox" | "model">;
  config: Pick<HeldConfig, "now" | "show" | "change">;
  doctor: Doctor;
  /** What is wrong with the hall's own parts, in sentences. */
  problems(): string[];
  /** Why nothing is started at the moment. */
  held(): string[];
  /** Ends the hall in order, a moment later. */
  endSoon(): void;
  /** A commission was taken out of the record. */
  deleted(id: CommissionId): void;
}

export function createOperations(deps: OperationsDeps): HallOperations {
  const { ledger, conductor } = deps;
  const show = (done: { ok: true; commission: Commission } | Refusal) =>
    done.ok ? shown(deps, done.commission) : done;
  return {
    status: async () => statusOf(deps, await deps.roster.current()),
    config: () => withKeys(deps.config.show()),
    changeConfig: (request) => changeSettings(deps, request),
    doctor: () => deps.doctor.look(),
    create: async (request, key) => show(await conductor.accept(request, key)),
    list: (query) => listOf(deps, query),
    detail: (id) =>
      readDetail(ledger, id, {
        commission: (commission) => measured(deps, shown(deps, commission).commission),
        derived: (left) => measured(deps, leftOf(deps, left)),
      }),
    events: async (id, query) =>
      found(id, await ledger.page(id, query), (events) => ({
        ok: true as const,
        events: { events, nextAfter: events.at(-1)?.seq ?? query.after },
      })),
    result: (id) => readResult(ledger, id),
    answer: async (id, given) => show(await conductor.answer(id, given)),
    redispatch: async (order, key) => show(await conductor.redispatch(order, key)),
    cancel: async (id, reason) => show(await conductor.cancel(id, reason)),
    remove: (id, failedToo) => remove(deps, id, failedToo),
    attention: deps.attention,
    review: deps.review,
    workers: deps.workers,
    members: deps.members,
    projects: deps.projects,
    memory: createMemoryOperations({
      ...deps,
      compact: async (scope, rehearsal) => show(await deps.chores.ask(scope, rehearsal)),
      touched: deps.chores.touched,
    }),
    spending: deps.spending,
    clean: (order) => deps.upkeep.clean(order),
    worktrees: () => deps.house.list(),
    pruneWorktrees: (order) => deps.house.prune(order),
    stop: (stopWork) => stop(deps, stopWork),
  };
}

/** The hall ends by itself: whoever asked for it may be gone before it can be told. */
async function stop(deps: OperationsDeps, stopWork: boolean): ReturnType<HallOperations["stop"]> {
  try {
    if (!stopWork) return { stopped: [], left: [] };
    const stopped = await deps.conductor.stopWork();
    await deps.members.close({ jobsToo: true });
    return stopped;
  } finally {
    deps.endSoon();
  }
}

async function remove(
  deps: OperationsDeps,
  id: CommissionId,
  failedToo: boolean,
): ReturnType<HallOperations["remove"]> {
  const removed = await deps.conductor.remove(id, failedToo);
  if (!removed.ok) return removed;
  deps.deleted(id);
  const { movedTo, job } = removed;
  const memberJob = job && { member: job.member, jobId: job.jobId };
  return { ok: true, deleted: { id, deleted: true, movedTo, memberJob } };
}

function shown(deps: OperationsDeps, commission: Commission): { ok: true; commission: CommissionDetail } {
  const { request, tree } = commission.record;
  const { directory, work } = workLayout(deps.home, request.id, tree);
  const waitingFor = whatHolds(deps, waitsNow(deps))(summaryOf(commission));
  const continuedBy = deps.conductor.continuationOf(request.id) ?? null;
  return { ok: true, commission: detailOf(commission, { directory, work, waitingFor, continuedBy }) };
}

function whatHolds(
  { conductor }: Pick<OperationsDeps, "conductor">,
  waits: Waits,
): (summary: CommissionSummary) => string | null {
  const unrecorded = conductor.unrecorded();
  return (summary) => {
    const fault = unrecorded.get(summary.id);
    return fault ? unrecordedText(fault) : waitingForOf(summary, waits);
  };
}

/** What is left of one whose ledger cannot be read. */
function leftOf(deps: OperationsDeps, left: Derived): CommissionDetail {
  const { id } = left.summary;
  const { directory } = commissionLayout(deps.home, id);
  const continuedBy = deps.conductor.continuationOf(id) ?? null;
  return detailOfDerived(left, { directory, waitingFor: null, continuedBy });
}

/** Only where one commission is looked at: measuring takes a walk through its directory. */
async function measured(deps: OperationsDeps, detail: CommissionDetail): Promise<CommissionDetail> {
  const [disk, tree] = await Promise.all([deps.measure(detail.directory), treeNow(deps, detail)]);
  return { ...detail, disk, tree };
}

/** One that was kept may have been closed since. */
async function treeNow(
  deps: OperationsDeps,
  { tree }: Pick<CommissionDetail, "tree">,
): Promise<CommissionDetail["tree"]> {
  if (!tree?.outcome || tree.worktree === null || (await deps.isThere(tree.worktree))) return tree;
  return { ...tree, worktree: null };
}

function found<T, R>(id: CommissionId, value: T | undefined, use: (value: T) => R): R | Refusal {
  return value === undefined ? refuse("not_found", `There is no commission ${id}.`) : use(value);
}

/** Newest first, and no further than the page and one more. */
function listOf(deps: OperationsDeps, query: z.output<typeof listQuery>): CommissionList {
  const isWanted = filterOf(query);
  const wanted: CommissionSummary[] = [];
  for (const summary of deps.ledger.newest(query.cursor)) {
    if (isWanted(summary)) wanted.push(summary);
    if (wanted.length > query.limit) break;
  }
  const holds = whatHolds(deps, waitsNow(deps));
  const commissions = wanted
    .slice(0, query.limit)
    .map((summary) => ({ ...summary, waitingFor: holds(summary) }));
  const last = commissions.at(-1);
  return { commissions, nextCursor: last && wanted.length > commissions.length ? last.id : null };
}

function filterOf(query: z.output<typeof listQuery>): (summary: CommissionSummary) => boolean {
  const matches = query.filter === undefined ? null : compileGlob(query.filter);
  const since = query.since === undefined ? null : new Date(query.since).toISOString();
  return (summary) =>
    (query.status === undefined || summary.status === query.status) &&
    (query.trust === undefined || sealOf(summary) === query.trust) &&
    (query.worker === undefined || summary.worker === query.worker) &&
    (query.project === undefined || summary.project === query.project) &&
    (query.label === undefined || summary.labels.includes(query.label)) &&
    (since === null || summary.endedAt === null || summary.endedAt >= since) &&
    (query.prefix === undefined || summary.id.startsWith(query.prefix)) &&
    (matches === null || matches(summary.title));
}

/** Where nothing at all may be started, that is why they wait. */
function waitsNow(deps: OperationsDeps): Waits {
  const waits = deps.conductor.waits();
  const [why] = deps.held();
  return why === undefined || waits.all === null ? waits : { ...waits, all: { ...waits.all, message: why } };
}

function statusOf(deps: OperationsDeps, roster: Roster): HallStatus {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as HallStatus["commissions"];
  for (const summary of deps.ledger.summaries()) counts[summary.status] += 1;
  const waits = waitsNow(deps);
  const unrecorded = deps.conductor.unrecorded();
  const used = deps.ledger
    .live()
    .filter((live) => isRunning(live) && live.record.request.chore === null)
    .filter((live) => !unrecorded.get(live.record.request.id)?.isGone).length;
  return {
    ...deps.about,
    home: deps.home.root,
    slots: { total: deps.config.now().slots, used },
    commissions: counts,
    waiting: waits.all ?? waits.unrehearsed ?? waits.chores ?? [...waits.members.values()][0] ?? null,
    quota: deps.quota.current(),
    problems: [
      ...deps.problems(),
      ...[...unrecorded].map(([id, each]) => `Commission ${id}: ${unrecordedText(each)}`),
      ...rosterProblems(roster),
    ],
  };
}
