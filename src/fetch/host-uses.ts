// Keeps count of the hosts that a set-up turns to, and of what passes. A program that turns to very many is counted, but
// not remembered name by name.
import type { HostUse } from "../contract/set-up.ts";

export interface HostUses {
  /** One connection to this host. */
  begin(host: string, port: number): Use;
  refuse(host: string, port: number, reason: string): void;
  list(): HostUse[];
}

export interface Use {
  sent(bytes: number): void;
  received(bytes: number): void;
}

const mostNamed = 200;
const others = "(other hosts)";
const mostOfName = 253;
const mostOfReason = 300;

export function createHostUses(): HostUses {
  const uses = new Map<string, HostUse>();
  const at = (host: string, port: number): HostUse => {
    const isNamed = uses.has(`${host}:${port}`) || uses.size < mostNamed;
    const [name, to] = isNamed ? [host.slice(0, mostOfName), port] : [others, 0];
    const found = uses.get(`${name}:${to}`) ?? {
      host: name,
      port: to,
      connections: 0,
      sentBytes: 0,
      receivedBytes: 0,
      refused: null,
    };
    uses.set(`${name}:${to}`, found);
    return found;
  };
  return {
    begin: (host, port) => {
      const use = at(host, port);
      use.connections += 1;
      return {
        sent: (bytes) => void (use.sentBytes += bytes),
        received: (bytes) => void (use.receivedBytes += bytes),
      };
    },
    refuse: (host, port, reason) => {
      const use = at(host, port);
      use.connections += 1;
      use.refused = reason.slice(0, mostOfReason);
    },
    list: () => [...uses.values()].map((use) => ({ ...use })),
  };
}
