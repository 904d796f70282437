// One look at a scope, or one change to it: locks the scope, reads its log, settles what was cut off, acts, and writes the
// brief that makes the next look cheap.
import { memoryLayout } from "../../contract/home/home-layout.ts";
import type { MemoryScope } from "../../contract/memory/memory.ts";
import type { Seen } from "../../host/files/plain-files.ts";
import { type ScopeLog, lockScope, type MemoryDeps, readBook } from "./scope-log.ts";
import { readBrief, writeBrief } from "./latest-index.ts";
import { settle, unsettledKeys } from "./settle.ts";

/** A scope in which log and files say the same, and what lies there. */
export interface ScopeView {
  book: ScopeLog;
  seen: ReadonlyMap<string, Seen>;
}

/** Without a lock where nothing is to be done, which is nearly always; then of every key only its latest change is known. */
export async function viewScope(deps: MemoryDeps, scope: MemoryScope): Promise<ScopeView> {
  const seen = deps.files.scan(memoryLayout(deps.home, scope).directory);
  const brief = seen.size === 0 ? await readBook(deps, scope) : await readBrief(deps, scope);
  if (brief && unsettledKeys(brief, seen).length === 0) return { book: brief, seen };
  return withBook(deps, scope, async (settled) => ({
    book: settled,
    seen: deps.files.scan(settled.layout.directory),
  }));
}

/** Alone in the scope, with log and files in agreement. */
export function withBook<T>(
  deps: MemoryDeps,
  scope: MemoryScope,
  act: (book: ScopeLog) => Promise<T>,
): Promise<T> {
  return alone(deps, scope, { read: () => readBook(deps, scope), act });
}

/** The same for one who needs of every key its latest change only, unless this very call has made one before. */
export function withLatest<T>(
  deps: MemoryDeps,
  { scope, call }: { scope: MemoryScope; call?: string | undefined },
  act: (book: ScopeLog) => Promise<T>,
): Promise<T> {
  const read = async () => {
    const brief = await readBrief(deps, scope);
    const isEnough =
      brief &&
      unsettledKeys(brief, deps.files.scan(brief.layout.directory)).length === 0 &&
      (call === undefined ||
        !(await deps.files.read(brief.layout.log, Infinity))?.includes(JSON.stringify(call)));
    return isEnough ? brief : readBook(deps, scope);
  };
  return alone(deps, scope, { read, act });
}

async function alone<T>(
  deps: MemoryDeps,
  scope: MemoryScope,
  { read, act }: { read: () => Promise<ScopeLog>; act: (book: ScopeLog) => Promise<T> },
): Promise<T> {
  const lock = await lockScope(deps, scope);
  try {
    const book = await read();
    await settle(deps, book);
    const outcome = await act(book);
    await writeBrief(deps, book);
    return outcome;
  } finally {
    lock.release();
  }
}
