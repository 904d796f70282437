// Where a worker may not be led: every URL here is refused, and nobody is connected to.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import { createPageFetcher, type PageFetcher } from "../../../src/workbench/fetch/page-fetcher.ts";
import type { DialOrder } from "../../../src/host/network/dial.ts";
import { isOwnAddress } from "../../../src/host/network/names.ts";
import { wireWorkbench } from "../../../src/workbench/main.ts";
import { tempDir } from "../../harness/temp.ts";
import { answer, closeListeners, type Listener, listen, says } from "./support.ts";

let everywhere: Listener;
let dialled: DialOrder[];
beforeEach(async () => {
  everywhere = await listen(says(answer("inside")), "::");
  dialled = [];
});
afterEach(closeListeners);

/** Names that a stranger's name server could answer in any way. */
const strangers: Record<string, readonly string[]> = {
  "rebound.guild.org": ["127.0.0.1"],
  "mapped.guild.org": ["::ffff:127.0.0.1"],
  "metadata.guild.org": ["169.254.169.254"],
  "mixed.guild.org": ["93.184.215.14", "10.0.0.1"],
  "mixed6.guild.org": ["2606:4700::1111", "::1"],
  "scoped.guild.org": ["fe80::1%lo"],
  "nonsense.guild.org": ["localhost"],
  "nobody.guild.org": [],
};

/** As main() wires it, but for the names of strangers and for an eye on who is dialled. */
function wired(rule?: (address: string) => string | null): PageFetcher {
  const { pages, clock, config } = wireWorkbench(tempDir(), defaultConfig);
  return createPageFetcher(
    {
      ...pages,
      clock,
      extraCaFile: null,
      proxyFor: () => null,
      resolve: async (name) => strangers[name] ?? pages.resolve(name),
      dial: (order) => {
        dialled.push(order);
        return pages.dial(order);
      },
      ...(rule ? { whyForbidden: rule } : {}),
    },
    config.fetch,
  );
}

/** Ways to spell this machine, which only the address rule refuses. */
const thisMachine = [
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://127.0.1:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0x7F.0x0.0x0.0x1:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://017700000001:PORT/",
  "http://127.0.0.1.:PORT/",
  "http://127。0。0。1:PORT/",
  "http://１２７.0.0.1:PORT/",
  "http://①②⑦.⓪.⓪.①:PORT/",
  "http:\\\\127.0.0.1:PORT\\",
  "http:127.0.0.1:PORT",
  "  http://127.0.0.1:PORT/  ",
  "ht\ttp://127.0.0\n.1:PORT/",
  "http://127.8.9.10:PORT/",
  "http://0:PORT/",
  "http://0.0.0.0:PORT/",
  "http://[::1]:PORT/",
  "http://[0:0:0:0:0:0:0:1]:PORT/",
  "http://[::]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://rebound.guild.org:PORT/",
  "http://mapped.guild.org:PORT/",
];

