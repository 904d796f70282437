// Holds one member to the whole suite, check by check, and says what came of each.
import { messageOf } from "../../base/text/message-of.ts";
import type { Clock } from "../../host/clock.ts";
import type { Check, Need } from "./check.ts";
import { createScenes } from "./scenes.ts";
import type { Stage } from "./stage.ts";
import { createSubject, tidy, type Subject, type SubjectDeps } from "./subject.ts";
import { suite } from "./suite.ts";
import { brokenOff, type Place, type WireDeps } from "./wire.ts";

export interface Outcome {
  id: string;
  clause: string;
  state: "pass" | "fail" | "skip";
  /** What was wrong, or why there was nothing to check. */
  reason: string | null;
}

export interface ConformOrder extends WireDeps {
  clock: Clock;
  /** The kit's own, or one that somebody else runs. */
  member: Stage | Place;
  /** Whether jobs may be dispatched to a member that somebody else runs. */
  live: boolean;
  signal: AbortSignal;
  onOutcome(outcome: Outcome): void;
}

export async function conform(order: ConformOrder): Promise<Outcome[]> {
  const deps = subjectDeps(order);
  const member = createSubject(deps);
  const outcomes: Outcome[] = [];
  for (const check of suite) {
    if (order.signal.aborted) break;
    const outcome = await judge({ order, deps, member }, check);
    outcomes.push(outcome);
    order.onOutcome(outcome);
  }
  // The kit's own copy goes as a whole.
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

async function judge(bench: Bench, check: Check): Promise<Outcome> {
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
  if (need === "directory") return "it needs the member's directory, so that its model can be played";
  return order.live ? null : "it dispatches jobs, which may cost money: --live makes it";
}

/** A member that has ended counts as one that failed; it is started again, so that the next check finds it. */
async function attempt({ deps, member }: Bench, check: Check): Promise<Pick<Outcome, "state" | "reason">> {
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
  // The end of a process is seen a moment after that of its connections.
  const waitMs = found.reason?.includes(brokenOff) === true ? 1000 : 0;
  if (deps.stage === null || !(await deps.stage.isGone(waitMs))) return found;
  // Where it cannot be started any more, the next check says so.
  await deps.stage.restart().catch(() => undefined);
  return { state: "fail", reason: `Its process ended. ${found.reason ?? ""}`.trim() };
}
