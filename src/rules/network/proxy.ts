// Chooses the proxy for a URL, by the usual rules of HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
import type { Handoff } from "../../contract/home/handoff.ts";

export type ProxySettings = Handoff["proxy"];

/** Returns the proxy's URL; `null` means a direct connection. */
export function proxyFor(url: string, settings: ProxySettings): string | null {
  const target = new URL(url);
  const proxy = target.protocol === "https:" ? settings.https : settings.http;
  if (proxy === null || proxy === "") return null;
  return isExempt(target, settings.no ?? "") ? null : withScheme(proxy);
}

function withScheme(proxy: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

function isExempt(target: URL, list: string): boolean {
  const entries = list
    .split(/[\s,]+/)
    .map((entry) => entry.toLowerCase())
    .filter((entry) => entry !== "");
  return entries.some((entry) => entry === "*" || matches(target, entry));
}

function matches(target: URL, entry: string): boolean {
  const host = bare(target.hostname);
  if (entry.includes("/")) return isInRange(host, entry);
  const { name, port } = splitPort(entry);
  if (port !== null && port !== portOf(target)) return false;
  // "example.com", ".example.com" and "*.example.com" all mean the host and everything below it.
  const suffix = name.replace(/^\*?\./, "");
  return suffix !== "" && (host === suffix || host.endsWith(`.${suffix}`));
}

function splitPort(entry: string): { name: string; port: string | null } {
  const bracketed = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry);
  if (bracketed) return { name: bracketed[1] ?? "", port: bracketed[2] ?? null };
  const plain = /^([^:]+):(\d+)$/.exec(entry);
  return plain ? { name: plain[1] ?? "", port: plain[2] ?? null } : { name: entry, port: null };
}

function bare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}

function portOf(target: URL): string {
  return target.port !== "" ? target.port : target.protocol === "https:" ? "443" : "80";
}

/** Whether a host is in an IPv4 range such as 10.0.0.0/8. */
function isInRange(host: string, range: string): boolean {
  const [network = "", bits = ""] = range.split("/");
  const address = ipv4(host);
  const base = ipv4(network);
  if (address === null || base === null || !/^\d{1,2}$/.test(bits) || Number(bits) > 32) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(address / size) === Math.floor(base / size);
}

function ipv4(text: string): number | null {
  const parts = text.split(".");
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}
