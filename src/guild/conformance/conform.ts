// Runs all checks of the conformance kit on one guild member, one after another, and reports each outcome.
import { messageOf } from "../../base/text/message-of.ts";
import type { Clock } from "../../host/clock.ts";
import type { ConformanceCheck, Need } from "./check.ts";
import { createScenes } from "./scenes.ts";
import type { ConformanceStage } from "./stage.ts";
import { createSubject, tidy, type Subject, type SubjectDeps } from "./subject.ts";
import { suite } from "./suite.ts";
import { brokenOff, type MemberAddress, type WireDeps } from "./wire.ts";

export interface CheckOutcome {
  id: string;
  clause: string;
  state: "pass" | "fail" | "skip";
  /** The violation, or why the check was skipped. `null` if it passed. */
  reason: string | null;
}

export interface ConformOrder extends WireDeps {
  clock: Clock;
  /** A member that the kit started, or the address of one that runs elsewhere. */
  member: ConformanceStage | MemberAddress;
  /** Whether jobs may be dispatched to a member that the kit did not start. */
  live: boolean;
  signal: AbortSignal;
  onOutcome(outcome: CheckOutcome): void;
}

export async function conform(order: ConformOrder): Promise<CheckOutcome[]> {
  const deps = subjectDeps(order);
  const member = createSubject(deps);
  const outcomes: CheckOutcome[] = [];
  for (const check of suite) {
    if (order.signal.aborted) break;
    const outcome = await judge({ order, deps, member }, check);
    outcomes.push(outcome);
    order.onOutcome(outcome);
  }
  // A member that the kit started runs in a copy, which is deleted as a whole. Only the jobs of a member that
  // runs elsewhere have to be removed one by one.
  if (deps.stage === null) await tidy({ ...deps, jobs: new Set(deps.scenes.jobs()) });
  return outcomes;
}

function subjectDeps({ fetch, clock, member }: ConformOrder): SubjectDeps {
  const stage = "model" in member ? member : null;
  const place = () => ("model" in member ? member.place() : member);
  const scenes = createScenes({ fetch, clock, place, stage });
  return { fetch, clock, place, stage, scenes, jobs: new Set() };
}

interface Bench {
  order: ConformOrder;
  deps: SubjectDeps;
  member: Subject;
}

async function judge(bench: Bench, check: ConformanceCheck): Promise<CheckOutcome> {
  const { id, clause } = check;
  const missing = check.needs?.map((need) => whyNot(bench, need)).find((why) => why !== null);
  if (missing) return { id, clause, state: "skip", reason: missing };
  const reason = await attempt(bench, check);
  await tidy(bench.deps);
  return { id, clause, ...reason };
}

function whyNot({ order, deps }: Bench, need: Need): string | null {
  if (need === "secret") return deps.place().secret === null ? "no secret was given" : null;
  if (deps.stage !== null) return null;
  if (need === "directory") return "it needs the member's directory, so that the kit can play its model";
  return order.live ? null : "it dispatches jobs, which may cost money: --live runs it";
}

/**
 * Runs one check. If the member's process has ended, the check fails, and the member is restarted for the
 * next check.
 */
async function attempt(
  { deps, member }: Bench,
  check: ConformanceCheck,
): Promise<Pick<CheckOutcome, "state" | "reason">> {
  const found = await check.run(member).then(
    (skipped) =>
      typeof skipped === "string"
        ? { state: "skip" as const, reason: skipped }
        : { state: "pass" as const, reason: null },
    (error: unknown) => ({
      state: "fail" as const,
      reason: messageOf(error),
    }),
  );
  // When a process ends, its connections break a moment before its end is noticed.
  const waitMs = found.reason?.includes(brokenOff) === true ? 1000 : 0;
  if (deps.stage === null || !(await deps.stage.isGone(waitMs))) return found;
  // If the member cannot be restarted, the next check reports that.
  await deps.stage.restart().catch(() => undefined);
  return { state: "fail", reason: `Its process ended. ${found.reason ?? ""}`.trim() };
}
