// An in-memory hall behind the HTTP interface. It records every call, so that a test can assert that none was made.
import { routes } from "../../src/contract/api/api.ts";
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";
import type { Operations } from "../../src/contract/api/operation.ts";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import { statuses, type CommissionRequest, type Status } from "../../src/contract/commission/commission.ts";
import { withKeys } from "../../src/store/config/setting-keys.ts";
import { defaultConfig } from "../../src/contract/home/config.ts";
import type { EventBody, LedgerEvent } from "../../src/contract/commission/events.ts";
import { commissionId, packageName, type CommissionId } from "../../src/contract/home/ids.ts";
import { workerName } from "../../src/contract/member/member.ts";
import { done, type Outcome, refuse } from "../../src/contract/api/problem.ts";
import { listModels } from "../../src/rules/model/model-list.ts";
import type { Feed } from "../../src/hall/http/stream/feed.ts";

export interface FakeHall {
  operations: Operations;
  feed: Feed;
  calls: string[];
  /** Adds a commission without a request. */
  add(title?: string): CommissionId;
  /** Appends an event to the commission's ledger and tells the feed, unless `quietly` is set. */
  append(id: CommissionId, body: EventBody, options?: { quietly: boolean }): LedgerEvent;
  tell(message: StreamMessage): void;
  listeners(): number;
  /** Carries out these operations from now on. */
  carryOut(operations: Partial<Operations>): void;
  /** Makes the next call of any operation throw this. */
  failNext(error: unknown): void;
}

const settings = withKeys({
  file: "/home/of/the/hall/config.yaml",
  from: "defaults",
  config: defaultConfig,
  given: [],
  problems: [],
});

interface Held {
  detail: CommissionDetail;
  events: LedgerEvent[];
}

interface State {
  held: Map<CommissionId, Held>;
  byKey: Map<string, CommissionId>;
  calls: string[];
  given: Partial<Operations>;
  listeners: Set<(message: StreamMessage) => void>;
  failure: { error: unknown } | null;
  made: number;
}

export function createFakeHall(): FakeHall {
  const state: State = {
    held: new Map(),
    byKey: new Map(),
    calls: [],
    given: {},
    listeners: new Set(),
    failure: null,
    made: 0,
  };
  return {
    operations: fakeOperations(state),
    feed: { subscribe: (listener) => subscribe(state, listener) },
    calls: state.calls,
    add: (title = "A task") => add(state, { worker: packageName.parse("researcher"), task: title }).id,
    append: (id, body, options) => append(state, { id, body, quietly: options?.quietly ?? false }),
    tell: (message) => tell(state, message),
    listeners: () => state.listeners.size,
    carryOut: (operations) => void Object.assign(state.given, operations),
    failNext: (error) => {
      state.failure = { error };
    },
  };
}

type Operation = (input: never) => Promise<Outcome<unknown>>;

/** Operations that the fake does not implement answer "not found". */
function fakeOperations(state: State): Operations {
  const known: Record<string, Operation | undefined> = { ...emptyOperations, ...commissionOperations(state) };
  const none: Operation = async () => refuse("not_found", "There is no such thing.");
  const find = (name: string) => (state.given as typeof known)[name] ?? known[name] ?? none;
  const noted =
    (name: string): Operation =>
    async (input) => (called(state, name), find(name)(input));
  return Object.fromEntries(Object.keys(routes).map((name) => [name, noted(name)])) as unknown as Operations;
}

function called(state: State, name: string): void {
  state.calls.push(name);
  const { failure } = state;
  state.failure = null;
  if (failure) throw failure.error;
}

function commissionOperations(state: State): Partial<Operations> {
  const detail = async (id: CommissionId) => find(state, id, (held) => held.detail);
  return {
    hall: async () => done(hallStatus(state)),
    create: async ({ body, key }) => create(state, body, key),
    list: async ({ query }) => done(list(state, query.prefix ?? "", query.limit)),
    detail: ({ params }) => detail(params.id),
    events: async ({ params, query: { after, limit } }) =>
      find(state, params.id, (held) => {
        const events = held.events.filter((event) => event.seq > after).slice(0, limit);
        return { events, nextAfter: events.at(-1)?.seq ?? after };
      }),
    result: async () => refuse("wrong_state", "It has not ended yet."),
    cancel: ({ params }) => detail(params.id),
    answer: ({ params }) => detail(params.id),
    redispatch: ({ params }) => detail(params.id),
    remove: async ({ params: { id } }) =>
      find(state, id, () => ({ id, deleted: true as const, movedTo: null, memberJob: null })),
  };
}

const memoryBounds = { capTokens: 8000, compactAtTokens: 8000, bytes: 0, tokens: 0, over: false };

