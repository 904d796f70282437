// From a host's name to its addresses, and which addresses are this machine's own.
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** Every address of the name, best first. An address leads to itself, without asking anybody. */
export async function resolveName(name: string): Promise<string[]> {
  if (isIP(name) !== 0) return [name];
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
}

export function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address));
}
