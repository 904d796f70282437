// Watches a guild member's process: notices its end, even if it is not a child of this hall process, and
// keeps its output files small.
import type { Clock, Timer } from "../../../host/clock.ts";
import type { ProcessExit } from "../../../host/processes/handoff.ts";

export interface TendDeps {
  clock: Pick<Clock, "after">;
  isAlive(): boolean;
  /** Truncates the output files of the process if they have become too large. */
  bound(): void;
  /**
   * Resolves when a child of this hall process exits. `null` for a process that an earlier hall process
   * started; it is polled instead.
   */
  exited: Promise<ProcessExit> | null;
}

export interface Tended {
  /** Fires when the process has ended; the reason says how. */
  gone: AbortSignal;
  letGo(): void;
}

const everyMs = 1000;

export function tend(deps: TendDeps): Tended {
  const gone = new AbortController();
  let timer: Timer | null = null;
  let isLetGo = false;
  const letGo = () => {
    isLetGo = true;
    timer?.cancel();
  };
  const end = (how: string) => {
    if (isLetGo) return;
    letGo();
    gone.abort(how);
  };
  const look = () => {
    deps.bound();
    if (deps.exited === null && !deps.isAlive()) end("it is gone");
    else timer = deps.clock.after(everyMs, look);
  };
  timer = deps.clock.after(everyMs, look);
  void deps.exited?.then((exit) => end(exitWords(exit)));
  return { gone: gone.signal, letGo };
}

function exitWords({ code, signal }: ProcessExit): string {
  return signal === null ? `it ended with exit code ${code ?? "unknown"}` : `it was ended by ${signal}`;
}
