// Decides whether a page may be fetched: by its URL, by the lists of hosts, and by every address of its name. The
// answer holds the checked addresses, so that the name is not resolved a second time.
import { hostRefusal, type HostLists } from "../../rules/network/page-hosts.ts";
import { type PageTarget, parsePageUrl } from "../../base/network/page-url.ts";

export interface TargetDeps {
  /** Returns every address of a name. */
  resolve(name: string): Promise<readonly string[]>;
  /** Returns why this address may not be contacted. `null` if it may. */
  whyForbidden(address: string): string | null;
}

export interface TargetOrder {
  text: string;
  /** The page that redirected here: a relative URL is resolved against it. */
  base?: string;
  lists: HostLists;
}

export type CheckedTarget =
  { ok: true; target: PageTarget; addresses: readonly string[] } | { ok: false; reason: string };

export async function checkTarget(
  deps: TargetDeps,
  { text, base, lists }: TargetOrder,
): Promise<CheckedTarget> {
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
  /** `isThere` is true if the name has an address, but a forbidden one. */
  | { ok: false; reason: string; isThere: boolean };

/** Checks every address of a name. One forbidden address forbids the name, because a connection may go there. */
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
