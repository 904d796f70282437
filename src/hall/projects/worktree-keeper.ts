// Cleans up the worktrees that an earlier hall left, once, after this hall has opened. Until that is done, or
// for at most 30 s, no work starts and nothing else changes a repository.
import { messageOf } from "../../base/text/message-of.ts";
import { Fault } from "../../contract/api/problem.ts";
import {
  createHousekeeping,
  type Housekeeping,
  type HousekeepingDeps,
} from "../../git/worktree/housekeeping.ts";
import type { Clock } from "../../host/clock.ts";
import type { Log } from "../../host/log.ts";
import { within } from "../../base/async/time-limit.ts";
import type { Underway } from "../../base/async/underway.ts";
import type { Trees } from "../../rules/project/trees.ts";

export interface WorktreeKeeperDeps extends HousekeepingDeps {
  clock: Clock;
  log: Log;
  underway: Underway;
  /** Called after the worktrees were checked, because their problems may have changed. */
  looked(): void;
}

export interface WorktreeKeeper extends Pick<Housekeeping, "list" | "prune" | "problems"> {
  /** The operations on repositories. Each call waits until the clean-up is over. */
  treesOnceInOrder: Trees;
  /** Returns true once the clean-up is over, or has taken too long. */
  isInOrder(): boolean;
  /** Calls `inOrder` when work may be started. */
  start(inOrder: () => void): void;
  /** Checks the worktrees again, because a repository may have been moved and its path changed. */
  reconsider(): void;
  /** Rejects the calls that still wait. Does not wait for the clean-up itself: the next hall continues it. */
  stop(): Promise<void>;
}

export function openWorktreeKeeper(deps: WorktreeKeeperDeps, trees: Trees): WorktreeKeeper {
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
    treesOnceInOrder: askedOnceInOrder(ready.promise, trees),
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
  deps: WorktreeKeeperDeps;
  keeping: Housekeeping;
  stopping: AbortSignal;
}

/**
 * How long the start of work waits for the clean-up. A repository on a disk that does not answer must not
 * block all work for ever.
 */
const patienceMs = 30_000;

async function putInOrder(state: Keeping, ready: () => void): Promise<void> {
  const { deps, keeping, stopping } = state;
  const mended = deps.underway.add(logged(deps.log, keeping.mend()));
  await within({ clock: deps.clock, ms: patienceMs, signal: stopping }, mended);
  if (stopping.aborted) return;
  ready();
  void deps.underway.add(mended.then(() => finishClosings(state)));
}

async function finishClosings({ deps, keeping, stopping }: Keeping): Promise<void> {
  if (stopping.aborted) return;
  await logged(deps.log, keeping.finishClosings());
  for (const problem of keeping.problems()) deps.log.warn(problem);
  deps.looked();
}

function logged(log: Log, work: Promise<void>): Promise<void> {
  return work.catch((error: unknown) => {
    const reason = messageOf(error);
    log.error("the upkeep of worktrees failed", { reason });
  });
}

/** Returns the same operations on repositories, but each call waits until the clean-up is over. */
function askedOnceInOrder(inOrder: Promise<void>, trees: Trees): Trees {
  const gated = Object.entries(trees).map(
    ([name, ask]: [string, (...given: never[]) => Promise<unknown>]) => [
      name,
      async (...given: never[]) => (await inOrder, ask(...given)),
    ],
  );
  return Object.fromEntries(gated) as Trees;
}
