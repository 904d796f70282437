// Merges and formats the hosts that the project's set-up command contacted, over all its runs for a
// commission.
import type { HostUse } from "../../contract/project/set-up.ts";
import { bytesText } from "../show/measures.ts";

/** The most hosts to keep among those to which every connection was refused. */
const mostRefused = 200;

/** Merges entries of the same host and adds up their traffic. Keeps every host that was reached. */
export function allHosts(before: readonly HostUse[], now: readonly HostUse[]): HostUse[] {
  const all = new Map<string, HostUse>();
  for (const use of [...before, ...now]) {
    const key = `${use.host}:${use.port}`;
    const other = all.get(key);
    all.set(key, other === undefined ? use : both(other, use));
  }
  let refused = 0;
  return [...all.values()].filter((use) => hasReached(use) || (refused += 1) <= mostRefused);
}

function both(before: HostUse, now: HostUse): HostUse {
  return {
    ...before,
    connections: before.connections + now.connections,
    sentBytes: before.sentBytes + now.sentBytes,
    receivedBytes: before.receivedBytes + now.receivedBytes,
    refused: now.refused ?? before.refused,
  };
}

/** Whether a host was reached, even if its last connection was refused. */
function hasReached({ sentBytes, receivedBytes, refused }: HostUse): boolean {
  return refused === null || sentBytes + receivedBytes > 0;
}

/** Returns a string such as "registry.npmjs.org:443: 4.1 MB received, 12.0 kB sent". */
export function hostWords(use: HostUse): string {
  const { host, port, sentBytes, receivedBytes, refused } = use;
  const passed = `${bytesText(receivedBytes)} received, ${bytesText(sentBytes)} sent`;
  const what = [...(hasReached(use) ? [passed] : []), ...(refused === null ? [] : [`refused: ${refused}`])];
  return `${host}:${port}: ${what.join("; ")}`;
}

/** Returns one line for a log, with the bytes sent and received for each host. */
export function hostsText(hosts: readonly HostUse[]): string {
  return hosts.map(hostText).join(", ");
}

function hostText(use: HostUse): string {
  const { host, port, sentBytes, receivedBytes, refused } = use;
  const bytes = hasReached(use) ? ` ${sentBytes}/${receivedBytes}` : "";
  return `${host}:${port}${bytes}${refused === null ? "" : " refused"}`;
}

/** How many refusals are told; the list of hosts has the rest. */
const mostTold = 3;

/** Returns why hosts were refused to a set-up, and what to do about it; `null` if none was. */
export function refusedText(hosts: readonly HostUse[] = []): string | null {
  const reasons = [...new Set(hosts.flatMap(({ refused }) => refused ?? []))];
  if (reasons.length === 0) return null;
  const rest = reasons.length > mostTold ? ` And ${reasons.length - mostTold} more.` : "";
  return `The hall refused it hosts: ${reasons.slice(0, mostTold).join(" ")}${rest} The project's network.allow names the hosts, and pins those with an address that is not public.`;
}
