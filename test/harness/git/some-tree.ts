// Creates a person's repository and one commission's worktree in it, with the machine's git.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HomeLayout, homeLayout, projectLayout } from "../../../src/contract/home/home-layout.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { type Checkout, commissionBranch, type TreePlan } from "../../../src/contract/project/tree.ts";
import { worktreePlace } from "../../../src/git/repository/places.ts";
import { makeView } from "../../../src/git/repository/view.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { someId } from "../ledger/histories.ts";
import { gitIn, writeFiles } from "./repositories.ts";

export interface SomeTree {
  home: HomeLayout;
  /** The person's checkout. */
  checkout: string;
  tree: TreePlan;
  worktree: string;
  /** Runs git in the checkout, as the person would, and returns its output. */
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

/** Creates the home, the repository and the worktree below this directory. */
export async function laySomeTree(directory: string, choice: SomeTreeChoice = {}): Promise<SomeTree> {
  const { files = someFiles, checkout: kind = "full" } = choice;
  const home = homeLayout(join(directory, "hall"));
  const checkout = join(directory, "person");
  const git = (...args: string[]) => gitIn(checkout, ...args);
  mkdirSync(checkout, { recursive: true });
  git("init", "--quiet", "--initial-branch=main");
  writeFiles(checkout, files);
  git("add", "--all");
  git("commit", "--quiet", "--message=The first of all");
  git("branch", "claude/main");
  const project = projectName.parse("acme");
  const { view, worktree } = projectLayout(home, project);
  const tree: TreePlan = {
    project,
    repository: join(checkout, ".git"),
    branch: commissionBranch(someId),
    base: git("rev-parse", "claude/main"),
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
  gitIn(workTree, ...settings, "read-tree", "-m", "-u", "HEAD");
}

/** Returns the worktree's index, to check that reading operations leave it unchanged. */
export function indexOf({ home, tree }: Pick<SomeTree, "home" | "tree">): Buffer {
  return readFileSync(`${worktreePlace(home, someId, tree).gitDir}/index`);
}
