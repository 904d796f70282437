// Plans what a commission of a project works on: its own branch, and the commit it starts at.
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import { type Checkout, commissionBranch, oid, type TreePlan } from "../../contract/project/tree.ts";
import { isCommit } from "../repository/refs.ts";
import { projectOf, tipOf } from "../repository/repository.ts";
import type { TreesDeps } from "../trees.ts";

export interface TreePlanOrder {
  id: CommissionId;
  project: ProjectName;
  checkout: Checkout;
  startAt: string | null;
}

export type PlannedTree = { ok: true; tree: TreePlan } | { ok: false; message: string };

/** Returns a problem with the project's repository as `ok: false`, and throws any other fault. */
export async function planTree(deps: TreesDeps, order: TreePlanOrder): Promise<PlannedTree> {
  try {
    return await plan(deps, order);
  } catch (error) {
    if (error instanceof Fault && error.code === "project") return { ok: false, message: error.message };
    throw error;
  }
}

async function plan(
  deps: TreesDeps,
  { id, project: name, checkout, startAt }: TreePlanOrder,
): Promise<PlannedTree> {
  const project = await projectOf(deps, name);
  const into = await tipOf(deps, project, "integration");
  if (startAt !== null && !(oid.safeParse(startAt).success && (await isCommit(deps, project.place, startAt))))
    return {
      ok: false,
      message: `The repository of project "${name}" no longer has the commit ${startAt}, where this attempt was to begin. Redispatch it with --fresh.`,
    };
  const { repository, integration } = project;
  const base = startAt ?? into;
  const branch = commissionBranch(id);
  return { ok: true, tree: { project: name, repository, branch, base, into: integration, checkout } };
}
