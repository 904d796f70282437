// The hall's own side work: a scope of memory that has grown too large is condensed by a commission of its own. Looked
// at when somebody has written to it, at a start and when the settings change; nothing is polled.
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { LedgerEvent } from "../../contract/commission/events.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { MemoryScope } from "../../contract/memory/memory.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { messageOf } from "./admit.ts";
import { condenseNow, lookAt, type ScopeDeps } from "./compact-scope.ts";
import { lookTogether } from "./compact-together.ts";
import type { DispatchDeps, Executed } from "./deps.ts";

/** A line of some commission's ledger, and what it has made of the commission. */
interface Change {
  summary: CommissionSummary;
  event: LedgerEvent;
}

export interface ChoreDeps extends ScopeDeps {
  ledger: ScopeDeps["ledger"] & { subscribe(listener: (change: Change) => void): () => void };
  memory: ScopeDeps["memory"] & { scopes(): Promise<MemoryScope[]> };
  hasModel: boolean;
  clock: Pick<DispatchDeps["clock"], "after">;
}

export interface Chores {
  /** Somebody has written to this scope. */
  touched(scope: MemoryScope): void;
  /** Every scope is looked at: the hall has started, or the settings have changed. */
  reconsider(): void;
  /** A person wants it condensed now, however little there is. */
  ask(scope: MemoryScope, rehearsal: string | null): Promise<Executed>;
  stop(): Promise<void>;
}

/** Whoever writes once often writes again a moment later. */
const settleMs = 500;

interface Desk {
  deps: ChoreDeps;
  /** What each commission at work has written to. */
  written: Map<CommissionId, Set<MemoryScope>>;
  dirty: Set<MemoryScope> | "all";
  timer: { cancel(): void } | null;
  /** One look after another: two at once could take on the same chore twice. */
  last: Promise<unknown>;
  isStopped: boolean;
}

export function createChores(deps: ChoreDeps): Chores {
  const desk: Desk = {
    deps,
    written: new Map(),
    dirty: new Set(),
    timer: null,
    last: Promise.resolve(),
    isStopped: false,
  };
  const unsubscribe = deps.ledger.subscribe((change) => hear(desk, change));
  return {
    touched: (scope) => touch(desk, scope),
    reconsider: () => {
      desk.dirty = "all";
      arm(desk);
    },
    ask: (scope, rehearsal) => inTurn(desk, () => condenseNow(deps, scope, rehearsal)),
    stop: async () => {
      desk.isStopped = true;
      unsubscribe();
      desk.timer?.cancel();
      await desk.last;
    },
  };
}

/** What a commission wrote counts once it has ended: until then it may write more. */
function hear(desk: Desk, { summary, event }: Change): void {
  const { id, status, chore } = summary;
  if (event.type === "memory.written") {
    const scopes = desk.written.get(id) ?? new Set();
    desk.written.set(id, scopes.add(event.scope));
  }
  if (!isEndedStatus(status)) return;
  for (const scope of desk.written.get(id) ?? []) touch(desk, scope);
  desk.written.delete(id);
  // There may be more to condense than fitted into one.
  if (chore !== null) touch(desk, chore.scope);
}

function touch(desk: Desk, scope: MemoryScope): void {
  if (desk.dirty !== "all") desk.dirty.add(scope);
  arm(desk);
}

function arm(desk: Desk): void {
  if (desk.isStopped || !desk.deps.hasModel) return;
  desk.timer?.cancel();
  desk.timer = desk.deps.clock.after(settleMs, () => void inTurn(desk, () => lookAtDirty(desk)));
}

function inTurn<T>(desk: Desk, task: () => Promise<T>): Promise<T> {
  const turn = desk.last.then(task);
  desk.last = turn.catch(() => undefined);
  return turn;
}

async function lookAtDirty(desk: Desk): Promise<void> {
  const { dirty, deps } = desk;
  desk.dirty = new Set();
  const scopes = dirty === "all" ? await orFailed(desk, "all", () => deps.memory.scopes()) : dirty;
  for (const scope of scopes ?? []) {
    if (desk.isStopped) return;
    await orFailed(desk, scope, () => lookAt(deps, scope));
  }
  const touched = new Set(scopes);
  if (touched.size > 0 && !desk.isStopped) await orFailed(desk, "all", () => lookTogether(deps, touched));
}

/** One scope that cannot be read keeps none of the others waiting. */
async function orFailed<T>(
  { deps }: Desk,
  scope: MemoryScope | "all",
  look: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    deps.log.error("looking for memory to condense failed", { scope, reason: messageOf(error) });
    return undefined;
  }
}
