// What a start of the hall does to the worktrees that earlier ones left: brings moved ones together with git's entries,
// goes on with closings that were cut short, and tells the rest. What is not known is never touched.
import { messageOf } from "../../base/text/message-of.ts";
import { projectLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { LogFields } from "../../host/log.ts";
import { closeAgain, type CloseDeps } from "./close-again.ts";
import { findIntegration, findWorktrees, type FoundWorktree } from "./find-worktrees.ts";
import { clearPackedRefsDraft } from "../repository/packed-refs.ts";
import { sweepLooks } from "../repository/looks.ts";
import { type Repair, repairLinks } from "./repair-links.ts";
import { ownedBy, passOver, survey, type Surveyed, type SurveyDeps } from "./survey.ts";
import { shownBy } from "../repository/view.ts";

export interface ReconcileDeps extends SurveyDeps, CloseDeps {
  disk: Disk;
  /** Makes what the hall's git sees of the project's repository true again. */
  refresh(project: ProjectName): Promise<void>;
  log: { info(message: string, fields?: LogFields): void };
}

/** Before anybody uses the worktrees of a project. Gives what could not be put in order. */
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

/** May take its time: of what it closes, nobody needs anything. */
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

/** One that fails is named and hurts no other. */
export async function trying(faults: string[], what: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    faults.push(`${what}: ${messageOf(error)}`);
  });
}

/** Those that a commission of this hall has or had, and the integration worktree. */
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
  if (repair.kind === "repaired") log.info("a worktree that was moved was found again", { path: found.path });
  return repair.kind === "problem" ? [repair.message] : [];
}

async function closeWhereCutShort(deps: ReconcileDeps, one: Surveyed): Promise<void> {
  const owned = ownedBy(one);
  if (owned === null || !isCutShort(one)) return;
  await closeAgain(deps, owned);
  deps.log.info("a closing that was cut short was finished", { path: one.found.path });
}

/** Of one that is over: what is left of it, or git's entry for it alone. */
function isCutShort({ judgement }: Surveyed): boolean {
  const { state, prune } = judgement;
  return (state === "left" && prune === "close") || (state === "missing" && prune === "forget");
}

/** What a person has to see to. */
export function toldOf({ found, judgement }: Surveyed): string[] {
  const needsLook =
    judgement.state === "stray" || (judgement.state === "left" && judgement.prune === "leave");
  return needsLook ? [`The worktree ${found.path}: ${judgement.why}.`] : [];
}
