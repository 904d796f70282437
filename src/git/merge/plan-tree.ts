// What a commission of a project is to work on: its own branch, which begins at a commit.
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import { type Checkout, commissionBranch, oid, type TreePlan } from "../../contract/project/tree.ts";
import { isCommit } from "../repository/refs.ts";
import { projectOf, tipOf } from "../repository/repository.ts";
import type { TreesDeps } from "../trees.ts";

export interface PlanOrder {
  id: CommissionId;
  project: ProjectName;
  checkout: Checkout;
  startAt: string | null;
}

export type Planned = { ok: true; tree: TreePlan } | { ok: false; message: string };

/** What is wrong with the repository is an answer; what is wrong with the machine is thrown. */
export async function planTree(deps: TreesDeps, order: PlanOrder): Promise<Planned> {
  try {
    return await plan(deps, order);
  } catch (error) {
    if (error instanceof Fault && error.code === "project") return { ok: false, message: error.message };
    throw error;
  }
}

async function plan(deps: TreesDeps, { id, project: name, checkout, startAt }: PlanOrder): Promise<Planned> {
  const project = await projectOf(deps, name);
  const into = await tipOf(deps, project, "integration");
  if (startAt !== null && !(oid.safeParse(startAt).success && (await isCommit(deps, project.place, startAt))))
    return {
      ok: false,
      message: `The commit ${startAt}, which it was to begin at, is not in the repository of project "${name}" any more. Redispatch it with --fresh.`,
    };
  const { repository, integration } = project;
  const base = startAt ?? into;
  const branch = commissionBranch(id);
  return { ok: true, tree: { project: name, repository, branch, base, into: integration, checkout } };
}
