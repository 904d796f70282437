// Lists the untracked files of the person's checkout that are copied into a worktree.
import { findProject } from "../../contract/home/config.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { goesWithoutCopies } from "../../rules/network/shell-hosts.ts";
import type { CarryOutDeps } from "./carry-out.ts";

export interface CopySource {
  copy: readonly string[];
  /** The person's checkout. */
  from: string;
}

/**
 * Returns the files that the project's settings name, and the checkout that they are copied from. They are also
 * withheld from the checks of such a run: it is told what those print.
 */
export function broughtAlong(
  { config }: Pick<CarryOutDeps, "config">,
  record: Pick<CommissionRecord, "tree" | "shell">,
): CopySource {
  const { path, copy = [] } = findProject(config.projects, record.tree?.project ?? null) ?? {};
  return path === undefined || goesWithoutCopies(record) ? { copy: [], from: "" } : { copy, from: path };
}
