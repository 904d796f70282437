// Carries out a guild member's commission from inside the hall, and handles its cancellation, its time limit and the
// hall's shutdown.
import type { Bench } from "../../../workbench/bench/bench.ts";
import { watchLimits } from "../../../workbench/bench/watch-limits.ts";
import type { SessionEnd } from "../../../contract/course/session-end.ts";
import { memberOf } from "../../../contract/member/member.ts";
import { storageCodeOf } from "../../../contract/home/storage-fault.ts";
import { sleep } from "../../../host/clock.ts";
import type { Breach } from "../../../rules/limits/breach.ts";
import { isMemberFault, isUnreachable } from "./ask.ts";
import { callOff } from "./call-off.ts";
import type { MemberEngineDeps, Orders } from "./deps.ts";
import { runJob } from "./run-job.ts";

/** How long a commission that has run out of time waits for its member to accept the cancellation. */
const farewellMs = 2000;

/** Returns `null` if the hall is shutting down; the next hall continues the job. */
export async function carryOut(
  deps: MemberEngineDeps,
  bench: Bench,
  orders: Orders,
): Promise<SessionEnd | null> {
  const { request, cancel, stopRequested } = bench.commission.record;
  const member = memberOf(request.worker);
  if (member === null) throw new Error(`"${request.worker}" is not a guild member.`);
  if (cancel !== null || stopRequested) return stopped(deps, bench, orders);
  const time = watchTime(deps, bench);
  const signal = AbortSignal.any([orders.stop, orders.drop, orders.leave, time.signal]);
  try {
    return await runJob(deps, { bench, member, signal, orders });
  } catch (error) {
    if (storageCodeOf(error) !== null) throw error;
    if (!signal.aborted) return failed(deps, bench, { orders, error });
    if (orders.leave.aborted) return null;
    const breach = time.breach();
    return breach && !orders.stop.aborted
      ? overtime(deps, bench, { orders, breach })
      : stopped(deps, bench, orders);
  } finally {
    time.stop();
  }
}

/**
 * Ends the commission after a fault of its member. The job may still run, so the member is told to cancel the
 * job once the member answers again.
 */
function failed(
  deps: MemberEngineDeps,
  bench: Bench,
  { orders, error }: { orders: Orders; error: unknown },
): SessionEnd {
  if (!isMemberFault(error)) throw error;
  const { job } = bench.known();
  if (job !== null && !isUnreachable(error)) void orders.background(callOff(deps, job, orders.leave));
  return { how: "member", message: error.message };
}

interface TimeWatch {
  signal: AbortSignal;
  breach(): Breach | null;
  stop(): void;
}

/** Watches the time limit alone, because the memory and disk of a job are its member's own. */
function watchTime({ clock }: MemberEngineDeps, { commission, elapsedMs }: Bench): TimeWatch {
  const { limits, workedMs } = commission.record;
  const over = new AbortController();
  let breach: Breach | null = null;
  if (!limits?.maxSeconds) return { signal: over.signal, breach: () => null, stop: () => undefined };
  const { stop } = watchLimits({
    clock,
    limits,
    measure: async () => ({ workedMs: workedMs + elapsedMs(), memory: null, disk: null }),
    onBreach: (found) => {
      breach = found;
      over.abort();
    },
  });
  return { signal: over.signal, breach: () => breach, stop };
}

/**
 * Ends the commission after a request to stop. If it was cancelled, its member is told to cancel the job. If the hall
 * stops together with its work, the job keeps running for the next hall to find.
 */
async function stopped(deps: MemberEngineDeps, bench: Bench, orders: Orders): Promise<SessionEnd | null> {
  const { job } = bench.known();
  if (job === null || !deps.isCancelled(bench.id)) return { how: "stopped" };
  const told = orders.background(callOff(deps, job, orders.leave));
  await Promise.race([told, aborted(orders.drop)]);
  return orders.leave.aborted ? null : { how: "stopped" };
}

async function overtime(
  deps: MemberEngineDeps,
  bench: Bench,
  { orders, breach }: { orders: Orders; breach: Breach },
): Promise<SessionEnd> {
  const { job } = bench.known();
  const told = job && orders.background(callOff(deps, job, orders.leave));
  const over = new AbortController();
  await Promise.race([told, sleep(deps.clock, farewellMs, over.signal)]);
  over.abort();
  return breach;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
