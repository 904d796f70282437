// Handles the network access of a project's set-up command before the project's base (the tip of its
// integration branch) is checked: whether it still waits for a person's approval, and which hosts it reached.
import { type PlanDeps, stillWaits } from "../../workbench/checks/plan-set-up.ts";
import type { BaseRecord } from "../../contract/project/base.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { HostUse, SetUpMeans } from "../../contract/project/set-up.ts";
import type { Log } from "../../host/log.ts";
import { hostsText } from "../../rules/network/hosts.ts";

export interface KnownOrder {
  project: ProjectName;
  record: BaseRecord | null;
  signal: AbortSignal;
}

/** Returns the record; `null` if it waited for a person's approval and that has been given since. */
export async function stillKnown(deps: PlanDeps, order: KnownOrder): Promise<BaseRecord | null> {
  const { project, record, signal } = order;
  if (!record?.approve) return record;
  return (await stillWaits(deps, { project, wait: record.approve, signal })) ? record : null;
}

/** Logs the hosts that the set-up reached, because a base has no journal to record them in. */
export function noteSetUp(
  log: Pick<Log, "info">,
  { project, by, on, hosts }: SetUpMeans & { project: ProjectName; hosts: readonly HostUse[] },
): void {
  if (by !== "network") return;
  log.info("a set-up used the network", { project, tree: on ?? "", hosts: hostsText(hosts) });
}