/** Operations that answer as if empty; tests that need real behaviour use a real hall. */
const emptyOperations: Partial<Operations> = {
  config: async () => done(settings),
  configChange: async () => done(settings),
  doctor: async () => done({ findings: [] }),
  review: async () => done({ items: [], total: 0, waiting: 0, seen: 0, projects: [] }),
  attention: async () => done({ items: [], total: 0, deferred: [], deferredTotal: 0 }),
  workers: async () => done({ workers: [], toolboxes: [], problems: [] }),
  rehearsals: async () => done({ rehearsals: [], problems: [] }),
  members: async () => done({ members: [], problems: [] }),
  projects: async () => done({ projects: [] }),
  memoryScopes: async () => done({ scopes: [] }),
  memoryList: async ({ params: { scope } }) => done({ scope, ...memoryBounds, entries: [] }),
  models: async () => done(listModels(defaultConfig)),
  spending: async () => done({ since: "2026-01-01T00", hours: [] }),
  clean: async ({ body: { dryRun } }) => done({ dryRun, items: [], bytes: 0, problems: [] }),
  worktrees: async () => done({ worktrees: [], bytes: 0, problems: [] }),
  worktreesPrune: async ({ body: { dryRun } }) =>
    done({ dryRun, pruned: [], left: [], bytes: 0, problems: [] }),
  stop: async () => done({ stopped: [], left: [] }),
};

function find<T>(state: State, id: CommissionId, pick: (held: Held) => T): Outcome<T> {
  const held = state.held.get(id);
  return held ? done(pick(held)) : refuse("not_found", "There is no such commission.");
}

function create(state: State, request: CommissionRequest, key: string | null): Outcome<CommissionDetail> {
  const known = key === null ? undefined : state.byKey.get(key);
  if (known !== undefined) return find(state, known, (held) => held.detail);
  const commission = add(state, request);
  if (key !== null) state.byKey.set(key, commission.id);
  return done(commission);
}

function add(state: State, request: CommissionRequest): CommissionDetail {
  state.made += 1;
  const id = commissionId.parse(`0197f3a2-7c1b-7abc-8def-${state.made.toString(16).padStart(12, "0")}`);
  const detail = newDetail(id, request);
  state.held.set(id, { detail, events: [] });
  return detail;
}

function append(state: State, entry: { id: CommissionId; body: EventBody; quietly: boolean }): LedgerEvent {
  const held = state.held.get(entry.id);
  if (!held) throw new Error(`No commission ${entry.id} to append to.`);
  const event: LedgerEvent = {
    ...entry.body,
    v: 1,
    seq: held.events.length + 1,
    at: "2026-01-01T00:00:00.000Z",
  };
  held.events.push(event);
  if (!entry.quietly) tell(state, { type: "commission", commission: held.detail, event });
  return event;
}

function tell(state: State, message: StreamMessage): void {
  for (const listener of state.listeners) listener(message);
}

function subscribe(state: State, listener: (message: StreamMessage) => void): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}

function list(state: State, prefix: string, limit: number) {
  const all = [...state.held.values()].map((held) => held.detail).filter(({ id }) => id.startsWith(prefix));
  return { commissions: all.reverse().slice(0, limit), nextCursor: null };
}

function hallStatus(state: State) {
  const commissions = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>;
  commissions.pending = state.held.size;
  return {
    version: "0.0.0",
    pid: 1,
    home: "/home/of/the/hall",
    startedAt: "2026-01-01T00:00:00.000Z",
    slots: { total: 5, used: 0 },
    commissions,
    waiting: null,
    quota: null,
    sandbox: { level: "none", detail: "a fake" },
    model: { available: false, detail: "a fake", default: null },
    problems: [],
  };
}

function newDetail(id: CommissionId, request: CommissionRequest): CommissionDetail {
  return {
    id,
    title: request.title ?? request.task.slice(0, 60),
    worker: workerName.parse(request.worker),
    project: request.project ?? null,
    status: "pending",
    summary: null,
    labels: request.labels ?? [],
    createdBy: "person",
    chore: null,
    continues: null,
    continuedBy: null,
    attempt: 1,
    branch: null,
    landing: null,
    comments: null,
    afterEnd: null,
    sentBack: null,
    blockedBy: [],
    approve: null,
    rehearsed: request.rehearsal !== undefined,
    trust: null,
    endedBy: null,
    error: null,
    anomaly: null,
    checked: null,
    cancelRequested: false,
    turns: 0,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextTokens: 0,
    cost: { usd: 0, rehearsed: false },
    resumes: 0,
    resumesAt: null,
    openQuestions: 0,
    asks: null,
    latest: null,
    contextWindow: null,
    spent: [],
    asked: null,
    against: null,
    sandbox: null,
    waitsUntil: null,
    waitingFor: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    startedAt: null,
    endedAt: null,
    task: request.task,
    config: request.config ?? {},
    memberConfig: request.memberConfig ?? null,
    questions: [],
    decisions: [],
    after: request.after ?? [],
    tree: null,
    setup: null,
    checks: [],
    attachments: [],
    keepWorktree: request.keepWorktree ?? false,
    limits: null,
    refusals: { cancel: null, redispatch: null, remove: { refusal: null, toTrash: false } },
    runningTool: null,
    memberJob: null,
    problems: [],
    choreOutcome: null,
    model: null,
    modelChoice: null,
    bench: 0,
    lastLoss: null,
    directory: `/home/of/the/hall/commissions/${id}`,
    disk: null,
  };
}
