// The proxy of a set-up, spoken to as programs do: what it hands on, what it refuses, and what it keeps count of.
import { afterEach, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { join } from "node:path";
import type { AllowedHost } from "../../../src/contract/project/set-up-settings.ts";
import { openWayOut, type WayOutDeps } from "../../../src/workbench/fetch/way-out.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { dialPlain } from "../../../src/host/network/dial.ts";
import { listenAt } from "../../../src/host/network/join-sockets.ts";
import { tempDir } from "../../harness/temp.ts";
import { answer, closeListeners, listen, redirect, says, whyForbidden } from "./support.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const proxy of opened.splice(0)) await proxy.close();
  await closeListeners();
});

async function open(allow: readonly AllowedHost[] = [], changes: Partial<WayOutDeps> = {}) {
  const socket = join(tempDir(), "s");
  const proxy = await openWayOut(
    {
      clock: systemClock,
      listen: listenAt,
      dialPlain,
      resolve: async (name) => (name.endsWith(".guild.org") ? ["127.0.0.1"] : [name]),
      whyForbidden,
      isOwn: (address) => address === "10.9.8.7",
      hallPort: async () => 4711,
      proxyFor: () => null,
      ...changes,
    },
    { socket, allow, signal: new AbortController().signal },
  );
  opened.push(proxy);
  return { socket, hosts: proxy.hosts };
}

/** All that comes back until the proxy closes. `then` is sent once something has come. */
function ask(path: string, request: string, then = ""): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    let said = "";
    socket.on("data", (bytes: Buffer) => {
      if (said === "" && then !== "") socket.write(then);
      said += bytes.toString("latin1");
    });
    socket.on("error", () => resolve(said)).on("close", () => resolve(said));
    socket.write(request);
  });
}

