// Lets a worker's commands reach the hosts of `projects.NAME.shell.allow`, through a proxy for each command.
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import { hostsForSession } from "../../rules/network/shell-hosts.ts";
import type { Bench } from "../bench/bench.ts";
import type { SetUpTools } from "../checks/set-up-tools.ts";
import type { CheckPlace } from "../checks/run-check.ts";

export interface ShellHostsDeps {
  setUpTools: Pick<SetUpTools, "openWayOut" | "layCertificates">;
}

/**
 * Returns the hosts that this session's commands may reach. That is on record, and the run counts as one that has read
 * words of strangers, before the session begins. Call this once the session's memory is on record.
 */
export async function openHosts(
  { known, record }: Pick<Bench, "known" | "record">,
  hasShell: boolean,
): Promise<readonly AllowedHost[]> {
  const before = known();
  const hosts = hasShell ? hostsForSession(before) : [];
  if (hosts.length > 0 && !before.shell.isOpened) await record({ type: "shell.opened", hosts: [...hosts] });
  return hosts;
}

export interface ReachingOrder {
  hosts: readonly AllowedHost[];
  record: Bench["record"];
}

export interface ReachingCommand {
  place: CheckPlace;
  callKey: string;
  signal: AbortSignal;
}

export type WithHosts = <T>(command: ReachingCommand, run: (place: CheckPlace) => Promise<T>) => Promise<T>;

/** Returns a function that runs a command with its proxy, and records which hosts it asked for. */
export function withHosts(deps: ShellHostsDeps, { hosts, record }: ReachingOrder): WithHosts {
  let opened = 0;
  return async ({ place, callKey, signal }, run) => {
    // The proxy takes an empty list for every public host.
    if (hosts.length === 0) return run(place);
    const area = `${place.layout.session}/shell`;
    const certificates = `${area}/certificates.pem`;
    await deps.setUpTools.layCertificates(certificates);
    opened += 1;
    const socket = `${area}/out-${opened}.sock`;
    const wayOut = await deps.setUpTools.openWayOut({ socket, allow: hosts, signal });
    try {
      return await run({ ...place, certificates, wayOut: wayOut.mount });
    } finally {
      await wayOut.close();
      const reached = wayOut.hosts();
      if (reached.length > 0) await record({ type: "shell.reached", callKey, hosts: reached });
    }
  };
}
