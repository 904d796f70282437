// Caches the problems of projects, as found when their repositories were last inspected. An inspection starts git, so a
// burst of requests shares one, and no caller waits long for a repository that does not answer.
import type { ProjectEntry } from "../../contract/project/project.ts";
import { within } from "../../base/async/time-limit.ts";
import type { Clock } from "../../host/clock.ts";
import { createSharedSync } from "../../host/files/shared-sync.ts";

export type ProjectProblem = Pick<ProjectEntry, "name" | "problem" | "integration" | "base">;

export interface ProjectProblemsDeps {
  clock: Pick<Clock, "monotonic" | "after">;
  hasProjects(): boolean;
  look(): Promise<readonly ProjectProblem[]>;
  /** Called when an inspection found something different from the one before. */
  changed(): void;
}

export interface ProjectProblems {
  /** Returns the problems, at most a few seconds old unless a repository is slow; `null` if they are not known yet. */
  current(): Promise<readonly ProjectProblem[] | null>;
  /** Makes the next call of `current` inspect the repositories again. */
  reconsider(): void;
}

const freshMs = 10_000;
const patienceMs = 400;

interface Held {
  found: readonly ProjectProblem[] | null;
  /** `null` if the next call has to inspect the repositories again. */
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
    await orLate(deps.clock, look());
  return held.found;
}

/** Waits for the inspection, but not for long. Throws what the inspection throws. */
async function orLate(clock: ProjectProblemsDeps["clock"], look: Promise<void>): Promise<void> {
  const looked = await within({ clock, ms: patienceMs }, look);
  if (looked.how === "broke") throw looked.error;
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
