// Finds a worker by name, and says what does not apply to guild members. Pure.
import type { WorkerList } from "../../../src/contract/package/roster.ts";
import { bareName, isMember } from "../../words/worker-name.ts";

export type Worker = WorkerList["workers"][number];

/** Finds the worker. A link may name a package with its prefix, as on the command line. */
export function findWorker(workers: readonly Worker[], name: string): Worker | undefined {
  return workers.find((worker) => worker.name === (isMember(name) ? name : bareName(name)));
}

/**
 * Returns the worker's tools; `null` for a guild member, whose tools are its own, and `undefined` if no worker is
 * chosen or found.
 */
export function toolsOf(worker: Worker | null | undefined): readonly string[] | null | undefined {
  if (!worker) return undefined;
  return worker.kind === "package" ? worker.tools : null;
}

/** Why each of these does not apply to a guild member: it is given only a task. */
export const notForMembers = {
  project: "A guild member gets no repository, so it cannot work on a project.",
  checks: "A guild member gets no repository, so there is nothing to run checks on.",
  keepWorktree: "A guild member gets no repository, so there is no worktree to keep.",
  files: "A guild member cannot read attached files.",
  tools: "A guild member brings its own tools, so you cannot restrict them here.",
} as const;
