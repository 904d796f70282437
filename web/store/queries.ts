// Defines the queries for everything that the store does not hold, each under one key. Messages of the stream
// invalidate queries by the first parts of their keys.
import { queryOptions } from "@tanstack/react-query";
import { call, type PageCallArguments } from "../api/call.ts";
import type { AnswerOf, CallName } from "../../src/client/call.ts";
import { mostNeeds, mostReady, takeDetail, takeNeeds, takeReady } from "./ahead.ts";
import { whole } from "./lacking.ts";
import { plainly } from "./plainly.ts";

/**
 * Fetches an answer that is only displayed, with its texts made plain. An answer that a person edits or sends back uses
 * `call` and stays unchanged.
 */
async function shown<N extends CallName>(name: N, ...ask: PageCallArguments<N>): Promise<AnswerOf<N>> {
  return plainly(await call(name, ...ask));
}

function shownDetail(detail: AnswerOf<"detail">): AnswerOf<"detail"> {
  return plainly(whole(detail));
}

export const queries = {
  status: () => queryOptions({ queryKey: ["status"], queryFn: ({ signal }) => shown("hall", { signal }) }),
  attention: (limit = mostNeeds) =>
    queryOptions({
      queryKey: ["attention", limit],
      queryFn: ({ signal }) =>
        (limit === mostNeeds ? takeNeeds() : null) ?? call("attention", { signal, query: { limit } }),
      select: plainly,
    }),
  /** Finished work that is not yet on the person's branch. */
  review: ({ limit = mostReady, seen = false }: { limit?: number; seen?: boolean } = {}) =>
    queryOptions({
      queryKey: ["review", limit, seen],
      queryFn: ({ signal }) =>
        (limit === mostReady && !seen ? takeReady() : null) ??
        call("review", { signal, query: { limit, seen: seen ? "true" : undefined } }),
      select: plainly,
    }),
  spending: (days = 14) =>
    queryOptions({
      queryKey: ["spending", days],
      queryFn: ({ signal }) => shown("spending", { signal, query: { days } }),
    }),
  models: () => queryOptions({ queryKey: ["models"], queryFn: ({ signal }) => shown("models", { signal }) }),
  workers: () =>
    queryOptions({ queryKey: ["roster"], queryFn: ({ signal }) => shown("workers", { signal }) }),
  worker: (name: string) =>
    queryOptions({
      queryKey: ["roster", name],
      queryFn: ({ signal }) => shown("worker", { signal, params: { name } }),
    }),
  rehearsals: () =>
    queryOptions({
      queryKey: ["roster", "", "rehearsals"],
      queryFn: ({ signal }) => call("rehearsals", { signal }),
    }),
  members: () =>
    queryOptions({ queryKey: ["members"], queryFn: ({ signal }) => shown("members", { signal }) }),
  memberLogs: (name: string) =>
    queryOptions({
      queryKey: ["members", name, "logs"],
      queryFn: ({ signal }) => shown("memberLogs", { signal, params: { name } }),
    }),
  projects: () =>
    queryOptions({ queryKey: ["projects"], queryFn: ({ signal }) => shown("projects", { signal }) }),
  project: (name: string) =>
    queryOptions({
      queryKey: ["projects", name],
      queryFn: ({ signal }) => shown("projectShow", { signal, params: { name } }),
    }),
  projectAhead: (name: string) =>
    queryOptions({
      queryKey: ["projects", name, "ahead"],
      queryFn: ({ signal }) => shown("projectAhead", { signal, params: { name } }),
    }),
  /** Fetches one commit that is ahead of the person's branch, or all of them if `commit` is `null`. */
  projectDiff: (name: string, commit: string | null) =>
    queryOptions({
      queryKey: ["projects", name, "diff", commit],
      queryFn: ({ signal }) =>
        call("projectDiff", { signal, params: { name }, query: commit === null ? {} : { commit } }),
    }),
  /** Always stale, because a project's documents change as work is finished. */
  documents: (name: string, text: string) =>
    queryOptions({
      queryKey: ["projects", name, "documents", text],
      queryFn: ({ signal }) =>
        call("projectDocuments", { signal, params: { name }, query: { text, limit: 30 } }),
      staleTime: 0,
    }),
  /** Paths that a task can name. A search that fails is not repeated, because it is only a hint. */
  paths: (name: string, text: string) =>
    queryOptions({
      queryKey: ["projects", name, "paths", text],
      queryFn: ({ signal }) => call("projectPaths", { signal, params: { name }, query: { text, limit: 8 } }),
      retry: false,
    }),
  worktrees: () =>
    queryOptions({
      queryKey: ["projects", "", "worktrees"],
      queryFn: ({ signal }) => shown("worktrees", { signal }),
    }),
  config: () => queryOptions({ queryKey: ["config"], queryFn: ({ signal }) => call("config", { signal }) }),
  doctor: () => queryOptions({ queryKey: ["doctor"], queryFn: ({ signal }) => shown("doctor", { signal }) }),
  memoryScopes: () =>
    queryOptions({ queryKey: ["memory"], queryFn: ({ signal }) => shown("memoryScopes", { signal }) }),
  memoryList: (scope: string) =>
    queryOptions({
      queryKey: ["memory", scope],
      queryFn: ({ signal }) => shown("memoryList", { signal, params: { scope } }),
    }),
  memoryEntry: (scope: string, key: string) =>
    queryOptions({
      queryKey: ["memory", scope, key],
      queryFn: ({ signal }) => call("memoryEntry", { signal, params: { scope, key } }),
    }),
  memoryHistory: (scope: string, key: string) =>
    queryOptions({
      queryKey: ["memory", scope, key, "history"],
      queryFn: ({ signal }) => shown("memoryHistory", { signal, params: { scope, key } }),
    }),
  memoryVersion: (scope: string, key: string, version: number) =>
    queryOptions({
      queryKey: ["memory", scope, key, "history", version],
      queryFn: ({ signal }) => call("memoryVersion", { signal, params: { scope, key, version } }),
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["commission", id],
      queryFn: ({ signal }) => takeDetail(id) ?? call("detail", { signal, params: { id } }),
      select: shownDetail,
    }),
  /** Not invalidated with each ledger line: it stays as it is once it is there. */
  told: (id: string) =>
    queryOptions({
      queryKey: ["told", id],
      queryFn: ({ signal }) => shown("told", { signal, params: { id } }),
    }),
  result: (id: string) =>
    queryOptions({
      queryKey: ["commission", id, "result"],
      queryFn: ({ signal }) => call("result", { signal, params: { id } }),
    }),
  /**
   * Not invalidated with each ledger line, because git has to compute the diff. A view of running work refetches it on
   * a timer.
   */
  diff: (id: string, isOver: boolean) =>
    queryOptions({
      queryKey: ["diff", id, isOver],
      queryFn: ({ signal }) => call("diff", { signal, params: { id } }),
    }),
  conflict: (id: string) =>
    queryOptions({
      queryKey: ["conflict", id],
      queryFn: ({ signal }) => call("conflict", { signal, params: { id } }),
    }),
  artifacts: (id: string) =>
    queryOptions({
      queryKey: ["commission", id, "artifacts"],
      queryFn: ({ signal }) => call("artifacts", { signal, params: { id } }),
    }),
  /** Fetched again when the artifact's size changes. */
  artifact: ({ id, path, bytes, maxBytes }: { id: string; path: string; bytes: number; maxBytes: number }) =>
    queryOptions({
      queryKey: ["artifact", id, path, bytes, maxBytes],
      queryFn: ({ signal }) => call("artifact", { signal, params: { id }, query: { path, maxBytes } }),
    }),
};