const elsewhere = [
  // private, local and shared networks
  "http://10.0.0.1/",
  "http://10.255.255.255:8080/",
  "http://172.16.0.1/",
  "http://172.31.255.254/",
  "http://192.168.1.1/",
  "http://3232235777/",
  "http://100.64.0.1/",
  "http://100.127.255.254/",
  "http://169.254.1.1/",
  "http://[fe80::1]/",
  "http://[fc00::1]/",
  "http://[fdff::1]/",
  "http://[fec0::1]/",
  // where clouds tell their machines their secrets
  "http://169.254.169.254/latest/meta-data/",
  "http://0xa9fea9fe/latest/meta-data/",
  "http://2852039166/",
  "http://[::ffff:169.254.169.254]/",
  "http://[fd00:ec2::254]/",
  "http://100.100.100.200/",
  "http://192.0.0.192/",
  "http://168.63.129.16/",
  "http://metadata.google.internal/",
  "http://metadata.guild.org/",
  // tunnels and translations, which can hold any of them
  "http://[64:ff9b::7f00:1]/",
  "http://[64:ff9b:1::1]/",
  "http://[2002:7f00:1::1]/",
  "http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
  "http://[::7f00:1]/",
  "http://192.88.99.1/",
  // nobody, many, documentation, measurements
  "http://224.0.0.1/",
  "http://239.255.255.250/",
  "http://240.0.0.1/",
  "http://255.255.255.255/",
  "http://192.0.2.1/",
  "http://198.51.100.1/",
  "http://203.0.113.1/",
  "http://198.18.0.1/",
  "http://[ff02::1]/",
  "http://[2001:db8::1]/",
  "http://[3fff::1]/",
  "http://[2001:20::1]/",
  "http://[5f00::1]/",
  "http://[100::1]/",
  // names
  "http://localhost:PORT/",
  "http://LOCALHOST:PORT/",
  "http://localhost.:PORT/",
  "http://a.localhost:PORT/",
  "http://intranet/",
  "http://printer.local/",
  "http://router.lan/",
  "http://1.0.0.127.in-addr.arpa/",
  "http://mixed.guild.org/",
  "http://mixed6.guild.org/",
  "http://scoped.guild.org/",
  "http://nonsense.guild.org:PORT/",
  "http://nobody.guild.org/",
  "http://a..b/",
  "http://[fe80::1%25lo]/",
  "http://127.0.0.1%00.guild.org:PORT/",
  "http://256.256.256.256/",
  // other kinds, credentials and ports
  "file:///etc/passwd",
  "ftp://127.0.0.1:PORT/",
  "gopher://127.0.0.1:PORT/_GET",
  "data:text/html,<p>x",
  "javascript:alert(1)",
  "blob:http://127.0.0.1:PORT/x",
  "ws://127.0.0.1:PORT/",
  "unix:/run/docker.sock",
  "//127.0.0.1:PORT/",
  "/etc/passwd",
  "",
  "http://",
  "http://user:pass@93.184.215.14/",
  "http://93.184.215.14@127.0.0.1:PORT/",
  "http://93.184.215.14:22/",
  "http://93.184.215.14:25/",
  "http://93.184.215.14:0/",
  "http://93.184.215.14:6667/",
  "http://93.184.215.14:99999/",
  `http://93.184.215.14/${"a".repeat(5000)}`,
];

const at = (url: string) => url.replace("PORT", String(everywhere.port));

describe("a worker is led nowhere but to the public internet", () => {
  test(`${thisMachine.length + elsewhere.length} hostile URLs are refused before anybody is connected to`, async () => {
    expect(thisMachine.length + elsewhere.length).toBeGreaterThanOrEqual(60);
    const fetcher = wired();
    for (const url of [...thisMachine, ...elsewhere].map(at)) {
      const outcome = await fetcher.fetchPage(url, new AbortController().signal);
      expect([url, outcome.refused === null]).toEqual([url, false]);
      expect([url, outcome.finalUrl, outcome.status, outcome.text]).toEqual([url, null, null, ""]);
    }
    expect(dialled).toEqual([]);
    expect(everywhere.heard).toEqual([]);
  });

  test("the control: without the address rule this machine is reached by each of its spellings", async () => {
    const fetcher = wired(() => null);
    for (const url of thisMachine.map(at)) {
      const outcome = await fetcher.fetchPage(url, new AbortController().signal);
      expect([url, outcome.refused, outcome.text]).toEqual([url, null, "inside"]);
    }
    expect(everywhere.heard).toHaveLength(thisMachine.length);
  });

  test("an address of this machine's own is none either, however public it be", () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list?.map((one) => one.address) ?? []);
    expect(own).toContain("127.0.0.1");
    expect(own.filter((address) => !isOwnAddress(address))).toEqual([]);
    expect(["93.184.215.14", "2606:4700::1111"].filter(isOwnAddress)).toEqual([]);
  });
});
