// Answers a person's requests on memory: read, change, forget and restore. Text that is written this way is
// the person's own and is trusted.
import { messageOf } from "../../base/text/message-of.ts";
import type { HeldConfig } from "../../store/config/hold.ts";
import type { MemoryEntry, MemoryKey, MemoryScope } from "../../contract/memory/memory.ts";
import type {
  memoryRoutes,
  MemoryScopes,
  MemoryScopeSummary,
  MemoryVersionDocument,
} from "../../contract/memory/memory-routes.ts";
import type { InputOf, Operations } from "../../contract/api/operation.ts";
import { done, type Outcome, type Refusal, refuse } from "../../contract/api/problem.ts";
import { breathe } from "../../host/clock.ts";
import type { MemoryStore } from "../../store/memory/memory-store.ts";
import { projectOf, thresholdsOf, tokensIn } from "../../rules/memory/compaction.ts";

export interface MemoryOperationsDeps {
  memory: MemoryStore;
  config: Pick<HeldConfig, "now">;
  /** Called after this scope was changed. */
  touched(scope: MemoryScope): void;
}

const person = { by: { kind: "person" }, untrusted: false, rehearsed: false } as const;

export type MemoryOperations = Pick<Operations, keyof typeof memoryRoutes>;

export function createMemoryOperations(deps: MemoryOperationsDeps): MemoryOperations {
  const { memory } = deps;
  return {
    memoryScopes: async () => done(await scopes(deps)),
    memoryList: async ({ params: { scope } }) => {
      const { entries, summary } = await look(deps, scope);
      return done({ ...summary, entries });
    },
    memoryEntry: async ({ params: { scope, key } }) => {
      const document = await memory.find(scope, key);
      return document ? done(document) : noEntry({ scope, key });
    },
    memoryWrite: async ({ params, body }) => {
      const written = await changing(deps, params, () => memory.write({ ...params, ...body, ...person }));
      return written.ok ? done(written.entry) : written;
    },
    memoryForget: async ({ params }) => {
      const gone = await changing(deps, params, () => memory.forget({ ...params, ...person }));
      return gone.ok ? done({ ...params, version: gone.version }) : gone;
    },
    memoryHistory: async ({ params: { scope, key } }) => {
      const versions = await memory.history(scope, key);
      return versions.length > 0 ? done({ versions }) : noEntry({ scope, key });
    },
    memoryVersion: ({ params }) => version(memory, params),
    memoryRevert: async ({ params, body: { version: to } }) => {
      const order = { ...params, version: to, by: person.by };
      const reverted = await changing(deps, params, () => memory.revert(order));
      return reverted.ok ? done(reverted.entry) : reverted;
    },
  };
}

/** Lists the scopes. One that cannot be read is listed with its problem and does not hide the others. */
async function scopes(deps: MemoryOperationsDeps): Promise<MemoryScopes> {
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
  { scope, key, version: wanted }: InputOf<"memoryVersion">["params"],
): Promise<Outcome<MemoryVersionDocument>> {
  const found = (await memory.history(scope, key)).find((each) => each.version === wanted);
  if (!found)
    return refuse("not_found", `There is no version ${wanted} of "${key}" in ${scope}.`, seeHistory);
  const content = await memory.findVersion(scope, key, wanted);
  return content === undefined
    ? refuse(
        "not_found",
        `The text of version ${wanted} of "${key}" in ${scope} is not kept any more.`,
        seeHistory,
      )
    : done({ version: found, content });
}

async function changing<T extends { ok: true }>(
  deps: MemoryOperationsDeps,
  { scope }: { scope: MemoryScope },
  change: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const changed = await change();
  if (changed.ok) deps.touched(scope);
  return changed;
}

const seeHistory = 'Run "guild-hall memory history SCOPE KEY" to see which there are.';

function noEntry({ scope, key }: { scope: MemoryScope; key: MemoryKey }): Refusal {
  return refuse(
    "not_found",
    `There is no entry "${key}" in ${scope}.`,
    'Run "guild-hall memory list SCOPE" to see what there is.',
  );
}
