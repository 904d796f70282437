// Decides by the text of a URL whether it may be fetched at all. The address that its host name resolves to is checked
// later, by the caller.

export interface PageTarget {
  /** The URL to fetch, without its fragment. Relative links in the answer are resolved against it. */
  url: URL;
  /** The host as it is resolved and sent to the server: lower case, without brackets or a trailing dot. */
  host: string;
  port: number;
}

export type ParsedTarget = { ok: true; target: PageTarget } | { ok: false; reason: string };

const maxUrlCharacters = 4096;

/**
 * Returns what to fetch, or why the URL is refused. A host for which `known` returns true need not be public, because a
 * person has configured its address.
 */
export function parsePageUrl(
  text: string,
  base?: string,
  known: (host: string) => boolean = () => false,
): ParsedTarget {
  if (text.length > maxUrlCharacters) return no(`A URL of more than ${maxUrlCharacters} characters`);
  const url = URL.parse(text, base);
  if (url === null) return no("An incomplete URL (expected one such as https://example.org/page)");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return no(`A URL of the kind "${url.protocol.slice(0, 20)}"`);
  if (url.username !== "" || url.password !== "") return no("A URL with a user name or a password in it");
  url.hash = "";
  const port = url.port === "" ? defaultPort(url) : Number(url.port);
  if (!isPagePort(port)) return no(`A page on port ${port}`);
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const problem = hostProblem(host, known(host));
  return problem === null ? { ok: true, target: { url, host, port } } : no(problem);
}

function no(what: string): ParsedTarget {
  return { ok: false, reason: `${what} is not fetched.` };
}

function defaultPort({ protocol }: URL): number {
  return protocol === "https:" ? 443 : 80;
}

/**
 * Ports from 1024 on that browsers block: they belong to other protocols, whose servers might act on an HTTP request.
 */
const otherProtocols = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

function isPagePort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !otherProtocols.has(port));
}

/**
 * Top-level domains without public pages, by RFC 2606, 6761, 6762, 7686, 8375 and 9476, or by the convention
 * of routers and clouds.
 */
const localSuffixes = [
  "alt",
  "arpa",
  "corp",
  "example",
  "home",
  "internal",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "onion",
  "private",
  "test",
];

function hostProblem(host: string, isKnown: boolean): string | null {
  if (host.includes(":")) return null; // an IPv6 address: the URL parser allows a colon in no other host
  const labels = host.split(".");
  if (!/^[a-z0-9._-]+$/.test(host) || host.length > 253 || labels.includes(""))
    return `A host that is spelt "${host.slice(0, 100)}"`;
  if (isKnown) return null;
  if (labels.length === 1) return `"${host}", a name of the local network,`;
  const last = labels.at(-1) ?? "";
  return localSuffixes.includes(last) ? `A page under ".${last}", which is not public,` : null;
}
