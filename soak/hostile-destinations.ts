// Destinations that a project's set-up command must never reach, in every spelling that a program or a DNS
// server could choose, and requests that different parsers read as naming different hosts.
import { networkInterfaces } from "node:os";

/** Addresses of this machine, its networks and its cloud, and unassigned ones. */
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

/** Spellings of the same address that URL parsers and C libraries accept. */
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

/** This machine's addresses on all networks, including container bridges. */
const ownAddresses = Object.values(networkInterfaces()).flatMap((list) =>
  (list ?? []).map(({ address }) => address),
);

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
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "127.0.0.1%2e",
  "127.0.0.1..",
  "12\u00ad7.0.0.1",
  "0x7F.1",
  "017700000001",
  "127.0x0.0.1",
  "00000177.0.0.1",
  "[::FFFF:127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[0:0:0:0:0:ffff:7f00:1]",
  "[64:FF9B::127.0.0.1]",
  "[2001:0:7f00:1::]",
  "[::1",
  "[[::1]]",
  "[v1.x]",
  "loc%61lhost",
  "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
  "localhost.localdomain",
  "ip6-localhost",
  "host.docker.internal",
  "kubernetes.default.svc",
  "instance-data",
  "127.0.0.1;registry.guild.org",
  "127.0.0.1,registry.guild.org",
  "//127.0.0.1",
  "\\127.0.0.1",
  "*.guild.org",
  "own.guild.org",
  "sixtofour.guild.org",
  "translated.guild.org",
  "teredo.guild.org",
  "octal.guild.org",
  "padded.guild.org",
  "broken.guild.org",
  "empty.guild.org",
  "late.guild.org",
  ...ownAddresses.map((address) => (address.includes(":") ? `[${address}]` : address)),
];

/** The answers of an attacker's DNS server. */
export const strangers: Readonly<Record<string, readonly string[]>> = {
  "rebound.guild.org": ["127.0.0.1"],
  "mapped.guild.org": ["::ffff:127.0.0.1"],
  "metadata.guild.org": ["169.254.169.254"],
  "mixed.guild.org": ["93.184.215.14", "10.0.0.1"],
  "mixed6.guild.org": ["2606:4700::1111", "::1"],
  "scoped.guild.org": ["fe80::1%lo"],
  "nonsense.guild.org": ["localhost"],
  "nobody.guild.org": [],
  "own.guild.org": ownAddresses,
  "sixtofour.guild.org": ["2002:7f00:1::1"],
  "translated.guild.org": ["64:ff9b::7f00:1"],
  "teredo.guild.org": ["2001:0:4136:e378:8000:63bf:80ff:fffe"],
  "octal.guild.org": ["0177.0.0.1"],
  "padded.guild.org": [" 127.0.0.1"],
  "broken.guild.org": ["127.0.0.1\n"],
  "empty.guild.org": [""],
  "late.guild.org": ["93.184.215.14", "93.184.215.15", "93.184.215.16", "93.184.215.17", "127.0.0.1"],
};

/** Returns well over two hundred destinations: first the hand-written ones, then the generated spellings. */
export function hostileDestinations(): string[] {
  const spelt = forbidden.flatMap((address) => spellings.map((spell) => spell(address)));
  return [...new Set([...others, ...spelt])];
}

/** Spellings of this machine that only the rule about addresses refuses. */
export const thisMachine: readonly string[] = [
  ...spellings.slice(0, 8).map((spell) => spell("127.0.0.1")),
  "127.1",
  "0",
  "[::1]",
  "rebound.guild.org",
  "mapped.guild.org",
];

/** Returns requests that try to reach a host that is not listed, most by naming the listed host as well. */
export function hostileRequests(port: number): string[] {
  const listed = `listed.guild.org:${port}`;
  const other = `other.guild.org:${port}`;
  const heads = [
    `GET http://${listed}/ HTTP/1.1\r\nHost: ${other}`,
    `GET http://${listed}/ HTTP/1.1\r\nHost: ${listed}\r\nHost: ${other}`,
    `GET http://${listed}/ HTTP/1.1\r\nHost : ${other}`,
    `GET http://${listed}/ HTTP/1.1\r\nX: a\r\n Host: ${other}`,
    `GET http://${listed}/ HTTP/1.1\r\nX: a\nHost: ${other}`,
    `GET http://${listed}/ HTTP/1.1\r\nX: a\rHost: ${other}`,
    `GET http://${listed}/\nHost:${other} HTTP/1.1`,
    `GET http://${listed}/\tHTTP/1.1\r\nHost: ${other}`,
    `GET http://${listed}/%0d%0aHost:%20${other} HTTP/1.1`,
    `GET http://${listed}@${other}/ HTTP/1.1`,
    `GET http://${listed}\\@${other}/ HTTP/1.1`,
    `GET http://${listed}#@${other}/ HTTP/1.1`,
    `GET http://${listed}?@${other}/ HTTP/1.1`,
    `GET http:${other} HTTP/1.1\r\nHost: ${listed}`,
    `GET http:/${other}/ HTTP/1.1\r\nHost: ${listed}`,
    `GET http:\\\\${other}/ HTTP/1.1\r\nHost: ${listed}`,
    `GET //${other}/ HTTP/1.1\r\nHost: ${listed}`,
    `GET / HTTP/1.1\r\nHost: ${other}\r\nX-Host: ${listed}`,
    `GET https://${other}/ HTTP/1.1\r\nHost: ${listed}`,
    `GET ws://${other}/ HTTP/1.1\r\nHost: ${listed}`,
    `GET http://${other}/ HTTP/1.1\r\nHost: ${listed}`,
    `GET http://${other}./ HTTP/1.1\r\nHost: ${listed}`,
    `GET http://OTHER.guild.org:${port}/ HTTP/1.1\r\nHost: ${listed}`,
    `GET http://listed.guild.org.other.guild.org:${port}/ HTTP/1.1`,
    `GET http://xlisted.guild.org:${port}/ HTTP/1.1`,
    `CONNECT ${other} HTTP/1.1\r\nHost: ${listed}`,
    `CONNECT ${listed}@${other} HTTP/1.1`,
    `CONNECT ${listed},${other} HTTP/1.1`,
    `CONNECT ${listed} ${other} HTTP/1.1`,
    `CONNECT http://${other} HTTP/1.1\r\nHost: ${listed}`,
    `CONNECT ${other}/${listed} HTTP/1.1`,
    `CONNECT ${other}#${listed} HTTP/1.1`,
    `CONNECT .listed.guild.org:${port} HTTP/1.1`,
    `CONNECT a.listed.guild.org:${port} HTTP/1.1`,
    `POST http://${listed}/ HTTP/1.1\r\nContent-Length: 0\r\n\r\nCONNECT ${other} HTTP/1.1`,
    `GET http://${listed}/ HTTP/1.1\r\n\r\nGET http://${other}/ HTTP/1.1`,
    `POST http://${listed}/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\nGET http://${other}/ HTTP/1.1`,
    `GET http://${listed}/ HTTP/1.1\r\nConnection: Upgrade, Host\r\nUpgrade: h2c\r\nHTTP2-Settings: x`,
    `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nGET http://${other}/ HTTP/1.1`,
    `\r\n\r\nGET http://${other}/ HTTP/1.1\r\nHost: ${listed}`,
  ];
  return heads.map((head) => `${head}\r\n\r\n`);
}
