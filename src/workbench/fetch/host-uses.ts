// Lists the hosts that a set-up (such as `npm ci`) or a worker's command contacts, with the connections and bytes
// of each. Above a maximum, further hosts are refused. The first refused hosts are listed too; connections to
// the rest are counted together.
import type { HostUse } from "../../contract/project/set-up.ts";

export interface HostUses {
  /** Counts a connection to this host. `null` if too many hosts were reached already. */
  begin(host: string, port: number): Use | null;
  refuse(host: string, port: number, reason: string): void;
  list(): HostUse[];
}

export interface Use {
  sent(bytes: number): void;
  received(bytes: number): void;
}

/** How many hosts a command may reach. An installer contacts a few dozen. */
export const mostReached = 300;
const mostRefused = 200;
const others = "(other hosts)";
const mostOfName = 253;
const mostOfReason = 300;

export function createHostUses(): HostUses {
  const reached = new Map<string, HostUse>();
  const refused = new Map<string, HostUse>();
  const notReached = (host: string, port: number): HostUse => {
    const known = refused.get(keyOf(host, port));
    if (known) return known;
    return refused.size < mostRefused ? add(refused, host, port) : add(refused, others, 0);
  };
  return {
    begin: (host, port) => {
      const known = reached.get(keyOf(host, port));
      if (!known && reached.size >= mostReached) return null;
      const use = known ?? add(reached, host, port);
      use.connections += 1;
      return {
        sent: (bytes) => void (use.sentBytes += bytes),
        received: (bytes) => void (use.receivedBytes += bytes),
      };
    },
    refuse: (host, port, reason) => {
      const use = reached.get(keyOf(host, port)) ?? notReached(host, port);
      use.connections += 1;
      use.refused = reason.slice(0, mostOfReason);
    },
    list: () => [...reached.values(), ...refused.values()].map((use) => ({ ...use })),
  };
}

const keyOf = (host: string, port: number): string => `${host.slice(0, mostOfName)}:${port}`;

function add(uses: Map<string, HostUse>, host: string, port: number): HostUse {
  const key = keyOf(host, port);
  const use = uses.get(key) ?? {
    host: host.slice(0, mostOfName),
    port,
    connections: 0,
    sentBytes: 0,
    receivedBytes: 0,
    refused: null,
  };
  uses.set(key, use);
  return use;
}
