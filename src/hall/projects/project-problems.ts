// The problems of projects, as the latest look at their repositories found them. A look starts git, so a burst of
// requests shares one, and no caller waits long for a repository that does not answer.
import type { ProjectEntry } from "../../contract/project/project.ts";
import { type Clock, sleep } from "../../host/clock.ts";
import { createSharedSync } from "../../host/files/shared-sync.ts";

export type ProjectProblem = Pick<ProjectEntry, "name" | "problem" | "integration" | "base">;

export interface ProjectProblemsDeps {
  clock: Pick<Clock, "monotonic" | "after">;
  hasProjects(): boolean;
  look(): Promise<readonly ProjectProblem[]>;
  /** The latest look differs from the one before. */
  changed(): void;
}

export interface ProjectProblems {
  /** The problems of a few seconds ago; `null` if they are not known yet. */
  current(): Promise<readonly ProjectProblem[] | null>;
  /** Makes the next call look again. */
  reconsider(): void;
}

const freshMs = 10_000;
const patienceMs = 400;

interface Held {
  found: readonly ProjectProblem[] | null;
  /** `null` if the next call has to look again. */
  lookedAt: number | null;
}

export function createProjectProblems(deps: ProjectProblemsDeps): ProjectProblems {
  const held: Held = { found: null, lookedAt: null };
  const share = createSharedSync(() => lookAgain(deps, held));
  return {
    current: () => current(deps, held, () => share("all")),
    reconsider: () => void (held.lookedAt = null),
  };
}

async function current(
  deps: ProjectProblemsDeps,
  held: Held,
  look: () => Promise<void>,
): Promise<Held["found"]> {
  if (!deps.hasProjects()) return [];
  if (held.lookedAt === null || deps.clock.monotonic() - held.lookedAt >= freshMs)
    await inPatience(deps.clock, look());
  return held.found;
}

async function inPatience(clock: ProjectProblemsDeps["clock"], work: Promise<void>): Promise<void> {
  const came = new AbortController();
  const done = work.finally(() => came.abort());
  await Promise.race([done, sleep(clock, patienceMs, came.signal)]);
}

async function lookAgain(deps: ProjectProblemsDeps, held: Held): Promise<void> {
  const lookedAt = deps.clock.monotonic();
  const before = held.found;
  held.lookedAt = lookedAt;
  held.found = await deps.look();
  if (before !== null && marks(before) !== marks(held.found)) deps.changed();
}

function marks(found: readonly ProjectProblem[]): string {
  return JSON.stringify(
    found.map(({ name, problem, base }) => [name, problem, base.state, base.since?.commit]),
  );
}
