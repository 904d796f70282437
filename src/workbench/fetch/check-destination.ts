// Decides whether a set-up or a worker's command may connect to a host: by its spelling, by the project's list,
// and by every address of its name. The answer holds the checked addresses, so that the name is not resolved
// a second time.
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import { matches } from "../../rules/network/page-hosts.ts";
import { type PageTarget, parsePageUrl } from "../../base/network/page-url.ts";
import { whyNeverPinned } from "../../base/network/public-address.ts";
import { checkAddresses, type CheckedAddresses, type TargetDeps } from "./check-target.ts";

export interface DestinationDeps extends TargetDeps {
  /** Returns true if an address is one of this machine's own. */
  isOwn(address: string): boolean;
  /** Returns the port of the hall, to which no set-up may connect. `null` if it is not known. */
  hallPort(): Promise<number | null>;
}

export interface DestinationOrder {
  /** A whole URL; for a tunnel, `http://HOST:PORT/`. */
  url: string;
  /** Empty means every public host. */
  allow: readonly AllowedHost[];
}

export type Destination =
  | { ok: true; target: PageTarget; addresses: readonly string[] }
  | { ok: false; host: string; port: number; reason: string };

export async function checkDestination(
  deps: DestinationDeps,
  { url, allow }: DestinationOrder,
): Promise<Destination> {
  const parsed = parsePageUrl(url, undefined, (host) => pinOf(allow, host) !== null);
  if (!parsed.ok) return { ok: false, ...spelt(url), reason: parsed.reason.replace("fetched", "reached") };
  const { target } = parsed;
  const { host, port } = target;
  const no = (reason: string): Destination => ({ ok: false, host, port, reason });
  if (allow.length > 0 && !allow.some((entry) => matches(host, nameOf(entry))))
    return no(`${host} is not among the hosts that the project's settings allow here.`);
  const pin = pinOf(allow, host);
  const found = pin === null ? await checkAddresses(deps, host) : checkPin(host, pin);
  if (!found.ok) return no(found.reason);
  const hallPort = await deps.hallPort();
  if (port === hallPort && found.addresses.some(deps.isOwn))
    return no("A command may not connect to the hall itself.");
  return { ok: true, target, addresses: found.addresses };
}

function checkPin(host: string, pin: string): CheckedAddresses {
  const why = whyNeverPinned(pin);
  if (why === null) return { ok: true, addresses: [pin] };
  return { ok: false, reason: `${host} is pinned to ${pin}, which is ${why}.`, isThere: true };
}

const nameOf = (entry: AllowedHost): string => (typeof entry === "string" ? entry : entry.host);

/** Returns the address to which a person pinned this name, or a pattern that matches it. `null` if there is none. */
function pinOf(allow: readonly AllowedHost[], host: string): string | null {
  const pins = allow.filter((entry) => typeof entry !== "string").filter((pin) => matches(host, pin.host));
  const pin = pins.find((each) => !each.host.startsWith("*.")) ?? pins[0];
  return pin?.address.toLowerCase() ?? null;
}

/** Returns what is recorded about a URL that is not accepted: its host as spelt, without password, path or query. */
function spelt(url: string): { host: string; port: number } {
  const [, authority = ""] = /^[^/]*:\/\/([^/?#\\]*)/.exec(url) ?? [];
  const [, host = "", port = "0"] = /^(?:.*@)?(.*?)(?::(\d{1,5}))?$/s.exec(authority) ?? [];
  const number = Number(port);
  return { host: host.slice(0, 100).replace(/[^\x21-\x7e]/g, "?"), port: number > 65_535 ? 0 : number };
}
