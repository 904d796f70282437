// Creates a chore (a commission of the hall's own) to condense each scope of memory that has grown too large. Scopes
// are examined when they are written to, at start-up and when the settings change; nothing is polled.
import { isEndedStatus } from "../../../contract/commission/commission.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import type { MemoryScope } from "../../../contract/memory/memory.ts";
import type { CommissionChange } from "../../../contract/commission/meta.ts";
import { messageOf } from "../../../base/text/message-of.ts";
import { condenseNow, lookAt, type ScopeDeps } from "./compact-scope.ts";
import { lookTogether } from "./compact-together.ts";
import type { Executed } from "../../../rules/commission/verdict.ts";
import type { DispatchDeps } from "../deps.ts";

export interface ChoreDeps extends ScopeDeps {
  ledger: ScopeDeps["ledger"] & { subscribe(listener: (change: CommissionChange) => void): () => void };
  memory: ScopeDeps["memory"] & { scopes(): Promise<MemoryScope[]> };
  hasModel: boolean;
  clock: Pick<DispatchDeps["clock"], "after">;
}

export interface Chores {
  /** Notes that this scope was written to. */
  touched(scope: MemoryScope): void;
  /** Examines every scope, because the hall has started or the settings have changed. */
  reconsider(): void;
  /** Condenses the scope now, at a person's request, however small it is. */
  ask(scope: MemoryScope, rehearsal: string | null): Promise<Executed>;
  stop(): Promise<void>;
}

/** How long to wait after a write, because another write often follows. */
const settleMs = 500;

interface ChoresState {
  deps: ChoreDeps;
  /** The scopes that each running commission has written to. */
  written: Map<CommissionId, Set<MemoryScope>>;
  dirty: Set<MemoryScope> | "all";
  timer: { cancel(): void } | null;
  /** The last task in the queue. Tasks run one at a time, because two at once could accept the same chore twice. */
  last: Promise<unknown>;
  isStopped: boolean;
}

export function createChores(deps: ChoreDeps): Chores {
  const state: ChoresState = {
    deps,
    written: new Map(),
    dirty: new Set(),
    timer: null,
    last: Promise.resolve(),
    isStopped: false,
  };
  const unsubscribe = deps.ledger.subscribe((change) => hear(state, change));
  return {
    touched: (scope) => touch(state, scope),
    reconsider: () => {
      state.dirty = "all";
      arm(state);
    },
    ask: (scope, rehearsal) => inTurn(state, () => condenseNow(deps, scope, rehearsal)),
    stop: async () => {
      state.isStopped = true;
      unsubscribe();
      state.timer?.cancel();
      await state.last;
    },
  };
}

/** Notes which scopes a commission writes to, and examines them once it has ended: until then it may write more. */
function hear(state: ChoresState, { summary, event }: CommissionChange): void {
  const { id, status, chore } = summary;
  if (event.type === "memory.written") {
    const scopes = state.written.get(id) ?? new Set();
    state.written.set(id, scopes.add(event.scope));
  }
  if (!isEndedStatus(status)) return;
  for (const scope of state.written.get(id) ?? []) touch(state, scope);
  state.written.delete(id);
  // There may be more to condense than fitted into one chore.
  if (chore !== null) touch(state, chore.scope);
}

function touch(state: ChoresState, scope: MemoryScope): void {
  if (state.dirty !== "all") state.dirty.add(scope);
  arm(state);
}

function arm(state: ChoresState): void {
  if (state.isStopped || !state.deps.hasModel) return;
  state.timer?.cancel();
  state.timer = state.deps.clock.after(settleMs, () => void inTurn(state, () => lookAtDirty(state)));
}

function inTurn<T>(state: ChoresState, task: () => Promise<T>): Promise<T> {
  const turn = state.last.then(task);
  state.last = turn.catch(() => undefined);
  return turn;
}

async function lookAtDirty(state: ChoresState): Promise<void> {
  const { dirty, deps } = state;
  state.dirty = new Set();
  const scopes = dirty === "all" ? await orFailed(state, "all", () => deps.memory.scopes()) : dirty;
  for (const scope of scopes ?? []) {
    if (state.isStopped) return;
    await orFailed(state, scope, () => lookAt(deps, scope));
  }
  const touched = new Set(scopes);
  if (touched.size > 0 && !state.isStopped) await orFailed(state, "all", () => lookTogether(deps, touched));
}

/** Runs `look` and logs its failure, so that one unreadable scope does not keep the others waiting. */
async function orFailed<T>(
  { deps }: ChoresState,
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
