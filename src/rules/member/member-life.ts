// The state machine of a guild member's process, and its restart delays.

/** `failures` counts consecutive starts after which the process did not stay up. */
export type MemberLife =
  | { state: "stopped"; failures: 0; problem: string | null }
  | { state: "starting"; failures: number }
  | { state: "running"; failures: number; sinceMs: number }
  | { state: "failing"; failures: number; retryAtMs: number; problem: string };

export type MemberTurn =
  /** The hall is starting the process. */
  | { type: "started" }
  /** The process answers requests. */
  | { type: "reached"; atMs: number }
  /** The process could not be started, did not answer, or ended by itself. */
  | { type: "failed"; atMs: number; problem: string }
  /** The hall ended the process, or a person asks to start it again. Either resets the failures. */
  | { type: "ended"; problem: string | null };

/** After this many failures, callers that wait for the member get an error. */
export const maxFailures = 5;

const longestWaitMs = 60_000;
/** A member that stayed up this long counts as healthy: its next failure is counted as the first. */
const soundAfterMs = 60_000;

export const newMember: MemberLife = { state: "stopped", failures: 0, problem: null };

export function turnMember(life: MemberLife, turn: MemberTurn): MemberLife {
  switch (turn.type) {
    case "started":
      return { state: "starting", failures: life.failures };
    case "reached":
      return { state: "running", failures: life.failures, sinceMs: turn.atMs };
    case "failed": {
      const wasSound = life.state === "running" && turn.atMs - life.sinceMs >= soundAfterMs;
      const failures = wasSound ? 1 : life.failures + 1;
      const retryAtMs = turn.atMs + backOffMs(failures);
      return { state: "failing", failures, retryAtMs, problem: turn.problem };
    }
    case "ended":
      return { state: "stopped", failures: 0, problem: turn.problem };
  }
}

/** Returns the delay after this many failures: 1, 2, 4 ... 60 seconds. */
export function backOffMs(failures: number): number {
  return Math.min(1000 * 2 ** (failures - 1), longestWaitMs);
}

/** Returns how long to wait before the process may be started. */
export function waitMs(life: MemberLife, nowMs: number): number {
  return life.state === "failing" ? Math.max(0, life.retryAtMs - nowMs) : 0;
}
