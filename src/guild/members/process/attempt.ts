// Makes one attempt to start a guild member's process, shared by all waiting callers, and handles a process that ends
// unexpectedly.
import type { MemberName } from "../../../contract/member/member.ts";
import { type Clock, sleep, timestamp } from "../../../host/clock.ts";
import type { Log } from "../../../host/log.ts";
import type { Serial } from "../../../base/async/serial.ts";
import { type MemberLife, type MemberTurn, turnMember, waitMs } from "../../../rules/member/member-life.ts";
import { thrownText } from "../../../base/text/thrown-text.ts";
import type { AddressOutcome } from "./await-address.ts";
import type { MemberProcess } from "./member-process.ts";

export interface SuperviseDeps {
  name: MemberName;
  clock: Clock;
  log: Log;
  /** Starts the member. Never rejects. If the start fails, nothing is left of the process. */
  launch(signal: AbortSignal): Promise<AddressOutcome<{ process: MemberProcess }>>;
  /** Ends the process with all its descendants, and removes the record of its start. */
  end(process: MemberProcess, hasJustEnded: boolean): Promise<void>;
  /** Called when the state or the problem that clients see of the member may have changed. */
  changed(): void;
}

export interface HeldMember {
  life: MemberLife;
  /** When the member's present problem was noticed, if it has one. */
  problemAt: string;
  process: MemberProcess | null;
  waiting: number;
  attempt: Promise<StartAttempt> | null;
  /** Fires when the present attempt is to be abandoned. */
  givenUp: AbortController;
  inTurn: Serial;
  /** Called when the state or the problem that clients see of the member may have changed. */
  changed(): void;
}

/** `again`: no start was tried, or the attempt was abandoned for a new one. It does not count as a failure. */
export type StartAttempt = "reached" | "failed" | "again" | "stopped";

export function attempt(deps: SuperviseDeps, held: HeldMember): Promise<StartAttempt> {
  held.attempt ??= held.inTurn(() => tryOnce(deps, held)).finally(() => (held.attempt = null));
  return held.attempt;
}

async function tryOnce(deps: SuperviseDeps, held: HeldMember): Promise<StartAttempt> {
  if (held.process !== null) return "reached";
  const { signal } = held.givenUp;
  await sleep(deps.clock, waitMs(held.life, deps.clock.monotonic()), signal);
  if (signal.aborted) return signal.reason as StartAttempt;
  if (held.waiting === 0) return "again";
  turn(held, { type: "started" });
  const launched = await deps.launch(signal);
  const atMs = deps.clock.monotonic();
  if (launched.ok) {
    use(deps, held, launched.process);
    return "reached";
  }
  if (signal.aborted) {
    turn(held, { type: "ended", problem: null });
    return signal.reason as StartAttempt;
  }
  held.problemAt = timestamp(deps.clock);
  turn(held, { type: "failed", atMs, problem: launched.problem });
  deps.log.warn("a guild member could not be started", { member: deps.name, reason: launched.problem });
  return "failed";
}

export function use(deps: SuperviseDeps, held: HeldMember, process: MemberProcess): void {
  held.process = process;
  turn(held, { type: "reached", atMs: deps.clock.monotonic() });
  const { gone } = process.tended;
  const ended = () => void lost(deps, held, process);
  gone.addEventListener("abort", ended, { once: true });
  if (gone.aborted) ended();
}

/** Handles a process that ended by itself: ends what it left behind before the member is started again. */
async function lost(deps: SuperviseDeps, held: HeldMember, process: MemberProcess): Promise<void> {
  if (held.process !== process) return;
  held.process = null;
  const problem = String(process.tended.gone.reason);
  held.problemAt = timestamp(deps.clock);
  turn(held, { type: "failed", atMs: deps.clock.monotonic(), problem });
  deps.log.warn("a guild member has ended", { member: deps.name, reason: problem });
  await held
    .inTurn(() => deps.end(process, true))
    .catch((error: unknown) => {
      deps.log.error("a guild member was not ended in order", {
        member: deps.name,
        reason: thrownText(error),
      });
    });
}

export function turn(held: HeldMember, next: MemberTurn): void {
  held.life = turnMember(held.life, next);
  held.changed();
}
