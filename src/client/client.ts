// A typed client of the hall. Every answer is parsed; every failure is a ClientProblem with a `code`.
import type { Timers } from "../base/async/within.ts";
import { routes, type ListQuery } from "../contract/api/api.ts";
import type {
  CommissionDetail,
  CommissionList,
  CommissionResult,
  Deleted,
  EventList,
} from "../contract/api/api.ts";
import type { StreamMessage } from "../contract/api/stream.ts";
import type { HallStatus } from "../contract/api/hall-status.ts";
import type { WorkerList } from "../contract/package/roster.ts";
import type { CleanReport } from "../contract/api/clean.ts";
import type { DoctorReport } from "../contract/api/doctor.ts";
import type { AnswerRequest, redispatchRequest } from "../contract/commission/follow-up.ts";
import type { CommissionId } from "../contract/home/ids.ts";
import type { LedgerEvent } from "../contract/commission/events.ts";
import type { Spending } from "../contract/commission/spending.ts";
import type { Stopped } from "../contract/api/stop.ts";
import type { Settings, SettingsRequest } from "../contract/api/settings.ts";
import type { RehearsalList, WorkerDetail } from "../contract/package/worker-record.ts";
import type { PruneReport, WorktreeList } from "../contract/project/worktrees.ts";
import { type AttentionClient, createAttentionClient } from "./attention.ts";
import { type BrowsersClient, createBrowsersClient } from "./browsers.ts";
import { followCommission } from "./follow.ts";
import { listen } from "./listen.ts";
import { createMembersClient, type MembersClient } from "./members.ts";
import { createMemoryClient, type MemoryClient } from "./memory.ts";
import { createProjectsClient, type ProjectsClient } from "./projects.ts";
import { createReviewClient, type ReviewClient } from "./review.ts";
import { resolveId } from "./resolve-id.ts";
import { send, type Line } from "./send.ts";
import type { z } from "zod";
import type { commissionRequest } from "../contract/commission/commission.ts";

