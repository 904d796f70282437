// Wraps routes in methods that take parsed ids, for the command line. `call` accepts any text as an id, so with `call`
// an id that was never parsed would compile. A new route needs no method here.
import type { AttentionKey } from "../contract/api/attention.ts";
import type { PageKeyId } from "../contract/api/page-keys.ts";
import type { CommissionId, ProjectName } from "../contract/home/ids.ts";
import type { MemberName } from "../contract/member/member.ts";
import type { BodyOf, Call, QueryOf } from "./call.ts";

export function createMethods(call: Call) {
  return {
    ...createHallMethods(call),
    ...createCommissionMethods(call),
    landing: createLandingMethods(call),
    attention: {
      list: (query: QueryOf<"attention"> = {}, signal?: AbortSignal) => call("attention", { query, signal }),
      /** Hides the item until a time or, if `until` is `null`, until the item's cause changes. */
      defer: (key: AttentionKey, until: string | null) => call("attentionDefer", { body: { key, until } }),
      recall: (key: AttentionKey) => call("attentionRecall", { body: { key } }),
    },
    browsers: {
      newCode: () => call("pageCode"),
      list: (signal?: AbortSignal) => call("pageKeys", { signal }),
      forget: (key: PageKeyId) => call("pageForget", { params: { key } }),
      forgetAll: () => call("pageForgetAll"),
    },
    members: {
      list: (signal?: AbortSignal) => call("members", { signal }),
      start: (name: MemberName) => call("memberStart", { params: { name } }),
      stop: (name: MemberName) => call("memberStop", { params: { name } }),
      logs: (name: MemberName, query: QueryOf<"memberLogs"> = {}) =>
        call("memberLogs", { params: { name }, query }),
    },
    projects: createProjectMethods(call),
  };
}

function createHallMethods(call: Call) {
  return {
    status: (signal?: AbortSignal) => call("hall", { signal }),
    workers: (signal?: AbortSignal) => call("workers", { signal }),
    worker: (name: string, signal?: AbortSignal) => call("worker", { params: { name }, signal }),
    rehearsals: (signal?: AbortSignal) => call("rehearsals", { signal }),
    config: (signal?: AbortSignal) => call("config", { signal }),
    models: (signal?: AbortSignal) => call("models", { signal }),
    spending: (query: QueryOf<"spending"> = {}, signal?: AbortSignal) => call("spending", { query, signal }),
    clean: (body: BodyOf<"clean">) => call("clean", { body }),
    worktrees: (signal?: AbortSignal) => call("worktrees", { signal }),
    pruneWorktrees: (body: BodyOf<"worktreesPrune">) => call("worktreesPrune", { body }),
    stop: (body: BodyOf<"stop">, signal?: AbortSignal) => call("stop", { body, signal }),
  };
}

function createCommissionMethods(call: Call) {
  return {
    /** Uploads a file; the answer says what a message refers to. */
    attach: (name: string, bytes: Uint8Array<ArrayBuffer>) => call("attach", { query: { name }, bytes }),
    create: (body: BodyOf<"create">, key?: string) => call("create", { body, key }),
    list: (query: QueryOf<"list"> = {}, signal?: AbortSignal) => call("list", { query, signal }),
    prompt: (body: BodyOf<"prompt">, signal?: AbortSignal) => call("prompt", { body, signal }),
    told: (id: CommissionId, signal?: AbortSignal) => call("told", { params: { id }, signal }),
    detail: (id: CommissionId, signal?: AbortSignal) => call("detail", { params: { id }, signal }),
    commissionEvents: (id: CommissionId, query: QueryOf<"events"> = {}, signal?: AbortSignal) =>
      call("events", { params: { id }, query, signal }),
    result: (id: CommissionId, signal?: AbortSignal) => call("result", { params: { id }, signal }),
    answer: (id: CommissionId, body: BodyOf<"answer">) => call("answer", { params: { id }, body }),
    /** Says something to the commission under way. Returns the note with its number. */
    tell: (id: CommissionId, body: BodyOf<"tell">, key?: string) =>
      call("tell", { params: { id }, body, key }),
    /** Returns the new commission that continues this one. */
    redispatch: (id: CommissionId, body: BodyOf<"redispatch"> = {}, key?: string) =>
      call("redispatch", { params: { id }, body, key }),
    cancel: (id: CommissionId, reason?: string) => call("cancel", { params: { id }, body: { reason } }),
    remove: (id: CommissionId, query: QueryOf<"remove"> = {}) => call("remove", { params: { id }, query }),
  };
}

/** Requests that decide about finished work. */
function createLandingMethods(call: Call) {
  return {
    list: (query: QueryOf<"review"> = {}, signal?: AbortSignal) => call("review", { query, signal }),
    accept: (id: CommissionId) => call("accept", { params: { id }, body: {} }),
    /** Returns the new commission that continues this one. */
    sendBack: (id: CommissionId, body: BodyOf<"sendBack">, key?: string) =>
      call("sendBack", { params: { id }, body, key }),
    reject: (id: CommissionId, body: BodyOf<"reject"> = {}) => call("reject", { params: { id }, body }),
    undo: (id: CommissionId) => call("undo", { params: { id }, body: {} }),
    seen: (id: CommissionId, seen: boolean) => call("seen", { params: { id }, body: { seen } }),
  };
}

function createProjectMethods(call: Call) {
  return {
    list: (signal?: AbortSignal) => call("projects", { signal }),
    show: (name: ProjectName, signal?: AbortSignal) => call("projectShow", { params: { name }, signal }),
    documents: (name: ProjectName, query: QueryOf<"projectDocuments"> = {}) =>
      call("projectDocuments", { params: { name }, query }),
    paths: (name: ProjectName, query: QueryOf<"projectPaths"> = {}) =>
      call("projectPaths", { params: { name }, query }),
    add: (body: BodyOf<"projectAdd">) => call("projectAdd", { body }),
    sync: (name: ProjectName, body: BodyOf<"projectSync">) => call("projectSync", { params: { name }, body }),
    ahead: (name: ProjectName) => call("projectAhead", { params: { name } }),
    diff: (name: ProjectName, query: QueryOf<"projectDiff"> = {}) =>
      call("projectDiff", { params: { name }, query }),
    take: (name: ProjectName, body: BodyOf<"projectTake">) => call("projectTake", { params: { name }, body }),
    taken: (name: ProjectName, body: BodyOf<"projectTaken">) =>
      call("projectTaken", { params: { name }, body }),
    undoTake: (name: ProjectName, body: BodyOf<"projectTakeUndo">) =>
      call("projectTakeUndo", { params: { name }, body }),
    remove: (name: ProjectName, query: QueryOf<"projectRemove">) =>
      call("projectRemove", { params: { name }, query }),
    /** Returns how a tree, whose set-up command waits for a person's approval, differs from the person's branch. */
    setUp: (name: ProjectName, query: QueryOf<"setUpTree">) => call("setUpTree", { params: { name }, query }),
    approveSetUp: (name: ProjectName, body: BodyOf<"setUpApprove">) =>
      call("setUpApprove", { params: { name }, body }),
  };
}
