// Through a real CONNECT proxy to a real TLS endpoint whose certificate only the extra CA file vouches for.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, connect, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSend } from "../../../src/host/network/outbound.ts";
import { answerText, ask, closeAll, closeLater, forwardTo, openTestGateway, streamed } from "./support.ts";

afterEach(closeAll);

const directory = mkdtempSync(join(tmpdir(), "outbound-"));
const [caFile, keyFile] = [join(directory, "ca.pem"), join(directory, "key.pem")];
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

beforeAll(() => {
  if (!hasOpenssl) return;
  const made = spawnSync("openssl", [
    ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost".split(
      " ",
    ),
    ..."-addext subjectAltName=DNS:localhost,DNS:model.example,IP:127.0.0.1".split(" "),
    "-keyout",
    keyFile,
    "-out",
    caFile,
  ]);
  if (made.status !== 0) throw new Error(String(made.stderr));
});
afterAll(() => rmSync(directory, { recursive: true }));

function openSecureUpstream(): number {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { key: readFileSync(keyFile, "utf8"), cert: readFileSync(caFile, "utf8") },
    fetch: (request) => streamed(answerText(`key ${request.headers.get("x-api-key")}`)),
  });
  closeLater(() => server.stop(true));
  return server.port ?? 0;
}

/** Every host name leads to loopback, so that a name only the proxy can resolve shows that it was used. */
async function openProxy(wanted: string): Promise<{ url: string; tunnels: string[] }> {
  const tunnels: string[] = [];
  const clients: Socket[] = [];
  const server: Server = createServer((client) => {
    clients.push(client);
    client.on("error", () => {});
    client.once("data", (bytes) => {
      const head = String(bytes);
      const target = /^CONNECT (\S+):(\d+) /.exec(head);
      const given = /^proxy-authorization: Basic (\S+)/im.exec(head)?.[1] ?? "";
      if (target === null || Buffer.from(given, "base64").toString() !== wanted) {
        client.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
        return;
      }
      tunnels.push(`${target[1]}:${target[2]}`);
      const upstream = connect(Number(target[2]), "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(upstream).pipe(client);
      });
      upstream.on("error", () => client.destroy());
      client.on("close", () => upstream.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(() => {
    for (const client of clients) client.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `127.0.0.1:${(server.address() as AddressInfo).port}`, tunnels };
}

describe.skipIf(!hasOpenssl)("the way out (needs openssl to make a certificate)", () => {
  const timing = { retryDelaysMs: [] };

  test("leads through the proxy, with its password, to an endpoint the extra CA vouches for", async () => {
    const port = openSecureUpstream();
    const proxy = await openProxy("me:p@ss");
    const model = forwardTo(`https://model.example:${port}`, {
      proxy: { http: null, https: `http://me:p%40ss@${proxy.url}`, no: "127.0.0.1" },
      extraCaFile: caFile,
    });
    const { url } = await openTestGateway(model, { timing });
    expect(await (await ask(url)).text()).toBe(answerText("key sk-canary-0123456789"));
    expect(proxy.tunnels).toEqual([`model.example:${port}`]);
  });

  test("leads past the proxy where NO_PROXY says so", async () => {
    const port = openSecureUpstream();
    const proxy = await openProxy("");
    const model = forwardTo(`https://127.0.0.1:${port}`, {
      proxy: { http: null, https: `http://${proxy.url}`, no: "127.0.0.1" },
      extraCaFile: caFile,
    });
    const { url } = await openTestGateway(model, { timing });
    expect((await ask(url)).status).toBe(200);
    expect(proxy.tunnels).toEqual([]);
  });

  test("does not lead to an endpoint that nobody vouches for", async () => {
    const { url, facts } = await openTestGateway(forwardTo(`https://127.0.0.1:${openSecureUpstream()}`), {
      timing,
    });
    expect((await ask(url)).status).toBe(502);
    expect(facts).toMatchObject([
      { type: "model.failed", status: null, message: expect.stringMatching(/certificate/i) },
    ]);
  });

  test("a proxy that refuses is named without its password", async () => {
    const proxy = await openProxy("right");
    const model = forwardTo("https://model.example", {
      proxy: { http: null, https: `http://me:hidden-word@${proxy.url}`, no: null },
    });
    const { url, facts } = await openTestGateway(model, { timing });
    expect((await ask(url)).ok).toBe(false);
    expect(facts).toMatchObject([{ type: "model.failed" }]);
    expect(JSON.stringify(facts)).not.toContain("hidden-word");
  });

  test("a CA file that is not there is named", async () => {
    const missing = join(directory, "missing.pem");
    const { url, facts } = await openTestGateway(forwardTo("https://127.0.0.1:1", { extraCaFile: missing }), {
      timing,
    });
    expect((await ask(url)).status).toBe(502);
    expect(JSON.stringify(facts)).toContain(missing);
  });
});

test("a proxy in the environment is not used unless it was handed over", async () => {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("direct") });
  closeLater(() => server.stop(true));
  const before = process.env["HTTP_PROXY"];
  process.env["HTTP_PROXY"] = "http://127.0.0.1:1";
  try {
    const answer = await createSend()({
      url: `http://127.0.0.1:${server.port}/`,
      method: "POST",
      headers: new Headers(),
      body: null,
      proxy: null,
      extraCaFile: null,
      signal: new AbortController().signal,
    });
    expect(await answer.text()).toBe("direct");
  } finally {
    if (before === undefined) delete process.env["HTTP_PROXY"];
    else process.env["HTTP_PROXY"] = before;
  }
});
