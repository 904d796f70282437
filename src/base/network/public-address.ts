// Tells whether an address is on the public internet: not this machine, its network or a tunnel to either, and not an
// address by which a cloud gives its machines their secrets.

/** Returns what the address is instead, or `null` if it is public. */
export function whyNotPublic(address: string): string | null {
  const v4 = parseV4(address);
  if (v4 !== null) return v4Ranges.find((range) => isIn(v4, range))?.what ?? null;
  const v6 = parseV6(address);
  if (v6 === null) return "no address";
  // All addresses assigned to the public so far are in here; mapped, translated and local ones are not.
  if (!isIn(v6, globalUnicast)) return "an address that is not public";
  return v6Ranges.find((range) => isIn(v6, range))?.what ?? null;
}

/**
 * Returns why the proxy does not connect to an address although a person has configured it; `null` if it does. Besides
 * public addresses it connects to private networks, but never to this machine, the local link, multicast, or a
 * translation of those.
 */
export function whyNeverPinned(address: string): string | null {
  const bytes = parseV4(address) ?? parseV6(address);
  if (bytes !== null && ownNetworks.some((range) => isIn(bytes, range))) return null;
  return whyNotPublic(address);
}

interface Range {
  bytes: readonly number[];
  bits: number;
  what: string;
}

const v4Ranges: readonly Range[] = (
  [
    ["0.0.0.0/8", "this machine"],
    ["10.0.0.0/8", "a private network"],
    ["100.64.0.0/10", "a provider's own network"],
    ["127.0.0.0/8", "this machine"],
    ["168.63.129.16/32", "a cloud's own service"],
    ["169.254.0.0/16", "the local link"],
    ["172.16.0.0/12", "a private network"],
    ["192.0.0.0/24", "a special purpose"],
    ["192.0.2.0/24", "documentation"],
    ["192.31.196.0/24", "a special purpose"],
    ["192.52.193.0/24", "a special purpose"],
    ["192.88.99.0/24", "a tunnel"],
    ["192.168.0.0/16", "a private network"],
    ["192.175.48.0/24", "a special purpose"],
    ["198.18.0.0/15", "measurements"],
    ["198.51.100.0/24", "documentation"],
    ["203.0.113.0/24", "documentation"],
    ["224.0.0.0/4", "many at once"],
    ["240.0.0.0/4", "nobody"],
  ] as const
).map(([range, what]) => toRange(range, `an address of ${what}`));

const globalUnicast = toRange("2000::/3", "");

/** The networks in which a company has its own services. */
const ownNetworks: readonly Range[] = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "fc00::/7",
].map((range) => toRange(range, ""));

const v6Ranges: readonly Range[] = (
  [
    ["2001::/23", "a special purpose"], // Teredo and ORCHID among them
    ["2001:db8::/32", "documentation"],
    ["2002::/16", "a tunnel"], // 6to4: it contains every IPv4 address
    ["2620:4f:8000::/48", "a special purpose"],
    ["3fff::/20", "documentation"],
  ] as const
).map(([range, what]) => toRange(range, `an address of ${what}`));

function toRange(text: string, what: string): Range {
  const [base = "", bits = ""] = text.split("/");
  return { bytes: parseV4(base) ?? parseV6(base) ?? [], bits: Number(bits), what };
}

function isIn(address: readonly number[], { bytes, bits }: Range): boolean {
  if (address.length !== bytes.length) return false;
  return bytes.every((byte, at) => {
    const counted = Math.min(Math.max(bits - at * 8, 0), 8);
    const mask = (0xff00 >> counted) & 0xff;
    return (byte & mask) === ((address[at] ?? 0) & mask);
  });
}

/** Parses four plain decimals. Other spellings are normalized by the URL parser; here they are no address. */
function parseV4(text: string): number[] | null {
  if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text)) return null;
  const bytes = text.split(".").map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

function parseV6(text: string): number[] | null {
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0) return null;
  const before = hextets(head);
  const after = tail === undefined ? [] : hextets(tail);
  if (before === null || after === null) return null;
  const missing = 16 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 2) return null;
  return [...before, ...Array<number>(missing).fill(0), ...after];
}

/** The last part may be an IPv4 address. */
function hextets(text: string): number[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const bytes = parts.map((part, at) => {
    if (at === parts.length - 1 && part.includes(".")) return parseV4(part);
    if (!/^[0-9a-f]{1,4}$/i.test(part)) return null;
    const value = Number.parseInt(part, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.includes(null) ? null : bytes.flatMap((pair) => pair ?? []);
}
