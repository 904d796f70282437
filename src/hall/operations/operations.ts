// Implements the operations behind the HTTP routes: reads from the ledger, and has the conductor carry out changes.
import type { z } from "zod";
import type { HeldConfig } from "../../store/config/hold.ts";
import { withKeys } from "../../store/config/setting-keys.ts";
import type { CommissionList, Deleted, listQuery } from "../../contract/api/api.ts";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import type { Stopped } from "../../contract/api/stop.ts";
import type { memberRoutes } from "../../contract/member/member-routes.ts";
import type { HallStatus } from "../../contract/api/hall-status.ts";
import { statuses } from "../../contract/commission/commission.ts";
import type { DiskUse } from "../../contract/api/clean.ts";
import { commissionLayout, workLayout, type HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { Operations } from "../../contract/api/operation.ts";
import { done, type Outcome, type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Chores } from "../dispatch/chores/chores.ts";
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
import type { WaitReasons } from "../../rules/admission/admission.ts";
import { detailOf, summaryOf } from "../../rules/show/show.ts";
import { detailOfDerived } from "../../rules/show/show-derived.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import { type Commission, isRunning } from "../../rules/commission/state.ts";
import { unrecordedText } from "../../rules/course/unrecorded.ts";
import { waitingForOf } from "../../rules/admission/waiting-for.ts";
import type { Upkeep } from "../upkeep/upkeep.ts";
import { changeSettings } from "./change-settings.ts";
import type { Spending } from "../../contract/commission/spending.ts";
import { type AttachmentStore, createAttachmentOperations } from "../attachments/attachment-store.ts";
import type { Attention } from "../needs/attention.ts";
import type { ProjectOperations } from "../projects/project-operations.ts";
import { filterOf } from "./list-filter.ts";
import { createLandingOperations, type LandingOperationsDeps } from "./landing-operations.ts";
import type { TakeOperations } from "../projects/take.ts";
import { createMemoryOperations } from "./memory-operations.ts";
import type { QuotaStore } from "./quota-file.ts";
import { readDetail, readResult } from "./read-commission.ts";
import type { ReviewOperations } from "./review-operations.ts";
import type { ToldOperations } from "./told-operations.ts";
import type { WorkerOperations } from "./worker-operations.ts";

export interface OperationsDeps {
  home: HomeLayout;
  ledger: Ledger;
  conductor: Conductor;
  attention: Pick<Attention, "list" | "defer" | "recall">;
  workers: WorkerOperations;
  members: Pick<Members, "list" | "start" | "stop" | "logs" | "close">;
  projects: ProjectOperations;
  takes: TakeOperations;
  told: ToldOperations;
  review: ReviewOperations;
  landing: Omit<LandingOperationsDeps, "shown" | "inTurn">;
  memory: MemoryStore;
  chores: Pick<Chores, "touched" | "ask">;
  roster: Pick<FreshRoster, "current">;
  spending(days: number): Promise<Spending>;
  upkeep: Pick<Upkeep, "clean">;
  worktrees: Pick<Housekeeping, "list" | "prune">;
  attachments: Pick<AttachmentStore, "keep">;
  measure(directory: string): Promise<DiskUse>;
  isThere(path: string): Promise<boolean>;
  quota: Pick<QuotaStore, "current">;
  about: Pick<HallStatus, "version" | "pid" | "startedAt" | "sandbox"> & {
    model: Omit<HallStatus["model"], "default">;
  };
  config: Pick<HeldConfig, "now" | "show" | "change">;
  doctor: Doctor;
  /** Returns what is wrong with the hall's own parts, in sentences. */
  problems(): string[];
  /** Returns why nothing is started at the moment. */
  held(): string[];
  /** Shuts the hall down cleanly, a moment later. */
  endSoon(): void;
  /** Called after a commission was deleted from the ledger. */
  deleted(id: CommissionId): void;
}

export function createOperations(deps: OperationsDeps): Operations {
  const { attention, config, worktrees } = deps;
  return {
    hall: async () => done(statusOf(deps, await deps.roster.current())),
    config: async () => done(withKeys(config.show())),
    configChange: ({ body }) => changeSettings(deps, body),
    doctor: async () => done(await deps.doctor.look()),
    ...commissionOperations(deps),
    attention: async ({ query }) => done(await attention.list(query.limit)),
    attentionDefer: ({ body }) => attention.defer(body),
    attentionRecall: ({ body }) => attention.recall(body.key),
    ...createLandingOperations({
      ...deps.landing,
      inTurn: deps.conductor.inTurn,
      shown: (commission) => shown(deps, commission),
    }),
    ...deps.review,
    ...createAttachmentOperations({ ...deps, find: deps.ledger.find }),
    ...deps.workers,
    ...memberOperations(deps.members),
    ...deps.projects,
    ...deps.takes,
    ...deps.told,
    ...createMemoryOperations({ ...deps, touched: deps.chores.touched }),
    spending: async ({ query }) => done(await deps.spending(query.days)),
    clean: async ({ body }) => done(await deps.upkeep.clean(body)),
    worktrees: async () => done(await worktrees.list()),
    worktreesPrune: async ({ body }) => done(await worktrees.prune(body)),
    stop: async ({ body }) => done(await stop(deps, body.stopWork)),
  };
}

type CommissionOperations = Pick<
  Operations,
  | "create"
  | "list"
  | "detail"
  | "events"
  | "result"
  | "cancel"
  | "answer"
  | "tell"
  | "redispatch"
  | "sendBack"
  | "remove"
  | "memoryCompact"
>;

function commissionOperations(deps: OperationsDeps): CommissionOperations {
  const { ledger, conductor, chores } = deps;
  const show = async (asked: Promise<{ ok: true; commission: Commission } | Refusal>) => {
    const changed = await asked;
    return changed.ok ? done(shown(deps, changed.commission)) : changed;
  };
  return {
    create: ({ body, key }) => show(conductor.accept(body, key)),
    list: async ({ query }) => done(listOf(deps, query)),
    detail: ({ params }) =>
      readDetail(ledger, params.id, {
        commission: (commission) => measured(deps, shown(deps, commission)),
        derived: (left) => measured(deps, leftOf(deps, left)),
      }),
    events: async ({ params: { id }, query }) => {
      const events = await ledger.page(id, query);
      if (events === undefined) return refuse("not_found", `There is no commission ${id}.`);
      return done({ events, nextAfter: events.at(-1)?.seq ?? query.after });
    },
    result: ({ params }) => readResult(ledger, params.id),
    cancel: ({ params, body }) => show(cancelOrCallOff(deps, params.id, body.reason ?? null)),
    answer: ({ params, body }) => show(conductor.answer(params.id, body)),
    tell: ({ params, body, key }) => conductor.tell(params.id, body, key),
    redispatch: ({ params, body, key }) => show(conductor.redispatch({ id: params.id, ...body }, key)),
    sendBack: ({ params, body, key }) => show(conductor.sendBack({ id: params.id, ...body }, key)),
    remove: ({ params, query }) => remove(deps, params.id, query.failedToo === "true"),
    memoryCompact: ({ params, body }) => show(chores.ask(params.scope, body.rehearsal ?? null)),
  };
}

/** Cancels the commission or, if it has ended, calls off the act on its finished work that is under way. */
async function cancelOrCallOff(
  { conductor, landing }: OperationsDeps,
  id: CommissionId,
  reason: string | null,
): Promise<Executed> {
  return (await landing.landings.callOff(id)) ?? conductor.cancel(id, reason);
}

/** How much of a log is shown by default. */
const usualLogBytes = 64 * 1024;

function memberOperations(members: OperationsDeps["members"]): Pick<Operations, keyof typeof memberRoutes> {
  return {
    members: async () => done(await members.list()),
    memberStart: ({ params }) => members.start(params.name),
    memberStop: ({ params }) => members.stop(params.name),
    memberLogs: ({ params, query }) => members.logs(params.name, query.bytes ?? usualLogBytes),
  };
}

/**
 * Stops the hall, and its work if `stopWork` is set. The hall shuts down even if the caller disconnects
 * before the answer.
 */
async function stop(deps: OperationsDeps, stopWork: boolean): Promise<Stopped> {
  try {
    if (!stopWork) return { stopped: [], left: [] };
    const stopped = await deps.conductor.stopWork();
    await deps.members.close({ jobsToo: true });
    return stopped;
  } finally {
    deps.endSoon();
  }
}

async function remove(deps: OperationsDeps, id: CommissionId, failedToo: boolean): Promise<Outcome<Deleted>> {
  const removed = await deps.conductor.remove(id, failedToo);
  if (!removed.ok) return removed;
  deps.deleted(id);
  const { movedTo, job } = removed;
  const memberJob = job && { member: job.member, jobId: job.jobId };
  return done({ id, deleted: true, movedTo, memberJob });
}

function shown(deps: OperationsDeps, commission: Commission): CommissionDetail {
  const { request, tree } = commission.record;
  const { directory, work } = workLayout(deps.home, request.id, tree);
  const waitingFor = whatHolds(deps, waitsNow(deps))(summaryOf(commission));
  const continuedBy = deps.conductor.continuationOf(request.id) ?? null;
  return detailOf(commission, { directory, work, waitingFor, continuedBy });
}

function whatHolds(
  { conductor }: Pick<OperationsDeps, "conductor">,
  waits: WaitReasons,
): (summary: CommissionSummary) => string | null {
  const unrecorded = conductor.unrecorded();
  return (summary) => {
    const fault = unrecorded.get(summary.id);
    return fault ? unrecordedText(fault) : waitingForOf(summary, waits);
  };
}

/** Returns what is left of a commission whose ledger cannot be read. */
function leftOf(deps: OperationsDeps, left: Derived): CommissionDetail {
  const { id } = left.summary;
  const { directory } = commissionLayout(deps.home, id);
  const continuedBy = deps.conductor.continuationOf(id) ?? null;
  return detailOfDerived(left, { directory, waitingFor: null, continuedBy });
}

/**
 * Adds the disk use and the current state of the worktree. Used only for a single commission, because
 * measuring walks through its directory.
 */
async function measured(deps: OperationsDeps, detail: CommissionDetail): Promise<CommissionDetail> {
  const [disk, tree] = await Promise.all([deps.measure(detail.directory), treeNow(deps, detail)]);
  return { ...detail, disk, tree };
}

/** Returns the tree without its worktree if a kept worktree was removed since. */
async function treeNow(
  deps: OperationsDeps,
  { tree }: Pick<CommissionDetail, "tree">,
): Promise<CommissionDetail["tree"]> {
  if (!tree?.outcome || tree.worktree === null || (await deps.isThere(tree.worktree))) return tree;
  return { ...tree, worktree: null };
}

/** Lists commissions, newest first. Reads no further than one entry beyond the page. */
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

/**
 * Returns why commissions wait. If the hall may start nothing at all, its reason replaces the general
 * message.
 */
function waitsNow(deps: OperationsDeps): WaitReasons {
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
    model: { ...deps.about.model, default: deps.config.now().model },
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
