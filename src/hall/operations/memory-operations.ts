// What a person can ask of the memory: to look, change, forget and take back. Whatever is written here is theirs, and
// is trusted.
import { messageOf } from "../../base/text/message-of.ts";
import type { HeldConfig } from "../../store/config/hold.ts";
import type { MemoryEntry, MemoryKey, MemoryScope } from "../../contract/memory/memory.ts";
import type { MemoryScopes, MemoryScopeSummary } from "../../contract/memory/memory-routes.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { breathe } from "../../host/clock.ts";
import type { MemoryStore } from "../../store/memory/memory-store.ts";
import { projectOf, thresholdsOf, tokensIn } from "../../rules/memory/compaction.ts";
import type { EntryPlace, MemoryOperations } from "../http/memory-operations.ts";

export interface MemoryOperationsDeps {
  memory: MemoryStore;
  config: Pick<HeldConfig, "now">;
  compact: MemoryOperations["compact"];
  /** Somebody has written to this scope. */
  touched(scope: MemoryScope): void;
}

const person = { by: { kind: "person" }, untrusted: false, rehearsed: false } as const;

export function createMemoryOperations(deps: MemoryOperationsDeps): MemoryOperations {
  const { memory } = deps;
  return {
    scopes: () => scopes(deps),
    list: async (scope) => {
      const { entries, summary } = await look(deps, scope);
      return { ...summary, entries };
    },
    entry: async ({ scope, key }) => {
      const document = await memory.find(scope, key);
      return document ? { ok: true, document } : noEntry({ scope, key });
    },
    write: ({ scope, key }, order) =>
      changing(deps, scope, () => memory.write({ scope, key, ...order, ...person })),
    forget: async ({ scope, key }) => {
      const done = await changing(deps, scope, () => memory.forget({ scope, key, ...person }));
      return done.ok ? { ok: true, forgotten: { scope, key, version: done.version } } : done;
    },
    history: async ({ scope, key }) => {
      const versions = await memory.history(scope, key);
      return versions.length > 0 ? { ok: true, history: { versions } } : noEntry({ scope, key });
    },
    version: (place) => version(memory, place),
    revert: ({ scope, key }, to) =>
      changing(deps, scope, () => memory.revert({ scope, key, version: to, by: person.by })),
    compact: deps.compact,
  };
}

/** One that cannot be read is told as that, and hides none of the others. */
async function scopes(deps: MemoryOperationsDeps): ReturnType<MemoryOperations["scopes"]> {
  const found: MemoryScopes["scopes"] = [];
  for (const scope of await deps.memory.scopes()) {
    try {
      const { summary } = await look(deps, scope);
      if (summary.entries > 0) found.push({ ...summary, problem: null });
    } catch (error) {
      const problem = messageOf(error);
      found.push({ ...summarise(deps, scope, []), problem });
    }
    await breathe();
  }
  return { scopes: found };
}

async function look(deps: MemoryOperationsDeps, scope: MemoryScope) {
  const entries = await deps.memory.list(scope);
  return { entries, summary: summarise(deps, scope, entries) };
}

function summarise(
  { config }: MemoryOperationsDeps,
  scope: MemoryScope,
  entries: readonly MemoryEntry[],
): MemoryScopeSummary {
  const thresholds = thresholdsOf(config.now(), projectOf(scope));
  const tokens = tokensIn(entries);
  return {
    scope,
    entries: entries.length,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    tokens,
    ...thresholds,
    over: tokens > thresholds.compactAtTokens,
  };
}

async function version(
  memory: MemoryStore,
  { scope, key, version: wanted }: EntryPlace & { version: number },
): ReturnType<MemoryOperations["version"]> {
  const found = (await memory.history(scope, key)).find((each) => each.version === wanted);
  if (!found)
    return refuse("not_found", `There is no version ${wanted} of "${key}" in ${scope}.`, seeHistory);
  const content = await memory.findVersion(scope, key, wanted);
  return content === undefined
    ? refuse(
        "not_found",
        `What version ${wanted} of "${key}" in ${scope} said is not there any more.`,
        seeHistory,
      )
    : { ok: true, document: { version: found, content } };
}

async function changing<T extends { ok: true }>(
  deps: MemoryOperationsDeps,
  scope: MemoryScope,
  change: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const done = await change();
  if (done.ok) deps.touched(scope);
  return done;
}

const seeHistory = 'Run "guild-hall memory history SCOPE KEY" to see which there are.';

function noEntry({ scope, key }: { scope: MemoryScope; key: MemoryKey }): Refusal {
  return refuse(
    "not_found",
    `There is no entry "${key}" in ${scope}.`,
    'Run "guild-hall memory list SCOPE" to see what there is.',
  );
}
