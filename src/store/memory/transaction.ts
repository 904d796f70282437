// Reads or changes one memory scope. A change locks the scope, reads its log, finishes interrupted changes,
// acts, and writes the brief: a cache of the latest change of each key, which makes the next read fast.
import { memoryLayout } from "../../contract/memory/memory-layout.ts";
import type { MemoryScope } from "../../contract/memory/memory.ts";
import type { Seen } from "../../host/files/plain-files.ts";
import { type ScopeLog, lockScope, type MemoryDeps, readScopeLog } from "./scope-log.ts";
import { readBrief, writeBrief } from "./latest-index.ts";
import { settle, unsettledKeys } from "./settle.ts";

/** A scope whose log and files agree, and the files in its directory. */
export interface ScopeView {
  scopeLog: ScopeLog;
  seen: ReadonlyMap<string, Seen>;
}

/**
 * Returns the scope, nearly always from the brief and without a lock. The brief has only the latest change of each key.
 * If the log and the files disagree, they are made to agree first, under the lock.
 */
export async function viewScope(deps: MemoryDeps, scope: MemoryScope): Promise<ScopeView> {
  const seen = deps.files.scan(memoryLayout(deps.home, scope).directory);
  const brief = seen.size === 0 ? await readScopeLog(deps, scope) : await readBrief(deps, scope);
  if (brief && unsettledKeys(brief, seen).length === 0) return { scopeLog: brief, seen };
  return withScopeLog(deps, scope, async (settled) => ({
    scopeLog: settled,
    seen: deps.files.scan(settled.layout.directory),
  }));
}

/** Calls `act` under the scope's lock, with the whole log, after the log and the files were made to agree. */
export function withScopeLog<T>(
  deps: MemoryDeps,
  scope: MemoryScope,
  act: (scopeLog: ScopeLog) => Promise<T>,
): Promise<T> {
  return alone(deps, scope, { read: () => readScopeLog(deps, scope), act });
}

/**
 * Like `withScopeLog`, but uses the brief if that is enough: the log and the files agree, and `call` is not in the
 * log.
 */
export function withLatest<T>(
  deps: MemoryDeps,
  { scope, call }: { scope: MemoryScope; call?: string | undefined },
  act: (scopeLog: ScopeLog) => Promise<T>,
): Promise<T> {
  const read = async () => {
    const brief = await readBrief(deps, scope);
    const isEnough =
      brief &&
      unsettledKeys(brief, deps.files.scan(brief.layout.directory)).length === 0 &&
      (call === undefined ||
        !(await deps.files.read(brief.layout.log, Infinity))?.includes(JSON.stringify(call)));
    return isEnough ? brief : readScopeLog(deps, scope);
  };
  return alone(deps, scope, { read, act });
}

async function alone<T>(
  deps: MemoryDeps,
  scope: MemoryScope,
  { read, act }: { read: () => Promise<ScopeLog>; act: (scopeLog: ScopeLog) => Promise<T> },
): Promise<T> {
  const lock = await lockScope(deps, scope);
  try {
    const scopeLog = await read();
    await settle(deps, scopeLog);
    const outcome = await act(scopeLog);
    await writeBrief(deps, scopeLog);
    return outcome;
  } finally {
    lock.release();
  }
}
