// Lets toolboxes run the checks of config.yaml and of this commission. Toolboxes are made before the
// session's sandbox exists, so the place where checks run is set later. It lasts as long as the session.
import type { CourseFact } from "../../contract/course/course-facts.ts";
import type { Check, CheckRun, ToolboxContext } from "../../contract/kit/index.ts";
import { type CheckDeps, type CheckPlace, type NamedCheck, runCheck } from "../checks/run-check.ts";

type NamedChecks = Readonly<Record<string, NamedCheck>>;

export interface OfferedChecks {
  checks: ToolboxContext["checks"];
  /** Runs a task within the session's limits. Throws if there is no session. */
  during<T>(signal: AbortSignal, work: (place: CheckPlace, signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Records a fact. When it resolves, the fact is durable; only then does the worker get its answer. */
  record(fact: CourseFact): Promise<void>;
  /** Called when the session's sandbox exists: from now on checks can run. */
  open(place: CheckPlace, record: OfferedChecks["record"]): void;
  /** Aborts running checks and waits until they have ended. */
  close(): Promise<void>;
}

export function createOfferedChecks(deps: CheckDeps, named: NamedChecks): OfferedChecks {
  const over = new AbortController();
  const running = new Set<Promise<unknown>>();
  let place: CheckPlace | null = null;
  let recorder: OfferedChecks["record"] = () => Promise.reject(new Error("there is no session yet"));
  const during: OfferedChecks["during"] = async (signal, work) => {
    if (place === null || over.signal.aborted) throw new Error("it can be run only while the session runs");
    const done = work(place, AbortSignal.any([signal, over.signal]));
    running.add(done);
    return done.finally(() => running.delete(done));
  };
  const run = async (name: string, asked: AbortSignal): Promise<CheckRun> => {
    const check = Object.entries(named).find(([known]) => known === name)?.[1];
    if (check === undefined) throw new Error(noSuchCheck(named, name));
    return during(asked, (where, signal) => runCheck(deps, { check, place: where, signal }));
  };
  return {
    checks: { list: () => listed(named), run },
    during,
    record: (fact) => recorder(fact),
    open: (given, record) => {
      place = given;
      recorder = record;
    },
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
