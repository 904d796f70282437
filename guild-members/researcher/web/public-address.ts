// Decides whether an address is on the public internet: not this machine, its network, a tunnel to either, or a
// cloud's metadata service.
import { BlockList, isIP } from "node:net";

const closed = blockList(
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 " +
    "192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 " +
    "198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 " +
    // Within the public range: special purposes, documentation, and 6to4, which can embed any IPv4 address.
    "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20",
);

/** All addresses allocated to the public so far; mapped, translated and local addresses are outside. */
const globalUnicast = blockList("2000::/3");

export function isPublicAddress(address: string): boolean {
  if (address.includes("%")) return false; // `isIP` accepts a zone, which names an interface of this machine
  if (isIP(address) === 4) return !closed.check(address, "ipv4");
  return isIP(address) === 6 && globalUnicast.check(address, "ipv6") && !closed.check(address, "ipv6");
}

function blockList(ranges: string): BlockList {
  const list = new BlockList();
  for (const range of ranges.split(" ")) {
    const [base = "", bits] = range.split("/");
    list.addSubnet(base, Number(bits), isIP(base) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
