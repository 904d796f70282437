// Pages over TLS, directly and through a proxy: the certificate is checked, and the address is the one that was judged.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  answer,
  closeListeners,
  fetchOne,
  type FetcherOrder,
  host,
  listen,
  openProxy,
  publicAddress,
  says,
} from "./support.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
const directory = mkdtempSync(join(tmpdir(), "guild-hall-pages-"));
const [caFile, keyFile] = [join(directory, "ca.pem"), join(directory, "key.pem")];

let server: Server;
let port = 0;

beforeAll(async () => {
  if (!hasOpenssl) return;
  const subject = `-subj /CN=${host} -addext subjectAltName=DNS:${host},IP:127.0.0.1`;
  const how = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 ${subject}`;
  const made = spawnSync("openssl", [...how.split(" "), "-keyout", keyFile, "-out", caFile]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  const secrets = { key: readFileSync(keyFile), cert: readFileSync(caFile) };
  server = createServer(secrets, (request, response) => {
    response.setHeader("content-type", "text/plain");
    response.end(`asked as ${request.headers.host}`);
  });
  await new Promise<void>((resolve) => server.listen(0, publicAddress, resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server?.close();
  rmSync(directory, { recursive: true });
});
afterEach(closeListeners);

const anywhere: FetcherOrder = { resolve: async () => [publicAddress], extraCaFile: null };

describe.skipIf(!hasOpenssl)("a page over TLS", () => {
  test("is fetched from the checked address, under its name, if the certificate is good", async () => {
    const outcome = await fetchOne(`https://${host}:${port}/`, { ...anywhere, extraCaFile: caFile });
    expect(outcome).toMatchObject({ status: 200, text: `asked as ${host}:${port}` });
  });

  test("is fetched from a bare address that has a certificate", async () => {
    const outcome = await fetchOne(`https://127.0.0.1:${port}/`, { ...anywhere, extraCaFile: caFile });
    expect(outcome).toMatchObject({ status: 200, text: `asked as 127.0.0.1:${port}` });
  });

  test.each([
    ["nobody vouches for it", host, () => null],
    ["it is another's", "other.guild.org", () => caFile],
  ])("is not fetched when %s", async (_, name, ca) => {
    const outcome = await fetchOne(`https://${name}:${port}/`, { ...anywhere, extraCaFile: ca() });
    expect(outcome.refused).toMatch(/It could not be fetched: .*(certificate|self.signed)/i);
    expect(outcome.text).toBe("");
  });

  test("through a proxy asks it for the address and never for the name", async () => {
    const proxy = await openProxy();
    const through = { ...anywhere, extraCaFile: caFile, proxyFor: () => proxy.url };
    expect((await fetchOne(`https://${host}:${port}/`, through)).text).toBe(`asked as ${host}:${port}`);
    expect((await fetchOne(`https://other.guild.org:${port}/`, through)).refused).toContain("certificate");
    expect(proxy.tunnels).toEqual([`${publicAddress}:${port}`, `${publicAddress}:${port}`]);
  });
});

describe("a page through a proxy", () => {
  test("without TLS is asked for through a tunnel too", async () => {
    const proxy = await openProxy();
    const page = await listen(says(answer("page")));
    const outcome = await fetchOne(`http://${host}:${page.port}/`, { proxyFor: () => proxy.url });
    expect(outcome.text).toBe("page");
    expect(proxy.tunnels).toEqual([`${publicAddress}:${page.port}`]);
  });

  test("is judged before the proxy hears of it", async () => {
    const proxy = await openProxy();
    for (const url of ["http://10.0.0.1/", "http://localhost/", "http://169.254.169.254/"])
      expect((await fetchOne(url, { proxyFor: () => proxy.url })).refused).not.toBeNull();
    expect(proxy.tunnels).toEqual([]);
  });

  test.each([
    ["refuses", "HTTP/1.1 403 Forbidden\r\n\r\n"],
    ["hangs up", ""],
    ["talks nonsense", "SSH-2.0-x\r\n\r\n\r\n"],
  ])("that %s is not fetched", async (_, says403) => {
    const proxy = await listen(says(says403));
    const url = `http://user:word@127.0.0.1:${proxy.port}`;
    const outcome = await fetchOne(`http://${host}/`, { proxyFor: () => url });
    expect(outcome.refused).toContain(`the proxy refused a tunnel to ${publicAddress}:80`);
    expect(outcome.refused).not.toContain("word");
    expect(proxy.heard[0]).toContain(`Proxy-Authorization: Basic ${btoa("user:word")}\r\n`);
  });

  test("of a kind that is not known says so", async () => {
    const outcome = await fetchOne(`http://${host}/`, { proxyFor: () => "socks5://127.0.0.1:1" });
    expect(outcome.refused).toContain('a proxy of the kind "socks5:" cannot be used for pages');
  });
});
