// Supervises one guild member's process. The process is started when a caller needs it. After a failure it is restarted
// with a delay, and only while a caller still waits for it.
import { Fault } from "../../../contract/api/problem.ts";
import type { MemberState } from "../../../contract/member/members.ts";
import { timestamp } from "../../../host/clock.ts";
import { createSerial } from "../../../base/async/serial.ts";
import { withFullStop } from "../../../base/text/full-stop.ts";
import { maxFailures, newMember } from "../../../rules/member/member-life.ts";
import { thrownText } from "../../../base/text/thrown-text.ts";
import { type StartAttempt, attempt, type HeldMember, type SuperviseDeps, turn, use } from "./attempt.ts";
import type { AddressOutcome } from "./await-address.ts";
import { type MemberProcess, reachedAt } from "./member-process.ts";
import type { Reached } from "../members.ts";
import { orLeave } from "../calls/or-leave.ts";

/**
 * Finds a process that already runs; `null` if there is none. The signal fires when the process is to be ended instead.
 */
export type FindProcess = (givenUp: AbortSignal) => Promise<MemberProcess | null>;

export interface Supervisor {
  reach(signal: AbortSignal): Promise<Reached>;
  /** Starts the member for a person: tries at once and only once, whatever failed before. */
  start(): Promise<AddressOutcome<{ process: MemberProcess }>>;
  /** Ends the member, even while it is starting. Callers that wait for it get an error. */
  stop(): Promise<void>;
  /** Ends the member. The next caller that needs it starts it again. */
  renew(): Promise<void>;
  /**
   * Takes over a process from before a restart of the hall, if `find` returns one. Nothing is started
   * meanwhile.
   */
  take(find: FindProcess): Promise<void>;
  /** Stops supervising the process and leaves it running. */
  letGo(): void;
  process(): MemberProcess | null;
  shown(): { state: Exclude<MemberState, "available">; problem: string | null };
}

export function createSupervisor(deps: SuperviseDeps): Supervisor {
  const held: HeldMember = {
    life: newMember,
    problemAt: "",
    process: null,
    waiting: 0,
    attempt: null,
    givenUp: new AbortController(),
    inTurn: createSerial(),
    changed: deps.changed,
  };
  return {
    reach: (signal) => reach(deps, held, signal),
    start: () => start(deps, held),
    stop: () => stop(deps, held),
    renew: () => end(deps, held),
    take: (find) => take(deps, held, find),
    letGo: () => held.process?.tended.letGo(),
    process: () => held.process,
    shown: () => shown(held),
  };
}

/** Returns the member's address once it runs. All callers that wait share one attempt to start it. */
async function reach(deps: SuperviseDeps, held: HeldMember, signal: AbortSignal): Promise<Reached> {
  held.waiting += 1;
  try {
    for (;;) {
      if (held.process !== null) return reachedAt(held.process);
      const how = await orLeave(attempt(deps, held), signal);
      if (how === "stopped") throw unreachable(deps, "it was stopped");
      if (held.process === null && held.life.failures >= maxFailures)
        throw unreachable(deps, whatFailed(held));
    }
  } finally {
    leave(held);
  }
}

/**
 * Ends the wait of one caller. If no caller waits for a failed member any more, the member is shown as
 * stopped.
 */
function leave(held: HeldMember): void {
  held.waiting -= 1;
  if (held.life.state === "failing" && held.waiting === 0) held.changed();
}

async function start(
  deps: SuperviseDeps,
  held: HeldMember,
): Promise<AddressOutcome<{ process: MemberProcess }>> {
  if (held.life.state === "failing") {
    turn(held, { type: "ended", problem: null });
    giveUp(held, "again");
  }
  held.waiting += 1;
  try {
    for (;;) {
      if (held.process !== null) return { ok: true, process: held.process };
      const how = await attempt(deps, held);
      if (how === "stopped") return { ok: false, problem: "it was stopped" };
      if (how === "failed") return { ok: false, problem: whatFailed(held) };
    }
  } finally {
    leave(held);
  }
}

async function stop(deps: SuperviseDeps, held: HeldMember): Promise<void> {
  giveUp(held, "stopped");
  await end(deps, held);
}

function giveUp(held: HeldMember, how: StartAttempt): void {
  held.givenUp.abort(how);
  held.givenUp = new AbortController();
}

async function end(deps: SuperviseDeps, held: HeldMember): Promise<void> {
  await held.inTurn(async () => {
    const { process } = held;
    held.process = null;
    process?.tended.letGo();
    if (process) await deps.end(process, false);
    turn(held, { type: "ended", problem: null });
  });
}

async function take(deps: SuperviseDeps, held: HeldMember, find: FindProcess): Promise<void> {
  await held.inTurn(async () => {
    turn(held, { type: "started" });
    try {
      const process = await find(held.givenUp.signal);
      if (process) return use(deps, held, process);
      turn(held, { type: "ended", problem: null });
    } catch (error) {
      held.problemAt = timestamp(deps.clock);
      turn(held, { type: "ended", problem: thrownText(error) });
    }
  });
}

/**
 * Returns what clients see. A failed member is restarted only while a caller waits for it. Without such a
 * caller it is shown as stopped, because the cause of the failure may be gone by now.
 */
function shown({ life, waiting, problemAt }: HeldMember): ReturnType<Supervisor["shown"]> {
  const problem = "problem" in life && life.problem !== null ? `${life.problem} (at ${problemAt})` : null;
  return { state: life.state === "failing" && waiting === 0 ? "stopped" : life.state, problem };
}

function whatFailed({ life }: HeldMember): string {
  return life.state === "failing" ? life.problem : "it ended";
}

function unreachable({ name }: SuperviseDeps, problem: string): Fault {
  return new Fault(
    "member_unreachable",
    withFullStop(`Guild member "${name}" cannot be reached: ${problem}`),
  );
}
