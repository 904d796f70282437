// Carries out what was planned for a new project, but for its entry in config.yaml, which comes last.
import { ensureIntegration } from "../merge/integration.ts";
import type { AddPlan } from "./plan-add.ts";
import { openRepository } from "../repository/repository.ts";
import type { TreesDeps } from "../trees.ts";

export async function applyAdd(deps: TreesDeps, plan: AddPlan): Promise<void> {
  const { name, integration, tip } = plan;
  const opened = await openRepository(deps, { project: name, path: plan.path });
  await ensureIntegration(deps, { ...opened, name, integration, tip });
}
