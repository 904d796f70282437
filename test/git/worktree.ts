// A commission's worktree on a real repository, from its making to its close, for tests.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import type { Checkout, TreePlan } from "../../src/contract/project/tree.ts";
import { closeWorktree } from "../../src/git/worktree/close-worktree.ts";
import { commitWork } from "../../src/git/merge/commit-work.ts";
import { makeWorktree } from "../../src/git/worktree/make-worktree.ts";
import { worktreePlace, type WorktreePlace } from "../../src/git/repository/places.ts";
import { planTree } from "../../src/git/merge/plan-tree.ts";
import type { CommitOrder } from "../../src/rules/project/trees.ts";
import { gitIn } from "../harness/git/repositories.ts";
import { numbered, type TestProject } from "./project.ts";
import { commitPeople } from "../../src/rules/project/commit-people.ts";

export interface TestWork {
  project: TestProject;
  id: CommissionId;
  tree: TreePlan;
  place: WorktreePlace;
}

interface PlanGiven {
  number?: number;
  checkout?: Checkout;
  startAt?: string | null;
}

export async function planWork(
  project: TestProject,
  { number = 1, checkout = "full", startAt = null }: PlanGiven = {},
): Promise<TestWork> {
  const id = numbered(number);
  const planned = await planTree(project.deps, { id, project: project.name, checkout, startAt });
  if (!planned.ok) throw new Error(planned.message);
  const { tree } = planned;
  return { project, id, tree, place: worktreePlace(project.deps.home, id, tree) };
}

export async function startWork(
  project: TestProject,
  order: PlanGiven & { copy?: string[] } = {},
): Promise<TestWork> {
  const work = await planWork(project, order);
  await make(work, order.copy);
  return work;
}

export function make({ project, id, tree }: TestWork, copy: readonly string[] = []) {
  return makeWorktree(project.deps, { id, tree, copy, from: project.checkout, placed: () => undefined });
}

export const record = (id: CommissionId) => `.lore/commissions/${id}.md`;

export function commit({ project, id, tree }: TestWork, given: Partial<CommitOrder> = {}) {
  return commitWork(project.deps, {
    id,
    tree,
    snapshot: null,
    hasBegun: true,
    ignoredToo: false,
    document: { path: record(id), text: "# Done\n" },
    message: "Do the work",
    people: commitPeople("implementer", null),
    at: "2026-03-01T12:00:00.000Z",
    ...given,
  });
}

export function close(
  { project, id, tree }: TestWork,
  given: { tip: string | null; merged?: string | null; keepWorktree?: boolean },
) {
  return closeWorktree(project.deps, { id, tree, merged: null, keepWorktree: false, ...given });
}

export function write({ place }: TestWork, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place.workTree, path)), { recursive: true });
    writeFileSync(join(place.workTree, path), text);
  }
}

/** The paths that a commit or tree holds; names as they are. */
export function pathsIn({ project }: TestWork, name: string): string[] {
  const listed = gitIn(project.checkout, "ls-tree", "-r", "-z", "--name-only", name);
  return listed.split("\0").filter((path) => path !== "");
}

/** Every path below a directory, sorted. */
export function below(directory: string): string[] {
  return readdirSync(directory, { recursive: true }).map(String).toSorted();
}