export interface ClientDeps extends Line, Timers {
  /** Resolves after `ms`, or at once when the signal fires: the pause before the stream is opened again. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

/** Unbranded: the hall parses it. */
export type NewCommission = Omit<z.input<typeof commissionRequest>, "worker" | "project"> & {
  worker: string;
  project?: string | undefined;
};
export type ListOptions = { [K in keyof ListQuery]?: K extends "limit" ? number : string | undefined };

export interface Client {
  status(signal?: AbortSignal): Promise<HallStatus>;
  workers(signal?: AbortSignal): Promise<WorkerList>;
  worker(name: string, signal?: AbortSignal): Promise<WorkerDetail>;
  rehearsals(signal?: AbortSignal): Promise<RehearsalList>;
  config(signal?: AbortSignal): Promise<Settings>;
  /** All of the changes, or none; what it answers is in force. */
  changeConfig(changes: SettingsRequest["changes"]): Promise<Settings>;
  doctor(signal?: AbortSignal): Promise<DoctorReport>;
  create(commission: NewCommission, idempotencyKey?: string): Promise<CommissionDetail>;
  list(query?: ListOptions, signal?: AbortSignal): Promise<CommissionList>;
  detail(id: CommissionId, signal?: AbortSignal): Promise<CommissionDetail>;
  commissionEvents(
    id: CommissionId,
    query?: { after?: number; limit?: number },
    signal?: AbortSignal,
  ): Promise<EventList>;
  result(id: CommissionId, signal?: AbortSignal): Promise<CommissionResult>;
  answer(id: CommissionId, given: AnswerRequest): Promise<CommissionDetail>;
  /** Answers with the new commission that goes on with it. */
  redispatch(
    id: CommissionId,
    order?: z.input<typeof redispatchRequest>,
    idempotencyKey?: string,
  ): Promise<CommissionDetail>;
  cancel(id: CommissionId, reason?: string): Promise<CommissionDetail>;
  remove(id: CommissionId, options?: { failedToo?: boolean }): Promise<Deleted>;
  attention: AttentionClient;
  browsers: BrowsersClient;
  review: ReviewClient;
  members: MembersClient;
  projects: ProjectsClient;
  memory: MemoryClient;
  spending(query?: { days?: number }, signal?: AbortSignal): Promise<Spending>;
  clean(order: { dryRun: boolean }): Promise<CleanReport>;
  worktrees(signal?: AbortSignal): Promise<WorktreeList>;
  pruneWorktrees(order: { dryRun: boolean }): Promise<PruneReport>;
  stop(options: { stopWork: boolean }, signal?: AbortSignal): Promise<Stopped>;
  openapi(): Promise<unknown>;
  /**
   * Every change as it happens. The first message is `reset`: the moment from which nothing is missed, so
   * fetch what you show then. It comes again whenever something may have been missed in between.
   */
  events(signal?: AbortSignal): AsyncGenerator<StreamMessage, void>;
  /** The ledger of one commission after line `after`, each line exactly once, up to the one that ends it. */
  followCommission(id: CommissionId, after?: number, signal?: AbortSignal): AsyncGenerator<LedgerEvent, void>;
  /** The one commission whose id starts so; throws `not_found` or `ambiguous_id`. */
  resolveId(prefix: string): Promise<CommissionId>;
}

export function createClient(deps: ClientDeps): Client {
  const client: Client = {
    status: (signal) => send(deps, { route: routes.hall, signal }),
    workers: (signal) => send(deps, { route: routes.workers, signal }),
    worker: (name, signal) => send(deps, { route: routes.worker, params: { name }, signal }),
    rehearsals: (signal) => send(deps, { route: routes.rehearsals, signal }),
    config: (signal) => send(deps, { route: routes.config, signal }),
    changeConfig: (changes) => send(deps, { route: routes.configChange, body: { changes } }),
    doctor: (signal) => send(deps, { route: routes.doctor, signal }),
    create: (commission, key) =>
      send(deps, { route: routes.create, body: commission, headers: keyHeader(key) }),
    list: (query = {}, signal) => send(deps, { route: routes.list, query, signal }),
    detail: (id, signal) => send(deps, { route: routes.detail, id, signal }),
    commissionEvents: (id, query = {}, signal) => send(deps, { route: routes.events, id, query, signal }),
    result: (id, signal) => send(deps, { route: routes.result, id, signal }),
    answer: (id, given) => send(deps, { route: routes.answer, id, body: given }),
    redispatch: (id, order = {}, key) =>
      send(deps, { route: routes.redispatch, id, body: order, headers: keyHeader(key) }),
    cancel: (id, reason) =>
      send(deps, { route: routes.cancel, id, body: reason === undefined ? {} : { reason } }),
    remove: (id, options = {}) =>
      send(deps, { route: routes.remove, id, query: { failedToo: options.failedToo } }),
    attention: createAttentionClient(deps),
    browsers: createBrowsersClient(deps),
    review: createReviewClient(deps),
    members: createMembersClient(deps),
    projects: createProjectsClient(deps),
    memory: createMemoryClient(deps),
    spending: (query = {}, signal) => send(deps, { route: routes.spending, query, signal }),
    clean: (body) => send(deps, { route: routes.clean, body }),
    worktrees: (signal) => send(deps, { route: routes.worktrees, signal }),
    pruneWorktrees: (body) => send(deps, { route: routes.worktreesPrune, body }),
    stop: (options, signal) => send(deps, { route: routes.stop, body: options, signal }),
    openapi: () => send(deps, { route: routes.openapi }),
    events: (signal) => listen(deps, signal),
    followCommission: (id, after = 0, signal) => followCommission(client, { id, after, signal }),
    resolveId: (prefix) => resolveId(client, prefix),
  };
  return client;
}

function keyHeader(key: string | undefined): Record<string, string> {
  return key ? { "idempotency-key": key } : {};
}
