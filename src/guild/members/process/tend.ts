// Watches a process while it lives: notices its end, even if it is not the hall's child, and keeps its output files
// small.
import type { Clock, Timer } from "../../../host/clock.ts";
import type { ProcessExit } from "../../../host/processes/handoff.ts";

export interface TendDeps {
  clock: Pick<Clock, "after">;
  isAlive(): boolean;
  /** Truncates what it has printed. */
  bound(): void;
  /** For a child of this process. A process that an earlier hall started is polled instead. */
  exited: Promise<ProcessExit> | null;
}

export interface Tended {
  /** Fires when it has ended; the reason says how. */
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
