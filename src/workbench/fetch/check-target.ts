// Whether a page may be asked for: by its URL, by the lists of hosts, and by every address its name leads to. The answer
// names the addresses, so that nothing has to be looked up a second time.
import { hostRefusal, type HostLists } from "../../rules/network/page-hosts.ts";
import { type PageTarget, parsePageUrl } from "../../base/network/page-url.ts";

export interface TargetDeps {
  /** Every address of a name. */
  resolve(name: string): Promise<readonly string[]>;
  /** Why nobody may be sent to this address, or null. */
  whyForbidden(address: string): string | null;
}

export interface TargetOrder {
  text: string;
  /** Where a relative one begins from: the page that sent us on. */
  base?: string;
  lists: HostLists;
}

export type Checked =
  { ok: true; target: PageTarget; addresses: readonly string[] } | { ok: false; reason: string };

export async function checkTarget(deps: TargetDeps, { text, base, lists }: TargetOrder): Promise<Checked> {
  const parsed = parsePageUrl(text, base);
  if (!parsed.ok) return parsed;
  const { target } = parsed;
  const refused = hostRefusal(target.host, lists);
  if (refused !== null) return { ok: false, reason: refused };
  const found = await checkAddresses(deps, target.host);
  if (!found.ok)
    return { ok: false, reason: `${found.reason}${found.isThere ? " Only public pages are fetched." : ""}` };
  return { ok: true, target, addresses: found.addresses };
}

export type CheckedAddresses =
  | { ok: true; addresses: readonly string[] }
  /** `isThere`: the name has an address, and it is a forbidden one. */
  | { ok: false; reason: string; isThere: boolean };

/** Every address of a name: one that is forbidden forbids them all, since the name may lead there. */
export async function checkAddresses(deps: TargetDeps, host: string): Promise<CheckedAddresses> {
  const addresses = await lookUp(deps, host);
  if (addresses.length === 0) return { ok: false, reason: `${host} has no address.`, isThere: false };
  for (const address of addresses) {
    const why = deps.whyForbidden(address);
    if (why !== null) return { ok: false, reason: sentence({ host, address, why }), isThere: true };
  }
  return { ok: true, addresses };
}

async function lookUp(deps: TargetDeps, host: string): Promise<readonly string[]> {
  try {
    return [...new Set(await deps.resolve(host))];
  } catch {
    return [];
  }
}

function sentence({ host, address, why }: { host: string; address: string; why: string }): string {
  const where = host === address ? host : `${host} leads to ${address}, which`;
  return `${where} is ${why}.`;
}
