// Declares what the hall's landing part needs: it accepts and undoes finished work after its commission has ended.
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { AcceptanceCheck, CheckResult } from "../../contract/project/tree.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { Command } from "../../rules/commission/commands.ts";
import type { Commission } from "../../rules/commission/state.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import type { Trees } from "../../rules/project/trees.ts";
import type { Clock } from "../../host/clock.ts";
import type { Log } from "../../host/log.ts";

export interface LandingDeps {
  ledger: {
    find(id: CommissionId): Promise<Commission | undefined>;
    execute(id: CommissionId, commands: readonly Command[]): Promise<Executed>;
    summary(id: CommissionId): CommissionSummary | undefined;
    summaries(): Iterable<CommissionSummary>;
  };
  /** Every call waits until the hall has cleaned up the worktrees after its start. */
  trees: Pick<Trees, "inTurn" | "prepareMerge" | "prepareUndo" | "merge" | "mark" | "note" | "close">;
  /** Returns the project's own checks as the settings are now; `null` if the project is not in config.yaml any more. */
  projectChecks(project: ProjectName): readonly AcceptanceCheck[] | null;
  /** Returns the latest commission that continues this one. */
  continuationOf(id: CommissionId): CommissionId | undefined;
  /** Runs checks on a tree, or on the tree of a commit, of the project. */
  prove(order: LandingCheckOrder): Promise<ProvedLanding>;
  clock: Pick<Clock, "now" | "after">;
  log: Log;
}

export interface LandingCheckOrder {
  id: CommissionId;
  project: ProjectName;
  repository: string;
  /** The tree to check; `null` for the tree of `head`. */
  tree: string | null;
  /** The commit that git shows as HEAD in the checkout. */
  head: string;
  checks: readonly AcceptanceCheck[];
  limits: Limits | null;
  signal: AbortSignal;
}

export type ProvedLanding =
  | { how: "proved"; results: readonly CheckResult[] }
  | { how: "setup"; message: string; results: readonly CheckResult[] }
  | { how: "stopped" };
