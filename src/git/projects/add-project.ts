// Creates the integration branch and worktree of a new project. The caller writes the config.yaml entry afterwards.
import { ensureIntegration } from "../merge/integration.ts";
import type { AddPlan } from "./plan-add.ts";
import { openRepository } from "../repository/repository.ts";
import type { TreesDeps } from "../trees.ts";

export async function applyAdd(deps: TreesDeps, plan: AddPlan): Promise<void> {
  const { name, integration, tip } = plan;
  const opened = await openRepository(deps, { project: name, path: plan.path });
  await ensureIntegration(deps, { ...opened, name, integration, tip });
}
