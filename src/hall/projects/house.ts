// Keeps the worktrees in order while the hall runs. Leftovers of an earlier hall are cleaned up once, after this one
// has opened; until then nothing is started, and no repository is changed.
import { Fault } from "../../contract/api/problem.ts";
import {
  createHousekeeping,
  type Housekeeping,
  type HousekeepingDeps,
} from "../../git/worktree/housekeeping.ts";
import { type Clock, sleep } from "../../host/clock.ts";
import type { Log } from "../../host/log.ts";
import type { Underway } from "../../base/async/underway.ts";
import type { Trees } from "../../rules/project/trees.ts";

export interface HouseDeps extends HousekeepingDeps {
  clock: Clock;
  log: Log;
  underway: Underway;
  /** The worktrees were checked, and their problems may have changed. */
  looked(): void;
}

export interface House extends Pick<Housekeeping, "list" | "prune" | "problems"> {
  /** Calls to the repositories wait until the worktrees are in order. */
  trees: Trees;
  isInOrder(): boolean;
  /** Calls `inOrder` when work may be started. */
  start(inOrder: () => void): void;
  /** Checks the worktrees again, because a repository may have been moved and its path changed. */
  reconsider(): void;
  /** The next hall continues a closing that is under way. */
  stop(): Promise<void>;
}

export function openHouse(deps: HouseDeps, trees: Trees): House {
  const keeping = createHousekeeping(deps);
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const stopping = new AbortController();
  let isInOrder = false;
  let work: Promise<void> | null = null;
  return {
    list: keeping.list,
    prune: keeping.prune,
    problems: keeping.problems,
    trees: onceReady(ready.promise, trees),
    isInOrder: () => isInOrder,
    start: (inOrder) => {
      work = putInOrder({ deps, keeping, stopping: stopping.signal }, () => {
        isInOrder = true;
        ready.resolve();
        inOrder();
      });
    },
    reconsider: () => void deps.underway.add(logged(deps.log, keeping.mend()).then(deps.looked)),
    stop: async () => {
      stopping.abort();
      ready.reject(new Fault("stopping", "The hall is stopping."));
      await work;
    },
  };
}

interface Keeping {
  deps: HouseDeps;
  keeping: Housekeeping;
  stopping: AbortSignal;
}

/** A repository on a disk that does not answer must not keep all work from starting. */
const patienceMs = 30_000;

async function putInOrder(house: Keeping, ready: () => void): Promise<void> {
  const { deps, keeping, stopping } = house;
  const mended = deps.underway.add(logged(deps.log, keeping.mend()));
  await first(deps.clock, mended, stopping);
  if (stopping.aborted) return;
  ready();
  void deps.underway.add(mended.then(() => finishClosings(house)));
}

async function finishClosings({ deps, keeping, stopping }: Keeping): Promise<void> {
  if (stopping.aborted) return;
  await logged(deps.log, keeping.finishClosings());
  for (const problem of keeping.problems()) deps.log.warn(problem);
  deps.looked();
}

/** Resolves when the work is done, its time is up, or the hall stops. */
async function first(clock: Clock, work: Promise<void>, stopping: AbortSignal): Promise<void> {
  const over = new AbortController();
  const late = sleep(clock, patienceMs, AbortSignal.any([over.signal, stopping]));
  await Promise.race([work, late]);
  over.abort();
}

function logged(log: Log, work: Promise<void>): Promise<void> {
  return work.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.error("looking after the worktrees failed", { reason });
  });
}

function onceReady(ready: Promise<void>, trees: Trees): Trees {
  return {
    plan: async (order) => (await ready, trees.plan(order)),
    commit: async (order) => (await ready, trees.commit(order)),
    prepareMerge: async (order) => (await ready, trees.prepareMerge(order)),
    merge: async (tree, move) => (await ready, trees.merge(tree, move)),
    candidate: async (order) => (await ready, trees.candidate(order)),
    otherSide: async (order) => (await ready, trees.otherSide(order)),
    close: async (order) => (await ready, trees.close(order)),
    inTurn: async (project, task) => (await ready, trees.inTurn(project, task)),
    hasDocument: async (project, path) => (await ready, trees.hasDocument(project, path)),
    mark: async (order) => (await ready, trees.mark(order)),
    marked: async (order) => (await ready, trees.marked(order)),
    carried: async (conflict) => (await ready, trees.carried(conflict)),
  };
}
