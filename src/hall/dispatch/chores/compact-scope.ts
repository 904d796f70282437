// Decides whether one scope of memory is due for condensing, and accepts the chore (a commission of the hall's own)
// that condenses it.
import { isEndedStatus } from "../../../contract/commission/commission.ts";
import { findProject, type HallConfig } from "../../../contract/home/config.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import {
  compactedKey,
  type CompactionChore,
  type MemoryEntry,
  type MemoryKey,
  type MemoryScope,
} from "../../../contract/memory/memory.ts";
import { refuse } from "../../../contract/api/problem.ts";
import {
  dueCompaction,
  type PastChore,
  planCompaction,
  projectOf,
  thresholdsOf,
} from "../../../rules/memory/compaction.ts";
import { compactionRequest, type Material } from "../../../rules/memory/compaction-task.ts";
import type { ChoreRequest } from "../accept.ts";
import type { Executed } from "../../../rules/commission/verdict.ts";
import type { DispatchDeps } from "../deps.ts";
import { findReadable } from "../find-readable.ts";

export interface ScopeDeps {
  ledger: Pick<DispatchDeps["ledger"], "live" | "summaries" | "find">;
  memory: {
    list(scope: MemoryScope): Promise<MemoryEntry[]>;
    look(
      scope: MemoryScope,
    ): Promise<{ entries: MemoryEntry[]; read(key: MemoryKey): Promise<string | undefined> }>;
    find(scope: MemoryScope, key: MemoryKey): Promise<{ entry: MemoryEntry; content: string } | undefined>;
  };
  accept(chore: ChoreRequest): Promise<Executed>;
  settings(): Pick<HallConfig, "memory" | "projects">;
  log: DispatchDeps["log"];
}

export async function lookAt(deps: ScopeDeps, scope: MemoryScope): Promise<void> {
  const entries = await deps.memory.list(scope);
  const thresholds = thresholdsOf(deps.settings(), projectOf(scope));
  const isLive = liveAt(deps, scope) !== undefined;
  const last = await lastAt(deps, scope);
  const order = dueCompaction({ scope, entries, thresholds, isLive, last });
  if (order === null) return;
  await takeOnByItself(deps, { order, summaryTokens: thresholds.capTokens / 2 });
}

/** Accepts a chore that no person asked for, and logs whether it was accepted. */
export async function takeOnByItself(
  deps: ScopeDeps,
  { order, summaryTokens }: { order: CompactionChore; summaryTokens: number },
): Promise<void> {
  const { scope } = order;
  const taken = await takeOn(deps, { order, summaryTokens, rehearsal: null });
  if (taken.ok) deps.log.info("memory is to be condensed", { id: taken.commission.record.request.id, scope });
  else deps.log.info("memory could not be condensed", { scope, reason: taken.problem.message });
}

/** Condenses the scope now, at a person's request, however small it is. */
export async function condenseNow(
  deps: ScopeDeps,
  scope: MemoryScope,
  rehearsal: string | null,
): Promise<Executed> {
  const live = liveAt(deps, scope);
  if (live)
    return refuse("wrong_state", `The memory of ${scope} is being condensed already, by commission ${live}.`);
  const thresholds = thresholdsOf(deps.settings(), projectOf(scope));
  const order = planCompaction({ scope, entries: await deps.memory.list(scope), thresholds });
  if (order === null)
    return refuse(
      "wrong_state",
      `There is nothing to condense in ${scope}: what is there fits into the ${thresholds.capTokens / 2} tokens that stay word for word.`,
      'Run "guild-hall memory list" to see how much there is.',
    );
  return takeOn(deps, { order, summaryTokens: thresholds.capTokens / 2, rehearsal });
}

export function liveAt({ ledger }: ScopeDeps, scope: MemoryScope): CommissionId | undefined {
  return ledger.live().find(({ record }) => record.request.chore?.scope === scope)?.record.request.id;
}

/**
 * Returns the latest ended chore of this scope that was not a rehearsal, by id, because ids sort by time. `null` if
 * there is none or it cannot be read.
 */
export async function lastAt({ ledger }: ScopeDeps, scope: MemoryScope): Promise<PastChore | null> {
  let latest: CommissionId | null = null;
  for (const { id, status, chore, rehearsed } of ledger.summaries()) {
    if (chore?.scope !== scope || rehearsed || !isEndedStatus(status)) continue;
    if (latest === null || id > latest) latest = id;
  }
  const record = latest === null ? undefined : (await findReadable(ledger, latest))?.record;
  if (!record?.request.chore) return null;
  const isFruitful = (record.applied?.chore?.condensed.length ?? 0) > 0;
  return { order: record.request.chore, isFruitful };
}

interface Order {
  order: CompactionChore;
  summaryTokens: number;
  rehearsal: string | null;
}

async function takeOn(deps: ScopeDeps, { order, summaryTokens, rehearsal }: Order): Promise<Executed> {
  const { scope } = order;
  const materials: Material[] = [];
  for (const { key, version } of order.entries) {
    const found = await deps.memory.find(scope, key);
    if (found?.entry.version !== version)
      return refuse("wrong_state", `"${key}" in ${scope} was changed a moment ago.`, "Try again.");
    materials.push({ ...found.entry, content: found.content });
  }
  const kept = order.keeps === null ? null : ((await deps.memory.find(scope, compactedKey))?.content ?? null);
  const name = projectOf(scope);
  const project = findProject(deps.settings().projects, name);
  const request = compactionRequest({ scope, materials, kept, summaryTokens }, project?.limits ?? {});
  return deps.accept({
    request: {
      ...request,
      // A project that is no longer in the configuration has no limits of its own.
      ...(project && name !== null && { project: name }),
      ...(rehearsal !== null && { rehearsal }),
    },
    chore: order,
  });
}
