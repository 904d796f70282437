// Finished work in a fake hall, for tests of the commands that decide what becomes of it.
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";
import type { LandingSummary } from "../../src/contract/commission/landing.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { done } from "../../src/contract/api/problem.ts";
import { type FakeHome, serveHome } from "./fake-hall.ts";
import { at, detail } from "./render/samples.ts";
import { runHere, startHere } from "./support.ts";

export const commit = "0123456789abcdef0123456789abcdef01234567";
export const free = { accept: null, sendBack: null, reject: null, undo: null };
const homes: FakeHome[] = [];

/** For `afterEach`. */
export async function stopHalls(): Promise<void> {
  for (const home of homes.splice(0)) await home.stop();
}

export function landing(changes: Partial<LandingSummary> = {}): LandingSummary {
  return { mode: "review", state: "ready", commit: null, stopped: null, seen: false, at: null, ...changes };
}

export function finished(changes: Partial<CommissionDetail> = {}): CommissionDetail {
  return detail({
    status: "completed",
    trust: "verified",
    project: projectName.parse("acme"),
    branch: { name: "claude/commission/x", state: "kept", into: "claude/main", commit },
    landing: landing(),
    afterEnd: { lastStop: null, checks: [], reason: null, refusals: free },
    endedAt: at(60),
    ...changes,
  });
}

export interface Held {
  served: FakeHome;
  /** The commission as the hall shows it now. */
  becomes(detail: CommissionDetail): void;
  run(...args: string[]): ReturnType<typeof runHere>;
  start(...args: string[]): ReturnType<typeof startHere>;
}

export function hold(first: CommissionDetail): Held {
  const served = serveHome();
  homes.push(served);
  let now = first;
  served.hall.carryOut({
    list: async () => done({ commissions: [{ ...now, waitingFor: null }], nextCursor: null }),
    detail: async () => done(now),
    accept: async () => done(now),
    undo: async () => done(now),
  });
  return {
    served,
    becomes: (next) => {
      now = next;
      served.hall.tell({ type: "commission", commission: next, event: someEvent });
    },
    run: (...args) => runHere(args, { home: served.home, directory: served.home }),
    start: (...args) => startHere(args, { home: served.home }),
  };
}

const someEvent = { v: 1, seq: 9, at: at(61), type: "landing.seen", by: "person", seen: true } as const;
