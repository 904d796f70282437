// A person's repository and a worktree of one commission in it, made with the machine's own git.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type HomeLayout, homeLayout, projectLayout } from "../../src/contract/home-layout.ts";
import { projectName } from "../../src/contract/ids.ts";
import { type Checkout, commissionBranch, type TreePlan } from "../../src/contract/tree.ts";
import { worktreePlace } from "../../src/git/places.ts";
import { makeView } from "../../src/git/view.ts";
import { systemDisk } from "../../src/host/disk.ts";
import { someId } from "./histories.ts";

export interface SomeTree {
  home: HomeLayout;
  /** The person's checkout. */
  checkout: string;
  tree: TreePlan;
  worktree: string;
  /** Git, as the person has it: in the checkout. Gives what it printed. */
  git(...args: string[]): string;
}

export const someFiles: Readonly<Record<string, string>> = {
  "README.md": "# Some project\n",
  "src/a.txt": "one\ntwo\nthree\n",
  ".lore/notes.md": "What is known.\n",
};

export interface SomeTreeChoice {
  files?: Readonly<Record<string, string>>;
  checkout?: Checkout;
}

/** Everything lies below this directory. */
export async function laySomeTree(directory: string, choice: SomeTreeChoice = {}): Promise<SomeTree> {
  const { files = someFiles, checkout: kind = "full" } = choice;
  const home = homeLayout(join(directory, "hall"));
  const checkout = join(directory, "person");
  const git = (...args: string[]) => gitIn(checkout, args);
  mkdirSync(checkout, { recursive: true });
  git("init", "--quiet", "--initial-branch=main");
  writeAll(checkout, files);
  git("add", "--all");
  git("commit", "--quiet", "--message=The first of all");
  git("branch", "claude/main");
  const project = projectName.parse("acme");
  const { view, worktree } = projectLayout(home, project);
  const tree: TreePlan = {
    project,
    repository: join(checkout, ".git"),
    branch: commissionBranch(someId),
    base: git("rev-parse", "claude/main").trim(),
    into: "claude/main",
    checkout: kind,
  };
  await makeView(systemDisk, { view, repository: tree.repository, kept: new Map() });
  git("worktree", "add", "--quiet", "--no-checkout", "-b", tree.branch, worktree(someId), tree.base);
  fill(home, tree);
  return { home, checkout, tree, worktree: worktree(someId), git };
}

function fill(home: HomeLayout, tree: TreePlan): void {
  const { gitDir, workTree } = worktreePlace(home, someId, tree);
  const settings =
    tree.checkout === "sparse"
      ? ["-c", "core.sparseCheckout=true", "-c", "core.sparseCheckoutCone=false"]
      : [];
  if (tree.checkout === "sparse") {
    mkdirSync(`${gitDir}/info`, { recursive: true });
    writeFileSync(`${gitDir}/info/sparse-checkout`, "/.lore/\n");
  }
  gitIn(workTree, [...settings, "read-tree", "-m", "-u", "HEAD"]);
}

export function writeAll(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

const person = { name: "A Person", email: "person@example.invalid" };

export function gitIn(cwd: string, args: readonly string[]): string {
  const env = {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: person.name,
    GIT_AUTHOR_EMAIL: person.email,
    GIT_COMMITTER_NAME: person.name,
    GIT_COMMITTER_EMAIL: person.email,
  };
  const run = spawnSync("git", args, { cwd, env, encoding: "utf8", maxBuffer: 512 * 1024 * 1024 });
  if (run.status !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`);
  return run.stdout;
}

/** What git holds of the worktree's state, to be compared: nothing that only looks may change it. */
export function indexOf({ home, tree }: Pick<SomeTree, "home" | "tree">): Buffer {
  return readFileSync(`${worktreePlace(home, someId, tree).gitDir}/index`);
}
