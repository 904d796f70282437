// Repairs the worktrees that earlier hall processes left. Reconnects a moved worktree with git's entry for it
// (a directory under ".git/worktrees/"), finishes interrupted removals, and reports the rest. A worktree of
// unknown origin is never touched.
import { messageOf } from "../../base/text/message-of.ts";
import { projectLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { LogFields } from "../../host/log.ts";
import { closeAgain, type CloseAgainDeps } from "./close-again.ts";
import { findIntegration, findWorktrees, type FoundWorktree } from "./find-worktrees.ts";
import { clearPackedRefsDraft } from "../repository/packed-refs.ts";
import { sweepLooks } from "../repository/temporary-views.ts";
import { type Repair, repairLinks } from "./repair-links.ts";
import { ownedBy, passOver, survey, type Surveyed, type SurveyDeps } from "./survey.ts";
import { shownBy } from "../repository/view.ts";

export interface ReconcileDeps extends SurveyDeps, CloseAgainDeps {
  disk: Disk;
  /** Updates the hall's view of the project's repository. */
  refresh(project: ProjectName): Promise<void>;
  log: { info(message: string, fields?: LogFields): void };
}

/** Repairs a project's worktrees before they are used. Returns sentences about repairs that failed. */
export async function mend(deps: ReconcileDeps, project: ProjectName): Promise<string[]> {
  const faults: string[] = [];
  await trying(faults, `Project "${project}"`, async () => {
    await deps.refresh(project);
    const repository = await shownBy(projectLayout(deps.home, project).view);
    if (repository !== undefined) await clearPackedRefsDraft(repository);
  });
  for (const found of await ownWorktrees(deps, project))
    await trying(faults, found.path, async () => faults.push(...(await repaired(deps, found))));
  return faults;
}

/**
 * Finishes interrupted removals of a project's worktrees. This can run late, because no commission needs
 * them.
 */
export async function finishClosings(
  deps: ReconcileDeps,
  project: ProjectName,
): Promise<{ faults: string[]; told: string[] }> {
  const faults: string[] = [];
  await trying(faults, `Project "${project}"`, () =>
    sweepLooks(deps.disk, { directory: projectLayout(deps.home, project).view, begins: "look-" }),
  );
  const surveyed = await survey(deps, project);
  for (const one of surveyed) await trying(faults, one.found.path, () => closeWhereCutShort(deps, one));
  return { faults, told: surveyed.flatMap(toldOf) };
}

/** Does the work. If it fails, adds a sentence to `faults`, so that the caller can continue with the rest. */
export async function trying(faults: string[], what: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    faults.push(`${what}: ${messageOf(error)}`);
  });
}

/** Returns the integration worktree, and the worktrees of this hall's commissions, including ended ones. */
async function ownWorktrees(deps: ReconcileDeps, project: ProjectName): Promise<FoundWorktree[]> {
  const own = [await findIntegration(deps, project)];
  for (const found of await findWorktrees(deps, project)) {
    const commission = found.id === null ? undefined : await deps.find(found.id).catch(passOver);
    if (commission?.record.tree?.project === project) own.push(found);
  }
  return own;
}

async function repaired({ disk, log }: ReconcileDeps, found: FoundWorktree): Promise<string[]> {
  const repair: Repair = await repairLinks(disk, found);
  if (repair.kind === "repaired")
    log.info("the links of a moved worktree were repaired", { path: found.path });
  return repair.kind === "problem" ? [repair.message] : [];
}

async function closeWhereCutShort(deps: ReconcileDeps, one: Surveyed): Promise<void> {
  const owned = ownedBy(one);
  if (owned === null || !isCutShort(one)) return;
  await closeAgain(deps, owned);
  deps.log.info("the interrupted closing of a worktree was finished", { path: one.found.path });
}

/**
 * Tells whether the removal of the worktree was interrupted: a part of it is left, or only git's entry for
 * it.
 */
function isCutShort({ judgement }: Surveyed): boolean {
  const { state, prune } = judgement;
  return (state === "left" && prune === "close") || (state === "missing" && prune === "forget");
}

/** Returns a sentence if a person has to look at this worktree. */
export function toldOf({ found, judgement }: Surveyed): string[] {
  const needsLook =
    judgement.state === "stray" || (judgement.state === "left" && judgement.prune === "leave");
  return needsLook ? [`The worktree ${found.path}: ${judgement.why}.`] : [];
}
