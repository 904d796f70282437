// Plans a take-over: what landed on the integration branch, or one commission's commit, comes to the person's branch.
// A plan leaves nothing in the repository.
import type { CommitSettings } from "../../contract/project/land-settings.ts";
import type { TakeKind } from "../../contract/project/take.ts";
import { Fault } from "../../contract/api/problem.ts";
import { hallPeople } from "../../rules/project/commit-people.ts";
import { authorOf, hallAuthor } from "../repository/author.ts";
import { commitTree, mergeTrees, type MergePlace, type NewCommit, treeOf } from "../merge/merge-trees.ts";
import { isAncestor, isCommit, mergeBase, parentsOf } from "../repository/refs.ts";
import type { OpenProject } from "../repository/repository.ts";
import { git } from "../repository/run.ts";
import type { TreesDeps } from "../trees.ts";
import { pickCommit } from "./cherry-pick.ts";
import { findTaken } from "./squash-detection.ts";
import { apart, latestTime, unrelated } from "./sync-commit.ts";

export interface TakeSides {
  /** The tip of the person's branch. */
  person: string;
  /** The tip of the integration branch. */
  integration: string;
}

export interface TakePlan {
  kind: TakeKind;
  sides: TakeSides;
  /** The commit that the person's branch is to be at. */
  after: string;
  /** The commit with one commission's work; `null` if all that landed is taken over. */
  only: string | null;
  conflicts: string[];
  /** Whether "git merge" gives the same, which knows nothing of work that came to the branch by other commits. */
  isPlain: boolean;
  /** Makes the commit `after` in the given place; `null` if it is there already. */
  make: ((where: MergePlace) => Promise<Made>) | null;
}

export type Made = { commit: string } | { files: string[] } | "nothing";

export interface TakeAsked {
  project: OpenProject;
  sides: TakeSides;
  only: string | null;
  /** How the project wants its commits. */
  style: CommitSettings | null;
}

/** Must be called inside `inTurn` of the project, because the plan uses a directory of its own. */
export async function planTake(deps: TreesDeps, asked: TakeAsked): Promise<TakePlan> {
  const { sides, only, project } = asked;
  if (only !== null) await mustHaveLanded(deps, asked, only);
  const wanted = only ?? sides.integration;
  const plan = { sides, only, conflicts: [], make: null, isPlain: true };
  const isIn = (old: string, of: string) => isAncestor(deps, project.place, { old, of });
  if (await isIn(wanted, sides.person)) return { ...plan, kind: "nothing", after: sides.person };
  const isNext = only === null ? await isIn(sides.person, wanted) : await isOnTop(deps, asked, only);
  if (isNext) return { ...plan, kind: "fast-forward", after: wanted };
  const base = only === null ? await mergeBase(deps, project.place, [sides.person, wanted]) : null;
  if (only === null && base === null)
    throw unrelated({ ...project, branch: project.integration, integration: project.branch });
  const { make, made, isPlain } = await apart(deps, project, async (objects) => {
    const where = { place: project.place, objects };
    const taken = base === null ? null : await findTaken(deps, where, { ...sides, base });
    const make = (there: MergePlace) =>
      only === null
        ? makeMerge(deps, there, { ...asked, taken })
        : pickCommit(deps, there, { ...asked, only });
    const made = await make(where);
    return { make, made, isPlain: taken === null || (await isPlainMerge(deps, where, { sides, made })) };
  });
  if (made === "nothing") return { ...plan, kind: "nothing", after: sides.person };
  if ("files" in made)
    return { ...plan, kind: "conflict", after: sides.person, conflicts: made.files, isPlain };
  return { ...plan, isPlain, kind: only === null ? "merge" : "cherry-pick", after: made.commit, make };
}

/** Makes the planned commit in the repository itself. */
export async function makeForTake({ place }: OpenProject, { make, after }: TakePlan): Promise<void> {
  if (make === null) return;
  const made = await make({ place });
  if (made === "nothing" || "files" in made || made.commit !== after)
    throw new Error("The take-over did not make the planned commit.");
}

