// Follows one running thing, such as a commission. Reads its workbench's journal once a second and at every nudge, the
// workbench's hint that it has written something. Copies the facts to the ledger in order, and concludes the thing
// when its session is over or its workbench is gone.
import { messageOf } from "../../base/text/message-of.ts";
import { catchUp } from "./catch-up.ts";
import { declareLost, endIfHung, isGone } from "./lost-bench.ts";
import type { Follower, FollowTypes, RunningBench } from "./follower.ts";
import { makeGone, pressToStop } from "./stop-bench.ts";
import { noteUnrecorded } from "./unrecorded.ts";
import { firstOf, wait } from "./wait.ts";

const pollMs = 1000;
const pollWhileStoppingMs = 100;

/** Begins to follow the thing, unless it is followed already. */
export function follow<T extends FollowTypes>(follower: Follower<T>, id: T["id"]): void {
  const { deps, kind, following } = follower;
  if (following.has(id)) return;
  const done = followToEnd(follower, id)
    .catch((error: unknown) => {
      const reason = messageOf(error);
      deps.log.error(`following a ${kind.noun} failed; it is followed again`, { id, reason });
      noteUnrecorded(follower, id, error);
      return wait(follower, kind.againAfterMs(id));
    })
    .then(() => {
      following.delete(id);
      if (!follower.stopping.aborted) goOn(follower, id);
    });
  following.set(id, done);
}

/** Follows the thing again if a fault, such as a full disk, came before its end. */
function goOn<T extends FollowTypes>(follower: Follower<T>, id: T["id"]): void {
  const { kind, unrecorded } = follower;
  const state = kind.findLive(id);
  if (state && kind.needsFollowing(state)) follow(follower, id);
  else {
    unrecorded.delete(id);
    kind.left(id);
  }
}

async function followToEnd<T extends FollowTypes>(follower: Follower<T>, id: T["id"]): Promise<void> {
  const { deps, kind, stopping } = follower;
  let state = await kind.find(id);
  if (!state) return;
  const bench = startFollowing(follower, id, state);
  while (kind.isAtWork(state)) {
    if (stopping.aborted) return;
    const nudge = deps.nudges.next(id);
    try {
      state = await observe(follower, bench);
      follower.unrecorded.delete(id);
      if (kind.isAtWork(state)) await waitForNews(follower, bench, nudge.arrived);
    } finally {
      nudge.cancel();
    }
  }
  await makeGone(follower, bench, kind.courseOf(state).process);
  await kind.conclude(id, state);
  deps.engine.forget(bench);
}

function startFollowing<T extends FollowTypes>(
  { deps, kind }: Follower<T>,
  id: T["id"],
  state: T["state"],
): RunningBench<T> {
  const { bench, benchSeq } = kind.courseOf(state);
  const ref = { id, bench };
  // Subscribes once here and not at each wait, because listeners would pile up on a promise that lives as long as the
  // workbench.
  void deps.engine.ended(ref).then(() => deps.nudges.poke(id));
  return {
    ...ref,
    tail: deps.journals.tail(ref, benchSeq),
    since: deps.clock.monotonic(),
    askedAt: null,
    damage: null,
    hung: false,
  };
}

async function observe<T extends FollowTypes>(
  follower: Follower<T>,
  bench: RunningBench<T>,
): Promise<T["state"]> {
  const { kind } = follower;
  const state = await catchUp(follower, bench);
  if (!kind.isAtWork(state)) return state;
  const { process } = kind.courseOf(state);
  if (kind.isToStop(state)) pressToStop(follower, bench, process);
  else endIfHung(follower, bench, process);
  return isGone(follower, bench, process) ? declareLost(follower, bench, state) : state;
}

function waitForNews<T extends FollowTypes>(
  follower: Follower<T>,
  { askedAt }: RunningBench<T>,
  nudged: Promise<void>,
): Promise<void> {
  const ms = askedAt === null ? pollMs : pollWhileStoppingMs;
  return firstOf(follower, ms, [nudged]);
}
