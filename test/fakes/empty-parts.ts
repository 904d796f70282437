// The parts of an in-memory hall that have nothing in them. They note what is asked of them.
import { refuse } from "../../src/contract/api/problem.ts";
import type { HallOperations } from "../../src/hall/http/hall-operations.ts";

/** Nothing needs anybody: what does is tried on a real hall. */
export function fakeAttention(called: (name: string) => void): HallOperations["attention"] {
  const none = (name: string) => {
    called(`attention.${name}`);
    return refuse("not_found", "Nothing has this key.");
  };
  return {
    list: async () => (called("attention.list"), { items: [], total: 0, deferred: [], deferredTotal: 0 }),
    defer: async () => none("defer"),
    recall: async () => none("recall"),
  };
}

/** Has changed nothing and left nothing: that is tried on real repositories and files. */
export function fakeReview(called: (name: string) => void): HallOperations["review"] {
  const none = (name: string) => {
    called(`review.${name}`);
    return refuse("not_found", "There is no such commission.");
  };
  return {
    diff: async () => none("diff"),
    patch: async () => none("patch"),
    conflict: async () => none("conflict"),
    artifacts: async () => none("artifacts"),
    artifact: async () => none("artifact"),
  };
}

/** Has none: what becomes of a process is tried on a real one. */
export function fakeMembers(called: (name: string) => void): HallOperations["members"] {
  const none = (name: string) => {
    called(`members.${name}`);
    return refuse("not_found", "There is no such guild member.");
  };
  return {
    list: async () => (called("members.list"), { members: [], problems: [] }),
    start: async () => none("start"),
    stop: async () => none("stop"),
    logs: async () => none("logs"),
  };
}

/** Has none: what is done to a repository is tried on a real one. */
export function fakeProjects(called: (name: string) => void): HallOperations["projects"] {
  const none = (name: string) => {
    called(`projects.${name}`);
    return refuse("not_found", "There is no such project.");
  };
  return {
    list: async () => (called("projects.list"), { projects: [] }),
    show: async () => none("show"),
    documents: async () => none("documents"),
    add: async () => none("add"),
    sync: async () => none("sync"),
    remove: async () => none("remove"),
    showSetUp: async () => none("showSetUp"),
    approveSetUp: async () => none("approveSetUp"),
  };
}

/** Remembers nothing: what a memory does is tried on a real one. */
export function fakeMemory(called: (name: string) => void): HallOperations["memory"] {
  const nothing = (name: string) => {
    called(`memory.${name}`);
    return refuse("not_found", "There is no such entry.");
  };
  const bounds = { capTokens: 8000, compactAtTokens: 8000, bytes: 0, tokens: 0, over: false };
  return {
    scopes: async () => (called("memory.scopes"), { scopes: [] }),
    list: async (scope) => (called("memory.list"), { scope, ...bounds, entries: [] }),
    entry: async () => nothing("entry"),
    write: async () => nothing("write"),
    forget: async () => nothing("forget"),
    history: async () => nothing("history"),
    version: async () => nothing("version"),
    revert: async () => nothing("revert"),
    compact: async () => nothing("compact"),
  };
}

/** Has none: what a package or a guild member is, is tried on real ones. */
export function fakeWorkers(called: (name: string) => void): HallOperations["workers"] {
  return {
    list: async () => (called("workers"), { workers: [], toolboxes: [], problems: [] }),
    rehearsals: async () => (called("workers.rehearsals"), { rehearsals: [], problems: [] }),
    find: async () => (called("workers.find"), refuse("not_found", "There is no such worker.")),
  };
}
