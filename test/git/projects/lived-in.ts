// A person's repository with something in every corner that must stay as it is, and a project that is added with it.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectName } from "../../../src/contract/home/ids.ts";
import { applyAdd } from "../../../src/git/projects/add-project.ts";
import { type ProjectAddOrder, type AddPlan, planAdd } from "../../../src/git/projects/plan-add.ts";
import {
  commitFiles,
  gitIn,
  makeRepository,
  type treesDeps,
  writeFiles,
} from "../../harness/git/repositories.ts";

export const name = projectName.parse("acme");
export type Deps = ReturnType<typeof treesDeps>;

export async function add(deps: Deps, order: Omit<ProjectAddOrder, "name">): Promise<AddPlan> {
  const plan = await planAdd(deps, { name, ...order });
  await applyAdd(deps, plan);
  deps.set({ acme: { path: plan.path, branch: plan.branch, integration: plan.integration } });
  return plan;
}

export function livedIn(): string {
  const path = makeRepository({ "a.txt": "a\n", "src/b.txt": "b\n", ".gitignore": "*.log\n" });
  commitFiles(path, { "c.txt": "c\n" });
  gitIn(path, "branch", "other");
  gitIn(path, "tag", "v1");
  writeFiles(path, { "a.txt": "stashed\n" });
  gitIn(path, "stash", "-q");
  gitIn(path, "pack-refs", "--all");
  gitIn(path, "branch", "loose");
  writeFiles(path, {
    "a.txt": "changed\n",
    "staged.txt": "staged\n",
    "untracked.txt": "u\n",
    "x.log": "ignored\n",
  });
  gitIn(path, "add", "staged.txt");
  writeFileSync(join(path, ".git/hooks/post-checkout"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  appendFileSync(join(path, ".git/config"), '[remote "origin"]\n\turl = https://token@example.org/x\n');
  return path;
}
