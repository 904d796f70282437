// The checks of config.yaml and of this commission, as toolboxes are handed them. They are handed over before the
// session's bounds exist, so the place to run them in comes later, and goes with the session.
import type { Check, CheckRun, ToolboxContext } from "../kit/index.ts";
import { type CheckDeps, type CheckPlace, type NamedCheck, runCheck } from "./run-check.ts";

type NamedChecks = Readonly<Record<string, NamedCheck>>;

export interface CheckDesk {
  checks: ToolboxContext["checks"];
  /** From now on they can be run. */
  open(place: CheckPlace): void;
  /** Ends those that run, and waits until they are gone. */
  close(): Promise<void>;
}

export function createCheckDesk(deps: CheckDeps, named: NamedChecks): CheckDesk {
  const over = new AbortController();
  const running = new Set<Promise<CheckRun>>();
  let place: CheckPlace | null = null;
  const run = (name: string, signal: AbortSignal): Promise<CheckRun> => {
    const check = Object.entries(named).find(([known]) => known === name)?.[1];
    if (check === undefined) return Promise.reject(new Error(noSuchCheck(named, name)));
    if (place === null || over.signal.aborted)
      return Promise.reject(new Error("checks can be run only while the session runs"));
    const done = runCheck(deps, { check, place, signal: AbortSignal.any([signal, over.signal]) });
    running.add(done);
    return done.finally(() => running.delete(done));
  };
  return {
    checks: { list: () => listed(named), run },
    open: (given) => void (place = given),
    close: async () => {
      over.abort();
      await Promise.allSettled(running);
    },
  };
}

function listed(named: NamedChecks): Check[] {
  return Object.entries(named).map(([name, { command, timeoutSeconds }]) => ({
    name,
    command,
    timeoutSeconds,
  }));
}

function noSuchCheck(named: NamedChecks, name: string): string {
  const known = Object.keys(named);
  const there =
    known.length === 0 ? "None is set under checks: of config.yaml" : `There are: ${known.join(", ")}`;
  return `there is no check "${name.slice(0, 64)}". ${there}`;
}
