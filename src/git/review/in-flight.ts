// Finds which files each open commission of a project has changed, and which files several of them have
// changed.
import type { ProjectName } from "../../contract/home/ids.ts";
import type { BranchInFlight, InFlight } from "../../contract/project/in-flight.ts";
import { overlapsOf, type Touched } from "../../rules/project/overlaps.ts";
import { type Commission, isEnded } from "../../rules/commission/state.ts";
import { type ChangedDeps, changedPaths } from "../worktree/changed-paths.ts";

/** The most overlaps that are reported; more would not help a person. */
const maxOverlaps = 1000;

export async function lookInFlight(
  deps: ChangedDeps,
  { project, live }: { project: ProjectName; live: readonly Commission[] },
): Promise<InFlight> {
  const branches: BranchInFlight[] = [];
  const touched: Touched[] = [];
  for (const commission of live) {
    const { request, tree } = commission.record;
    if (isEnded(commission) || tree?.project !== project) continue;
    const changed = await changedPaths(deps, { id: request.id, tree }).catch(() => null);
    branches.push({ commission: request.id, branch: tree.branch, changed: changed?.count ?? null });
    if (changed) touched.push({ id: request.id, paths: changed.paths });
  }
  branches.sort((a, b) => (a.commission < b.commission ? -1 : 1));
  return { branches, overlaps: overlapsOf(touched).slice(0, maxOverlaps) };
}
