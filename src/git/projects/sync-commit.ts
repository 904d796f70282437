// Makes the commit that a sync moves the integration branch to. Planning makes it in a temporary object directory, so
// that nothing is left in the repository. Applying the plan makes the same commit in the repository itself.
import { Fault } from "../../contract/api/problem.ts";
import type { SyncKind } from "../../contract/project/sync.ts";
import {
  planMerge,
  type MergePlan,
  planSync,
  type SyncSides,
  syncMessage,
} from "../../rules/project/sync-plan.ts";
import { hallAuthor } from "../repository/author.ts";
import { commitTree, type MergedTree, type MergePlace, mergeTrees, treeOf } from "../merge/merge-trees.ts";
import { isAncestor } from "../repository/refs.ts";
import type { OpenProject } from "../repository/repository.ts";
import { git, gitFault, runGit } from "../repository/run.ts";
import { findTaken } from "./squash-detection.ts";
import type { TreesDeps } from "../trees.ts";

export interface PlannedSync {
  kind: SyncKind;
  sides: SyncSides;
  after: string;
  taken: string | null;
  conflicts: string[];
  /** The plan for the commit; `null` if no new commit is needed. */
  merge: MergePlan | null;
}

export async function planFor(deps: TreesDeps, project: OpenProject, sides: SyncSides): Promise<PlannedSync> {
  const plan = planSync(await relate(deps, project, sides));
  if (plan.kind === "unrelated") throw unrelated(project);
  if (plan.kind !== "diverged") return { ...plan, sides, taken: null, conflicts: [], merge: null };
  return apart(deps, project, async (objects) => {
    const where = { place: project.place, objects };
    const taken = await findTaken(deps, where, { ...sides, base: plan.base });
    const merge = planMerge(sides, taken);
    const made = await make(deps, where, { project, sides, merge });
    return "files" in made
      ? { kind: "conflict", sides, after: sides.integration, taken, conflicts: made.files, merge }
      : { kind: merge.kind, sides, after: made.commit, taken, conflicts: [], merge };
  });
}

/** Makes the planned commit in the repository itself. */
export async function makeForSync(
  deps: TreesDeps,
  project: OpenProject,
  planned: PlannedSync,
): Promise<void> {
  const { merge, sides, after } = planned;
  if (merge === null) return;
  const made = await make(deps, { place: project.place }, { project, sides, merge });
  if ("files" in made || made.commit !== after) throw new Error("The sync did not make the planned commit.");
}

async function relate(deps: TreesDeps, { place }: OpenProject, { person, integration }: SyncSides) {
  const order = { args: ["merge-base", person, integration], place };
  const run = await runGit(deps, order);
  if (run.code !== 0 && run.code !== 1) throw gitFault(order, run);
  return {
    person,
    integration,
    isPersonIn: await isAncestor(deps, place, { old: person, of: integration }),
    isIntegrationIn: await isAncestor(deps, place, { old: integration, of: person }),
    base: run.code === 0 ? run.stdout.trim() : null,
  };
}

interface Making {
  project: OpenProject;
  sides: SyncSides;
  merge: MergePlan;
}

async function make(
  deps: TreesDeps,
  where: MergePlace,
  { project, sides, merge }: Making,
): Promise<{ commit: string } | { files: string[] }> {
  const author = hallAuthor(await latestTime(deps, where, sides));
  const files = await filesOf(deps, where, { sides, merge, author });
  if (!files.clean) return files;
  const names = { branch: project.branch, into: project.integration };
  const message = syncMessage(merge.kind, names);
  return { commit: await commitTree(deps, where, { ...merge, tree: files.tree, message, author }) };
}

/**
 * Merges the two branches. If the person's branch already has part of the work through other commits, a helper commit
 * first declares that part as merged, so that git merges only the rest.
 */
async function filesOf(
  deps: TreesDeps,
  where: MergePlace,
  { sides, merge, author }: Pick<Making, "sides" | "merge"> & { author: ReturnType<typeof hallAuthor> },
): Promise<MergedTree> {
  const { person, integration } = sides;
  const theirs = await treeOf(deps, where.place, person);
  if (merge.tree === "person") return { clean: true, tree: theirs };
  const { since } = merge.tree;
  if (since === null) return mergeTrees(deps, where, { ours: integration, theirs: person });
  const said = { tree: theirs, parents: [person, since], message: "merged\n", author };
  return mergeTrees(deps, where, { ours: integration, theirs: await commitTree(deps, where, said) });
}

/** The end of the year 9999, the latest time that is used. Git accepts any number as a commit's time. */
const latestSecond = 253_402_300_799;

/** Returns the commit time of the newer side, so that the same plan always gives the same commit. */
export async function latestTime(deps: TreesDeps, { place }: MergePlace, sides: SyncSides): Promise<string> {
  const args = ["log", "--no-walk", "--format=%ct", sides.person, sides.integration];
  const times = (await git(deps, { args, place })).trim().split("\n").map(Number);
  return new Date(Math.min(Math.max(...times), latestSecond) * 1000).toISOString();
}

/** Runs the task with a temporary object directory. First removes one that a killed hall may have left. */
export async function apart<T>(
  { disk }: TreesDeps,
  { place }: OpenProject,
  task: (objects: string) => Promise<T>,
): Promise<T> {
  const objects = `${place.view}/apart`;
  await disk.removeTree(objects);
  await disk.makeDirectories(`${objects}/info`);
  await disk.replaceUnsynced(`${objects}/info/alternates`, `${place.view}/objects\n`);
  try {
    return await task(objects);
  } finally {
    await disk.removeTree(objects);
  }
}

export function unrelated({ branch, integration, isShallow, top }: OpenProject): Fault {
  const why = isShallow
    ? `${top} is a shallow clone, which ends before the commit they both come from. Run "git fetch --unshallow" there`
    : `they have no commit in common. If that is meant, merge them yourself with "git merge --allow-unrelated-histories"`;
  return new Fault("project", `"${branch}" cannot be brought into "${integration}": ${why}.`);
}
