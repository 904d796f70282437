// A sync that a person asks for. What depends on the integration branch is looked at again afterwards.
import { findProject, type HallConfig } from "../contract/config.ts";
import type { ProjectName } from "../contract/ids.ts";
import { type Refusal, refuse } from "../contract/problem.ts";
import type { SyncReport } from "../contract/sync.ts";
import { codeOf } from "../host/disk.ts";

export interface SyncOperationDeps {
  sync(order: { project: ProjectName; dryRun: boolean }): Promise<SyncReport>;
  config: { now(): Pick<HallConfig, "projects"> };
  conductor: { reconsider(): void };
}

/** What is wrong with the repository is for the person to settle, and is no failure of the hall's. */
const refused: readonly unknown[] = ["project", "git"];

export async function syncNow(
  deps: SyncOperationDeps,
  order: { project: ProjectName; dryRun: boolean },
): Promise<{ ok: true; report: SyncReport } | Refusal> {
  const { project } = order;
  if (!findProject(deps.config.now().projects, project))
    return refuse("unknown_project", `There is no project "${project}".`);
  try {
    const report = await deps.sync(order);
    if (report.moved) deps.conductor.reconsider();
    return { ok: true, report };
  } catch (error) {
    if (!refused.includes(codeOf(error))) throw error;
    return refuse(
      "wrong_state",
      (error as Error).message,
      `Run "guild-hall project show ${project}" to see where it stands.`,
    );
  }
}
