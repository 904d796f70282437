// Lists the parts of the project's repository that this commission's sandbox mounts beside the worktree.
import { showRepository } from "../../git/repository/sandbox-repository.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { inside } from "../sandbox/inside.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import type { ReadOnlyMount } from "../sandbox/read-only.ts";
import type { WorkbenchDeps } from "./deps.ts";
import type { Bench } from "../bench/bench.ts";

type Deps = Pick<WorkbenchDeps, "disk" | "home">;

/** Returns no mounts for a commission without a worktree, or without a sandbox, where all files are visible anyway. */
export async function shownTo(
  { disk, home }: Deps,
  {
    id,
    layout,
    commission,
  }: Pick<Bench, "id" | "layout"> & { commission: { record: Pick<CommissionRecord, "tree"> } },
  { level }: Pick<SandboxProbe, "level">,
): Promise<readonly ReadOnlyMount[]> {
  const { tree } = commission.record;
  if (tree === null || level !== "bubblewrap") return [];
  return showRepository(disk, { home, id, tree, files: `${layout.session}/repository`, inside });
}