async function mustHaveLanded(deps: TreesDeps, { project, sides }: TakeAsked, only: string): Promise<void> {
  const { place, integration } = project;
  const isThere =
    (await isCommit(deps, place, only)) &&
    (await isAncestor(deps, place, { old: only, of: sides.integration }));
  if (isThere) return;
  throw new Fault("gone", `Its commit ${only.slice(0, 12)} is not on "${integration}" any more.`);
}

/** Whether the commit is the next after the person's, so that moving the branch to it brings nothing else. */
async function isOnTop(deps: TreesDeps, { project, sides }: TakeAsked, only: string): Promise<boolean> {
  return (await parentsOf(deps, project.place, only)).join() === sides.person;
}

/** Merges only what came after `taken`, the newest work that the person's branch has by other commits. */
async function makeMerge(
  deps: TreesDeps,
  where: MergePlace,
  { project, sides, style, taken }: TakeAsked & { taken: string | null },
): Promise<Made> {
  const { person, integration } = sides;
  const ours = taken === null ? person : await declareTaken(deps, where, { person, taken });
  const merged = await mergeTrees(deps, where, { ours, theirs: integration });
  if (!merged.clean) return merged;
  const at = await latestTime(deps, where, sides);
  const commit: NewCommit = {
    tree: merged.tree,
    parents: [person, integration],
    message: `${mergeSubject(project)}\n`,
    author: authorOf({ people: hallPeople(style), at }),
  };
  return { commit: await commitTree(deps, where, commit) };
}

/** Makes a commit with the person's files that has the taken work as a parent, so that git merges only the rest. */
async function declareTaken(
  deps: TreesDeps,
  where: MergePlace,
  { person, taken }: { person: string; taken: string },
): Promise<string> {
  const tree = await treeOf(deps, where.place, person);
  const words = { message: "Taken\n", author: hallAuthor("1970-01-01T00:00:00Z") };
  return commitTree(deps, where, { tree, parents: [person, taken], ...words });
}

/** Returns whether a merge by git alone gives the planned files, or stops in a conflict as the plan does. */
async function isPlainMerge(
  deps: TreesDeps,
  where: MergePlace,
  { sides, made }: { sides: TakeSides; made: Made },
): Promise<boolean> {
  const plain = await mergeTrees(deps, where, { ours: sides.person, theirs: sides.integration });
  if (made === "nothing" || "files" in made) return !plain.clean;
  const order = { ...where, args: ["rev-parse", "--verify", `${made.commit}^{tree}`] };
  return plain.clean && plain.tree === (await git(deps, order)).trim();
}

/** Returns the subject of the merge commit, also where the person's own git makes it. */
export function mergeSubject({ integration, branch }: OpenProject): string {
  return `Merge branch '${integration}' into ${branch}`;
}

/** Returns the commits that come to the branch, newest first, and how many there are. */
export async function listBrought(
  deps: TreesDeps,
  { place }: OpenProject,
  { kind, sides, only }: TakePlan,
): Promise<{ brings: { commit: string; subject: string }[]; total: number }> {
  if (kind === "nothing") return { brings: [], total: 0 };
  const range = only === null ? [`${sides.person}..${sides.integration}`] : ["--no-walk", only];
  const log = ["log", "-z", "--format=%H%n%s", `--max-count=${mostBrought}`, ...range];
  const printed = (await git(deps, { args: log, place })).split("\0").filter((entry) => entry !== "");
  const brings = printed.map((entry) => {
    const [commit = "", subject = ""] = entry.split("\n");
    return { commit, subject };
  });
  if (only !== null || brings.length < mostBrought) return { brings, total: brings.length };
  const count = await git(deps, { args: ["rev-list", "--count", ...range], place });
  return { brings, total: Number(count.trim()) };
}

const mostBrought = 100;