describe("the proxy", () => {
  test("hands a plain request on to the host of its URL, without what was meant for itself", async () => {
    const server = await listen(says(answer("fine")));
    const { socket, hosts } = await open();
    const url = `http://pages.guild.org:${server.port}/a?b=1`;
    const said = await ask(
      socket,
      `POST ${url} HTTP/1.1\r\nHost: evil.guild.org\r\nProxy-Authorization: Basic c2VjcmV0\r\nConnection: keep-alive\r\nContent-Length: 2\r\nAccept: */*\r\n\r\nhi`,
    );
    expect(said).toEndWith("\r\n\r\nfine");
    expect(server.heard).toEqual([
      `POST /a?b=1 HTTP/1.1\r\nHost: pages.guild.org:${server.port}\r\nContent-Length: 2\r\nAccept: */*\r\nConnection: close\r\n\r\nhi`,
    ]);
    const [use] = hosts();
    expect(use).toMatchObject({ host: "pages.guild.org", port: server.port, connections: 1, refused: null });
    expect(use?.receivedBytes).toBe(answer("fine").length);
    expect(use?.sentBytes).toBe(server.heard[0]?.length ?? 0);
  });

  test.each([
    ["", ""],
    ["Content-Length: 2\r\n", "hi"],
  ])("hands on one request of a connection: with %j, what follows it is dropped", async (length, body) => {
    const server = await listen(says(answer("fine")));
    const { socket } = await open();
    const one = `POST http://pages.guild.org:${server.port}/ HTTP/1.1\r\n${length}\r\n${body}`;
    const said = await ask(
      socket,
      `${one}GET http://other.guild.org/ HTTP/1.1\r\n\r\n`,
      "GET / HTTP/1.1\r\n\r\n",
    );
    expect(said).toEndWith("\r\n\r\nfine");
    expect(server.heard).toEqual([
      `POST / HTTP/1.1\r\nHost: pages.guild.org:${server.port}\r\n${length}Connection: close\r\n\r\n${body}`,
    ]);
  });

  test("makes a tunnel, and lets each side end by itself", async () => {
    const server = await listen(says("pong"));
    const { socket } = await open();
    const said = await ask(
      socket,
      `CONNECT pages.guild.org:${server.port} HTTP/1.1\r\n\r\n`,
      "GET / HTTP/1.1\r\n\r\n",
    );
    expect(said).toBe("HTTP/1.1 200 Connection established\r\n\r\npong");
    expect(server.heard).toEqual(["GET / HTTP/1.1\r\n\r\n"]);
  });

  test("follows no redirect: it is the program's to ask again, and is checked then", async () => {
    const server = await listen(says(redirect("http://10.0.0.1/")));
    const { socket, hosts } = await open();
    const said = await ask(socket, `GET http://pages.guild.org:${server.port}/ HTTP/1.1\r\n\r\n`);
    expect(said).toContain("302");
    expect(hosts()).toHaveLength(1);
    expect(await ask(socket, "GET http://10.0.0.1/ HTTP/1.1\r\n\r\n")).toContain("403 Forbidden");
    expect(hosts().find(({ host }) => host === "10.0.0.1")?.refused).toContain("private network");
  });

  test("connects to the address that it checked, and looks no name up twice", async () => {
    const server = await listen(says("pong"));
    const dialled: string[] = [];
    let looks = 0;
    const { socket } = await open([], {
      resolve: async () => [(looks += 1) === 1 ? "127.0.0.1" : "10.0.0.1"],
      dialPlain: (order) => {
        dialled.push(order.address);
        return dialPlain(order);
      },
    });
    await ask(socket, `CONNECT turns.guild.org:${server.port} HTTP/1.1\r\n\r\n`, "x\r\n\r\n");
    expect([dialled, looks]).toEqual([["127.0.0.1"], 1]);
  });

  test.each([
    ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["GET https://pages.guild.org/ HTTP/1.1\r\n\r\n", 400],
    ["GET ftp://pages.guild.org/ HTTP/1.1\r\n\r\n", 400],
    ["CONNECT pages.guild.org HTTP/1.1\r\n\r\n", 400],
    ["CONNECT a@pages.guild.org:443 HTTP/1.1\r\n\r\n", 400],
    ["CONNECT pages.guild.org:443/x HTTP/1.1\r\n\r\n", 400],
    ["CONNECT [::1%lo]:443 HTTP/1.1\r\n\r\n", 400],
    ["CONNECT pages.guild.org:22 HTTP/1.1\r\n\r\n", 403],
    ["CONNECT pages.guild.org:99999 HTTP/1.1\r\n\r\n", 403],
    ["GET http://user:pass@pages.guild.org/ HTTP/1.1\r\n\r\n", 403],
    ["GET http://pages.guild.org/ HTTP/1.1\r\nbad header\r\n\r\n", 400],
    ["GET http://pages.guild.org/ HTTP/1.1\r\n folded: x\r\n\r\n", 400],
    ["POST http://pages.guild.org/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
    ["POST http://pages.guild.org/ HTTP/1.1\r\nContent-Length: 1, 2\r\n\r\n", 400],
    ["POST http://pages.guild.org/ HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400],
    ["POST http://pages.guild.org/ HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
    ["POST http://pages.guild.org/ HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n", 400],
    ["get http://pages.guild.org/ HTTP/1.1\r\n\r\n", 400],
    ["GET http://pages.guild.org/ HTTP/2\r\n\r\n", 400],
    ["\x05\x01\x00\r\n\r\n", 400],
  ])("refuses %j with %i, and connects to nobody", async (request, status) => {
    let dialled = 0;
    const { socket } = await open([], { dialPlain: () => ((dialled += 1), Promise.reject(new Error("no"))) });
    expect(await ask(socket, request)).toStartWith(`HTTP/1.1 ${status} `);
    expect(dialled).toBe(0);
  });

  test("says that a host could not be reached", async () => {
    const { socket } = await open([], { dialPlain: () => Promise.reject(new Error("ECONNREFUSED")) });
    const said = await ask(socket, "CONNECT pages.guild.org:443 HTTP/1.1\r\n\r\n");
    expect(said).toMatch(/^HTTP\/1\.1 502 .*ECONNREFUSED/s);
  });

  test("gives up on a head that does not end", async () => {
    const { socket } = await open();
    expect(await ask(socket, `GET http://pages.guild.org/ HTTP/1.1\r\n${"a: b\r\n".repeat(20_000)}`)).toBe(
      "",
    );
  });
});

describe("a list of hosts", () => {
  const to = (host: string, port = 443) => `CONNECT ${host}:${port} HTTP/1.1\r\n\r\n`;
  const dialled: string[] = [];
  const noted: Partial<WayOutDeps> = {
    dialPlain: ({ address, port }) => {
      dialled.push(`${address}:${port}`);
      return Promise.reject(new Error("noted"));
    },
  };
  afterEach(() => void dialled.splice(0));

  test.each([
    ["registry.guild.org", 502],
    ["REGISTRY.guild.org.", 502],
    ["a.files.guild.org", 502],
    ["files.guild.org", 403],
    ["evilregistry.guild.org", 403],
    ["registry.guild.org.evil.org", 403],
    ["127.0.0.1", 403],
  ])("%s is answered with %i", async (host, status) => {
    const { socket } = await open(["registry.guild.org", "*.files.guild.org"], noted);
    expect(await ask(socket, to(host))).toStartWith(`HTTP/1.1 ${status} `);
    expect(dialled).toHaveLength(status === 502 ? 1 : 0);
  });

  test("leads a pinned host to its address, which need not be public, and asks no name server", async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => (asked.push(name), ["127.0.0.1"]);
    const { socket } = await open([{ host: "npm.corp", address: "10.20.0.5" }], { ...noted, resolve });
    await ask(socket, to("npm.corp", 4873));
    expect([dialled, asked]).toEqual([["10.20.0.5:4873"], []]);
    expect(await ask(socket, to("10.20.0.5", 4873))).toStartWith("HTTP/1.1 403"); // by its name alone
  });

  test("leads a name to its own pin before that of a pattern", async () => {
    const pins = [
      { host: "*.corp", address: "10.20.0.5" },
      { host: "NPM.corp", address: "10.20.0.6" },
    ];
    const { socket } = await open(pins, noted);
    for (const host of ["npm.corp", "other.corp", "a.other.corp", "corp", "npm.corp.evil.org"])
      await ask(socket, to(host));
    expect(dialled).toEqual(["10.20.0.6:443", "10.20.0.5:443", "10.20.0.5:443"]);
  });

  test.each([
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::1",
    "169.254.169.254",
    "fe80::1",
    "224.0.0.1",
    "255.255.255.255",
    "0x7f000001",
    "2130706433",
    "127.1",
  ])("never leads a pinned host to %s", async (address) => {
    const { socket } = await open([{ host: "npm.corp", address }], noted);
    expect(await ask(socket, to("npm.corp"))).toStartWith("HTTP/1.1 403");
    expect(dialled).toEqual([]);
  });

  test("never leads anybody to the hall's own port, even at a pinned address of this machine", async () => {
    const { socket } = await open([{ host: "npm.corp", address: "10.9.8.7" }], noted);
    expect(await ask(socket, to("npm.corp", 4711))).toStartWith("HTTP/1.1 403");
    expect(dialled).toEqual([]);
    await ask(socket, to("npm.corp", 4873)); // the control: another port there
    expect(dialled).toEqual(["10.9.8.7:4873"]);
  });
});
