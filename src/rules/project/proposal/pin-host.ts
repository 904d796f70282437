// Pins a proposed host to its address where a machine's name server gives public registries an address of its own
// network, as closed machines do: a set-up reaches no address that is not public, unless it is pinned.
import { whyNeverPinned, whyNotPublic } from "../../../base/network/public-address.ts";
import type { ProposedLine } from "../../../contract/project/proposal.ts";

/** The registries that a proposal names by itself. A host that a repository names is never pinned by a proposal. */
export const publicRegistries: readonly string[] = [
  "registry.npmjs.org",
  "registry.yarnpkg.com",
  "repo.yarnpkg.com",
  "pypi.org",
  "files.pythonhosted.org",
  "proxy.golang.org",
  "sum.golang.org",
  "index.crates.io",
  "static.crates.io",
];

export function isPinnable({ kind, value }: ProposedLine): boolean {
  return kind === "host" && publicRegistries.includes(value);
}

/** Returns the line as it is if one of the addresses is public, or none may be pinned. */
export function pinHost(line: ProposedLine, addresses: readonly string[]): ProposedLine {
  if (!isPinnable(line) || addresses.some((address) => whyNotPublic(address) === null)) return line;
  const address = addresses.find((each) => whyNeverPinned(each) === null);
  if (address === undefined) return line;
  const reason = `${line.reason}; ${address} is not public, and is what this machine's name server gives for it`;
  return { ...line, address, reason };
}
