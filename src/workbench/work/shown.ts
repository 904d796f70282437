// What a sandbox of this commission shows of the project's repository, beside the worktree itself.
import { showRepository } from "../../git/repository/shown-in-sandbox.ts";
import type { Dossier } from "../../rules/commission/state.ts";
import { inside } from "../sandbox/inside.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import type { ReadOnlyMount } from "../sandbox/read-only.ts";
import type { WorkbenchDeps } from "./deps.ts";
import type { Bench } from "../bench/bench.ts";

type Deps = Pick<WorkbenchDeps, "disk" | "home">;

/** Nothing of one without a worktree. Without a sandbox all is there as it is. */
export async function shownTo(
  { disk, home }: Deps,
  {
    id,
    layout,
    commission,
  }: Pick<Bench, "id" | "layout"> & { commission: { record: Pick<Dossier, "tree"> } },
  { level }: Pick<SandboxProbe, "level">,
): Promise<readonly ReadOnlyMount[]> {
  const { tree } = commission.record;
  if (tree === null || level !== "bubblewrap") return [];
  return showRepository(disk, { home, id, tree, files: `${layout.session}/repository`, inside });
}
