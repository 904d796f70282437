// The lists of hosts in the config. A denied host stays denied, whatever the other list says.

export interface HostLists {
  /** Empty: every host. */
  allow: readonly string[];
  deny: readonly string[];
}

/** Why pages of this host are not fetched, or null. */
export function hostRefusal(host: string, { allow, deny }: HostLists): string | null {
  if (deny.some((entry) => matches(host, entry))) return `Pages of ${host} are denied by this hall's config.`;
  if (allow.length > 0 && !allow.some((entry) => matches(host, entry)))
    return `${host} is not among the hosts that this hall's config allows.`;
  return null;
}

/** "example.org" is this host alone; "*.example.org" is every name under it, and not itself. */
export function matches(host: string, entry: string): boolean {
  const name = entry.toLowerCase();
  return name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name;
}
