// Destinations that a set-up must never reach, in every spelling that a program or a name server could choose.

/** Addresses of this machine, its networks, its cloud, and of nobody. */
const forbidden = [
  "127.0.0.1",
  "127.8.9.10",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.254",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "169.254.170.2",
  "169.254.1.1",
  "172.16.0.1",
  "172.31.255.254",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "192.168.255.254",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
];

const bytesOf = (address: string): number[] => address.split(".").map(Number);
const hex = (byte: number): string => byte.toString(16).padStart(2, "0");
const wordsOf = (address: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf(address);
  return `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
};

/** The same address, as parsers of URLs and C libraries read it. */
const spellings: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => `${address}.`,
  (address) => String(bytesOf(address).reduce((sum, byte) => sum * 256 + byte, 0)),
  (address) => `0x${bytesOf(address).map(hex).join("")}`,
  (address) =>
    bytesOf(address)
      .map((byte) => `0${byte.toString(8)}`)
      .join("."),
  (address) =>
    bytesOf(address)
      .map((byte) => `0x${hex(byte)}`)
      .join("."),
  (address) => `[::ffff:${address}]`,
  (address) => `[::ffff:${wordsOf(address)}]`,
  (address) => `[64:ff9b::${wordsOf(address)}]`,
  (address) => `[2002:${wordsOf(address)}::1]`,
  (address) => `[::${wordsOf(address)}]`,
];

const others = [
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[fe80::1]",
  "[fe80::1%25lo]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fec0::1]",
  "[ff02::1]",
  "[64:ff9b:1::1]",
  "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[5f00::1]",
  "[100::1]",
  "127.1",
  "127.0.1",
  "0",
  "0177.1",
  "127。0。0。1",
  "１２７.0.0.1",
  "①②⑦.⓪.⓪.①",
  "localhost",
  "LOCALHOST.",
  "a.localhost",
  "intranet",
  "printer.local",
  "router.lan",
  "metadata.google.internal",
  "registry.corp",
  "1.0.0.127.in-addr.arpa",
  "rebound.guild.org",
  "mapped.guild.org",
  "metadata.guild.org",
  "mixed.guild.org",
  "mixed6.guild.org",
  "scoped.guild.org",
  "nonsense.guild.org",
  "nobody.guild.org",
  "registry.guild.org@127.0.0.1",
  "user:secret@127.0.0.1",
  "127.0.0.1#.registry.guild.org",
  "127.0.0.1%00.registry.guild.org",
  "127.0.0.1\\.registry.guild.org",
  "a..b",
  "256.256.256.256",
];

/** What a stranger's name server answers. */
export const strangers: Readonly<Record<string, readonly string[]>> = {
  "rebound.guild.org": ["127.0.0.1"],
  "mapped.guild.org": ["::ffff:127.0.0.1"],
  "metadata.guild.org": ["169.254.169.254"],
  "mixed.guild.org": ["93.184.215.14", "10.0.0.1"],
  "mixed6.guild.org": ["2606:4700::1111", "::1"],
  "scoped.guild.org": ["fe80::1%lo"],
  "nonsense.guild.org": ["localhost"],
  "nobody.guild.org": [],
};

/** Well over two hundred, the spellings of this machine first. */
export function hostileDestinations(): string[] {
  const spelt = forbidden.flatMap((address) => spellings.map((spell) => spell(address)));
  return [...new Set([...spelt, ...others])];
}

/** Ways to spell this machine, which only the rule about addresses refuses. */
export const thisMachine: readonly string[] = [
  ...spellings.slice(0, 8).map((spell) => spell("127.0.0.1")),
  "127.1",
  "0",
  "[::1]",
  "rebound.guild.org",
  "mapped.guild.org",
];
