// Tells whether an address is on the public internet. This machine, its network, tunnels to either, and the
// metadata services of clouds are not.

import { BlockList, isIP } from "node:net";

/** Returns why the address is not public, as a noun phrase; `null` if it is public. */
export function whyNotPublic(address: string): string | null {
  const family = familyOf(address);
  if (family === null) return "no address";
  // All public IPv6 addresses allocated so far are in this range. Mapped, translated and local addresses are
  // outside it.
  if (family === "ipv6" && !globalUnicast.check(address, family)) return "an address that is not public";
  return closed[family].find(({ list }) => list.check(address, family))?.what ?? null;
}

/**
 * Returns why no connection may be made to an address that a person has configured; `null` if one may.
 * Besides public addresses, networks of one's own are allowed: private ones, and those for documentation and
 * measurements. This machine, the local link, multicast, and translations of those are not.
 */
export function whyNeverPinned(address: string): string | null {
  const family = familyOf(address);
  if (family !== null && ownNetworks[family].check(address, family)) return null;
  return whyNotPublic(address);
}

type Family = "ipv4" | "ipv6";

/**
 * Returns `null` unless the address is in a standard notation. The URL parser has already converted others, such as
 * `0x7f.1`.
 */
function familyOf(address: string): Family | null {
  if (address.includes("%")) return null; // `isIP` would accept a zone, such as %eth0
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? "ipv4" : "ipv6";
}

interface Closed {
  list: BlockList;
  what: string;
}

/** Each family has its own list, because a common list would find an IPv4-mapped IPv6 address among its IPv4 ranges. */
const closed: Record<Family, readonly Closed[]> = {
  ipv4: closedRanges("ipv4", [
    ["0.0.0.0/8", "this machine"],
    ["10.0.0.0/8", "a private network"],
    ["100.64.0.0/10", "a provider's own network"],
    ["127.0.0.0/8", "this machine"],
    ["168.63.129.16/32", "a cloud's own service"],
    ["169.254.0.0/16", "the local link"],
    ["172.16.0.0/12", "a private network"],
    ["192.0.0.0/24", "a special purpose"],
    ["192.0.2.0/24", "documentation"],
    ["192.31.196.0/24", "a special purpose"],
    ["192.52.193.0/24", "a special purpose"],
    ["192.88.99.0/24", "a tunnel"],
    ["192.168.0.0/16", "a private network"],
    ["192.175.48.0/24", "a special purpose"],
    ["198.18.0.0/15", "measurements"],
    ["198.51.100.0/24", "documentation"],
    ["203.0.113.0/24", "documentation"],
    ["224.0.0.0/4", "a multicast group"],
    ["240.0.0.0/4", "a reserved range"],
  ]),
  ipv6: closedRanges("ipv6", [
    ["2001::/23", "a special purpose"], // Teredo and ORCHID among them
    ["2001:db8::/32", "documentation"],
    ["2002::/16", "a tunnel"], // 6to4: it contains every IPv4 address
    ["2620:4f:8000::/48", "a special purpose"],
    ["3fff::/20", "documentation"],
  ]),
};

const globalUnicast = listOf("ipv6", ["2000::/3"]);

/**
 * Private ranges, where a company runs its own services, and those for documentation and measurements, from which
 * closed machines and some proxies give out addresses for public names.
 */
const ownNetworks: Record<Family, BlockList> = {
  ipv4: listOf("ipv4", [
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "192.0.2.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
  ]),
  ipv6: listOf("ipv6", ["fc00::/7"]),
};

function closedRanges(family: Family, ranges: readonly [string, string][]): Closed[] {
  return ranges.map(([range, what]) => ({ list: listOf(family, [range]), what: `an address of ${what}` }));
}

function listOf(family: Family, ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [base = "", bits] = range.split("/");
    list.addSubnet(base, Number(bits), family);
  }
  return list;
}
