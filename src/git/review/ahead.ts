// Shows what the integration branch has and the person's branch lacks: as commits, and as changes.
import type { ChangeStat } from "../../contract/commission/review-list.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { AheadCommit, ProjectAhead, ProjectDiff } from "../../contract/project/ahead.ts";
import { logFields, parseCommission } from "../merge/commit-trailers.ts";
import { findPersonsBranch } from "../repository/persons-branch.ts";
import { countsBetween, findBranch, findTheirs, mergeBase, parentsOf } from "../repository/refs.ts";
import { type OpenProject, projectOf, tipOf } from "../repository/repository.ts";
import { git, mustBeAnswer, runGit } from "../repository/run.ts";
import type { TreesDeps } from "../trees.ts";
import { type ComparedTrees, diffTreeArgs } from "./diff-entries.ts";
import { diffTrees } from "./diff-trees.ts";
import { lookInTime, lookLimitMs } from "./work-sides.ts";

const mostListed = 500;
const mostFound = 5000;

interface Tips {
  branch: string;
  integration: string;
}

/** Throws a fault with the code "project" if the project has no repository, or one of its branches is not there. */
export function listAhead(deps: TreesDeps, name: ProjectName): Promise<ProjectAhead> {
  return lookInTime({ deps, limitMs: lookLimitMs }, async (timed) => {
    const project = await projectOf(timed, name);
    const tips = await tipsOf(timed, project);
    const { ahead, behind } = await countsOf(timed, project, tips);
    return {
      project: name,
      branch: project.branch,
      tip: tips.branch,
      integration: project.integration,
      integrationTip: tips.integration,
      commits: ahead === 0 ? [] : await commitsBetween(timed, project, tips),
      total: ahead,
      behind,
    };
  });
}

async function tipsOf(deps: TreesDeps, project: OpenProject): Promise<Tips> {
  const [branch, integration] = await Promise.all([
    tipOf(deps, project, "branch"),
    tipOf(deps, project, "integration"),
  ]);
  return { branch, integration };
}

function countsOf(deps: TreesDeps, { place }: OpenProject, { branch, integration }: Tips) {
  return countsBetween(deps, place, { tip: integration, other: branch });
}

/** Each part is on one line of its own: none of them can hold a line break. */
const format = `--format=%H%n%s%n%an%n%aI%n${logFields.commission}%n${logFields.undoes}`;

async function commitsBetween(
  deps: TreesDeps,
  { place }: OpenProject,
  { branch, integration }: Tips,
): Promise<AheadCommit[]> {
  const changes = ["--raw", "--no-renames", "--no-ext-diff", "--diff-merges=first-parent"];
  const args = ["log", "-z", format, ...changes, `--max-count=${mostListed}`, `${branch}..${integration}`];
  const words = (await git(deps, { args, place })).split("\0");
  const commits: AheadCommit[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = (words[at] ?? "").replace(/^\n/, "");
    const last = commits.at(-1);
    // A changed file is two words: its modes, ids and status, which begin with a colon, and then its path.
    if (word.startsWith(":") && last) {
      last.files += 1;
      at += 1;
    } else if (word !== "") commits.push(commitOf(word));
  }
  return commits;
}

function commitOf(entry: string): AheadCommit {
  const [commit = "", subject = "", author = "", at = "", commission = "", undoes = ""] = entry.split("\n");
  const undone = parseCommission(undoes);
  return {
    commit,
    subject,
    author,
    at,
    commission: undone ?? parseCommission(commission),
    reverts: undone !== null,
    files: 0,
  };
}

export interface AheadDiffOrder {
  project: ProjectName;
  /** Limits the diff to this file. */
  path?: string | undefined;
  /** A single commit that is ahead; by default all of them together. */
  commit?: string | undefined;
}

/** Throws a fault with the code "gone" if the commit is not ahead of the person's branch any more. */
export function diffAhead(
  deps: TreesDeps,
  { project: name, path, commit }: AheadDiffOrder,
): Promise<ProjectDiff> {
  return lookInTime({ deps, limitMs: lookLimitMs }, async (timed) => {
    const project = await projectOf(timed, name);
    const { place } = project;
    const tips = await tipsOf(timed, project);
    const base =
      commit === undefined
        ? await baseOf(timed, project, tips)
        : await parentAhead(timed, project, { tips, commit });
    const tip = commit ?? tips.integration;
    return { ...(await diffTrees(timed, { place, from: base, to: tip, path })), project: name, base, tip };
  });
}

async function baseOf(deps: TreesDeps, project: OpenProject, { branch, integration }: Tips): Promise<string> {
  const base = await mergeBase(deps, project.place, [branch, integration]);
  if (base !== null) return base;
  const names = `"${project.branch}" and "${project.integration}"`;
  throw new Fault("project", `The branches ${names} have no commit in common.`);
}

async function parentAhead(
  deps: TreesDeps,
  { place, integration, branch }: OpenProject,
  { tips, commit }: { tips: Tips; commit: string },
): Promise<string> {
  const args = ["rev-list", `${tips.branch}..${tips.integration}`];
  const ahead = (await git(deps, { args, place })).split("\n");
  const [parent] = ahead.includes(commit) ? await parentsOf(deps, place, commit) : [];
  if (parent !== undefined) return parent;
  const short = commit.slice(0, 12);
  throw new Fault(
    "gone",
    `Commit ${short} is not among those that "${integration}" is ahead of "${branch}".`,
  );
}

export interface Ahead {
  /** The person's branch, which may be a remote-tracking one. */
  branch: string;
  integration: string;
  tips: Tips;
  /** The ids of the commits that the integration branch has and the person's branch lacks; at most 5,000. */
  commits: ReadonlySet<string>;
}

/** Returns `null` if the project has no repository, or no branch of the person's. */
export async function findAhead(deps: TreesDeps, name: ProjectName): Promise<Ahead | null> {
  const branch = await findPersonsBranch(deps.projects(), name);
  if (branch === null || deps.projects()[name]?.path === undefined) return null;
  const { place, integration } = await projectOf(deps, name);
  const [theirs, ours] = await Promise.all([
    findTheirs(deps, place, branch),
    findBranch(deps, place, integration),
  ]);
  if (theirs === undefined || ours === undefined) return null;
  const args = ["rev-list", `--max-count=${mostFound}`, `${theirs}..${ours}`];
  const commits = (await git(deps, { args, place })).split("\n").filter((line) => line !== "");
  return { branch, integration, tips: { branch: theirs, integration: ours }, commits: new Set(commits) };
}

/** Counts the changes between two commits; `null` if one of them is not there any more. */
export async function changeStat(deps: TreesDeps, sides: ComparedTrees): Promise<ChangeStat | null> {
  const order = { args: diffTreeArgs(["--shortstat"], sides), place: sides.place };
  const run = await runGit(deps, order);
  mustBeAnswer(order, run);
  if (run.code !== 0) return null;
  const count = (words: RegExp) => Number(words.exec(run.stdout)?.[1] ?? 0);
  return {
    files: count(/(\d+) files? changed/),
    additions: count(/(\d+) insertions?\(/),
    deletions: count(/(\d+) deletions?\(/),
  };
}
