// Resolves host names, and tells which addresses are this machine's own.
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** Returns every address of the name, best first. An address resolves to itself, without a lookup. */
export async function resolveName(name: string): Promise<string[]> {
  if (isIP(name) !== 0) return [name];
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
}

export function isOwnAddress(address: string): boolean {
  const plain = plainly(address);
  return Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === plain));
}

/** Writes an address as the system does, because the same IPv6 address has many spellings. */
function plainly(address: string): string {
  return isIP(address) === 6
    ? (URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? address)
    : address;
}
