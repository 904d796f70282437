// Lists the scopes of memory: those with entries and those that could have some. Pure.
import type { MemoryScopes } from "../../src/contract/memory/memory-routes.ts";

type KnownScope = MemoryScopes["scopes"][number];

interface ListedScope extends Pick<KnownScope, "entries" | "tokens" | "over" | "problem"> {
  scope: string;
}

interface Around {
  projects: readonly string[];
  workers: readonly string[];
}

/** Adds empty scopes, because without them a person could not write a project's or a worker's first note. */
export function withEmptyScopes(known: readonly KnownScope[], { projects, workers }: Around): ListedScope[] {
  const could = [
    "global",
    ...projects.map((name) => `project:${name}`),
    ...workers.map((name) => `worker:${name}`),
  ];
  const missing = could.filter((scope) => !known.some((each) => each.scope === scope));
  const none = { entries: 0, tokens: 0, over: false, problem: null };
  return [...known, ...missing.map((scope) => ({ scope, ...none }))];
}
