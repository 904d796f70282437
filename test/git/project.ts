// A project with a real repository, its integration branch and its worktree, and what commissions leave on branches.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import {
  commissionId,
  type CommissionId,
  type ProjectName,
  projectName,
} from "../../src/contract/home/ids.ts";
import { commissionBranch, type TreePlan } from "../../src/contract/project/tree.ts";
import { ensureIntegration } from "../../src/git/merge/integration.ts";
import { integrationPlace, type WorktreePlace } from "../../src/git/repository/places.ts";
import { projectOf } from "../../src/git/repository/repository.ts";
import { syncProject } from "../../src/git/projects/sync.ts";
import type { TreesDeps } from "../../src/git/trees.ts";
import { commitFiles, gitIn, makeRepository, treesDeps } from "../harness/git/repositories.ts";

export interface TestProject {
  name: ProjectName;
  deps: TreesDeps;
  /** The person's checkout. */
  checkout: string;
  repository: string;
  place: WorktreePlace;
  notes: string[];
}

export const integration = "claude/main";

export async function openTestProject(
  files: Readonly<Record<string, string>> = { "a.txt": "a\n", "b.txt": "b\n", "dir/c.txt": "c\n" },
): Promise<TestProject> {
  const checkout = makeRepository(files);
  return adopt({ checkout, deps: treesDeps() });
}

export async function adopt({
  checkout,
  deps: given,
  branch = "main",
}: {
  checkout: string;
  deps: ReturnType<typeof treesDeps>;
  branch?: string;
}): Promise<TestProject> {
  const notes: string[] = [];
  const deps = { ...given, log: { warn: (note: string) => void notes.push(note) } };
  const name = projectName.parse("acme");
  given.set({ acme: { path: checkout, branch } });
  const opened = await projectOf(deps, name);
  await ensureIntegration(deps, { ...opened, tip: gitIn(checkout, "rev-parse", "HEAD") });
  const { repository } = opened;
  const place = integrationPlace(deps.home, { project: name, repository });
  return { name, deps, checkout, repository, place, notes };
}

export function numbered(number: number): CommissionId {
  return commissionId.parse(`0197f3a2-7c1b-7abc-8def-${number.toString(16).padStart(12, "0")}`);
}

export interface Work {
  id: CommissionId;
  tree: TreePlan;
  tip: string;
}

/** A commit on a commission's branch, as its finish leaves it, made without a checkout. */
export function leaveWork(
  project: Pick<TestProject, "checkout" | "name" | "repository">,
  number: number,
  files: Readonly<Record<string, string | null>>,
): Work {
  const { checkout, name, repository } = project;
  const id = numbered(number);
  const base = tipOf(project, integration);
  const tip = commitOn(checkout, base, files);
  gitIn(checkout, "update-ref", `refs/heads/${commissionBranch(id)}`, tip);
  const tree: TreePlan = {
    project: name,
    repository,
    branch: commissionBranch(id),
    base,
    into: integration,
    checkout: "full",
  };
  return { id, tree, tip };
}

/** A commit with these changes on top of another; null takes a file away. No branch and no checkout is touched. */
export function commitOn(
  checkout: string,
  parent: string,
  files: Readonly<Record<string, string | null>>,
): string {
  const tree = treeWith(checkout, parent, files);
  return gitIn(checkout, "commit-tree", tree, "-p", parent, "-m", `Change ${Object.keys(files).join(", ")}`);
}

function treeWith(checkout: string, parent: string, files: Readonly<Record<string, string | null>>): string {
  const index = `${checkout}/.git/index-of-a-test`;
  const run = (args: string[], input = "") => {
    const done = Bun.spawnSync(["git", ...args], {
      cwd: checkout,
      env: { PATH: process.env["PATH"] ?? "", GIT_INDEX_FILE: index },
      stdin: Buffer.from(input),
    });
    if (done.exitCode !== 0) throw new Error(done.stderr.toString());
    return done.stdout.toString().trim();
  };
  run(["read-tree", parent]);
  for (const [path, text] of Object.entries(files)) {
    if (text === null) run(["update-index", "--force-remove", path]);
    else
      run([
        "update-index",
        "--add",
        "--cacheinfo",
        `100644,${run(["hash-object", "-w", "--stdin"], text)},${path}`,
      ]);
  }
  const tree = run(["write-tree"]);
  Bun.spawnSync(["rm", "-f", index]);
  return tree;
}

/** A commission's commit on the integration branch, as a merge leaves it. */
export function work(
  { checkout }: Pick<TestProject, "checkout">,
  files: Readonly<Record<string, string | null>>,
): string {
  const commit = commitOn(checkout, integration, files);
  gitIn(checkout, "update-ref", `refs/heads/${integration}`, commit);
  return commit;
}

/** A commit of the person's, on the branch that is checked out. */
export function push({ checkout }: Pick<TestProject, "checkout">, files: Record<string, string>): string {
  return commitFiles(checkout, files);
}

export function sync({ deps, name }: TestProject, dryRun = false): ReturnType<typeof syncProject> {
  return syncProject(deps, { project: name, dryRun });
}

export function tipOf({ checkout }: Pick<TestProject, "checkout">, ref: string): string {
  return gitIn(checkout, "rev-parse", "--verify", ref);
}

export function fileAt({ checkout }: Pick<TestProject, "checkout">, ref: string, path: string): string {
  return gitIn(checkout, "show", `${ref}:${path}`);
}

/** What is the person's: their branches and tags, head, index, settings, hooks, stash and files. */
export function personState({ checkout, repository }: Pick<TestProject, "checkout" | "repository">): object {
  const refs = gitIn(checkout, "for-each-ref", "--format=%(objectname) %(refname) %(symref)");
  return {
    refs: refs.split("\n").filter((line) => !line.includes(" refs/heads/claude/")),
    files: ["HEAD", "index", "config", "logs/HEAD", "logs/refs/heads/main"].map((name) =>
      hashOf(`${repository}/${name}`),
    ),
    hooks: existsSync(`${repository}/hooks`) ? readdirSync(`${repository}/hooks`).sort() : [],
    status: gitIn(checkout, "--no-optional-locks", "status", "--porcelain", "--ignored"),
  };
}

function hashOf(file: string): string | null {
  return existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : null;
}

/** Every commit that a ref leads to. */
export function reachable({ checkout }: Pick<TestProject, "checkout">): string[] {
  return gitIn(checkout, "rev-list", "--all").split("\n").sort();
}

/** What git says of the repository's health; empty: nothing is wrong. */
export function fsck({ checkout }: Pick<TestProject, "checkout">): string {
  return gitIn(checkout, "fsck", "--full", "--strict", "--no-dangling", "--no-progress");
}
