// Decides which hosts the commands of a run may reach. Hosts, the files of `copy` and words of strangers never meet in
// one run: with all three, a page could have a worker send a person's secrets away.
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import type { CommissionRecord } from "../commission/state.ts";
import type { ToolSet } from "../limits/tools.ts";

export interface PlannedHostsOrder {
  /** The project's setting `shell.allow`. */
  allow: readonly AllowedHost[];
  tools: Pick<ToolSet, "builtIn">;
  /** `null` if a guild member carries out the commission. */
  sandbox: SandboxLevel | null;
  /** Whether the run begins with words of strangers. */
  isTainted: boolean;
}

/** Returns the hosts for a run at its first dispatch. Without a sandbox there is no shell, and nothing to open. */
export function plannedHosts({
  allow,
  tools,
  sandbox,
  isTainted,
}: PlannedHostsOrder): readonly AllowedHost[] {
  const hasShell = sandbox === "bubblewrap" && tools.builtIn.includes("Bash");
  return hasShell && !isTainted ? allow : [];
}

type Planned = Pick<CommissionRecord, "shell" | "tainted">;

/**
 * Returns the planned hosts that a session gets. The words of memory are known only now, so a run that was given words of
 * strangers gets none. A resumed session gets what its run began with.
 */
export function hostsForSession(record: Planned): readonly AllowedHost[] {
  const { shell, tainted } = record;
  return shell.isOpened || !tainted ? shell.hosts : [];
}

/** Returns whether a run goes without the files of `copy`: if it may get hosts, even if it then gets none. */
export function goesWithoutCopies({ shell }: Pick<CommissionRecord, "shell">): boolean {
  return shell.hosts.length > 0;
}

/** Returns the names of the hosts. The addresses to which some are pinned are the person's own matter. */
export function allowedNames(hosts: readonly AllowedHost[]): string[] {
  return hosts.map((each) => (typeof each === "string" ? each : each.host));
}
