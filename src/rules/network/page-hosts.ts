// Decides by the host lists of config.yaml whether a page may be fetched. A denied host stays denied, even if it is
// also allowed.

export interface HostLists {
  /** The allowed hosts; if empty, every host is allowed. */
  allow: readonly string[];
  deny: readonly string[];
}

/** Says why pages of this host are not fetched; `null` if they may be. */
export function hostRefusal(host: string, { allow, deny }: HostLists): string | null {
  if (deny.some((entry) => matches(host, entry))) return `Pages of ${host} are denied by this hall's config.`;
  if (allow.length > 0 && !allow.some((entry) => matches(host, entry)))
    return `${host} is not among the hosts that this hall's config allows.`;
  return null;
}

/**
 * Whether a host matches an entry. "example.org" matches only this host; "*.example.org" matches every name
 * below it, but not itself.
 */
export function matches(host: string, entry: string): boolean {
  const name = entry.toLowerCase();
  return name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name;
}
