// How connections through the proxy of a set-up end, and what is on record of them: nothing is left open when the set-up is
// over, and nobody is reached who is not named.
import { afterEach, describe, expect, test } from "bun:test";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { openWayOut, type WayOutDeps } from "../../../src/workbench/fetch/way-out.ts";
import { mostReached } from "../../../src/workbench/fetch/host-uses.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { dialPlain } from "../../../src/host/network/dial.ts";
import { listenAt } from "../../../src/host/network/join-sockets.ts";
import { isOwnAddress } from "../../../src/host/network/names.ts";
import { tempDir } from "../../harness/temp.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(changes: Partial<WayOutDeps> = {}) {
  const socket = join(tempDir(), "s");
  const proxy = await openWayOut(
    {
      clock: systemClock,
      listen: listenAt,
      dialPlain,
      resolve: async () => ["127.0.0.1"],
      whyForbidden: () => null,
      isOwn: () => false,
      hallPort: async () => null,
      proxyFor: () => null,
      ...changes,
    },
    { socket, allow: [], signal: new AbortController().signal },
  );
  closing.push(proxy.close);
  return { socket, ...proxy };
}

/** A server that says nothing and never closes by itself. */
async function openSilent() {
  const visitors: Socket[] = [];
  let came: (visitor: Socket) => void = () => undefined;
  const server = createServer({ allowHalfOpen: true }, (visitor) => {
    visitors.push(visitor);
    visitor.on("error", () => visitor.destroy()).resume();
    came(visitor);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    for (const visitor of visitors) visitor.destroy();
    server.close();
  });
  const next = new Promise<Socket>((resolve) => (came = resolve));
  return { port: (server.address() as AddressInfo).port, next };
}

const eventOf = (socket: Socket, name: "close" | "end" | "data") =>
  new Promise<unknown>((resolve) => void socket.once(name, resolve));

describe("nothing is left open", () => {
  test("where a program hangs up while its host is being reached", async () => {
    const silent = await openSilent();
    const program = Promise.withResolvers<Socket>();
    const { socket } = await open({
      dialPlain: async (order) => {
        const near = await program.promise;
        near.destroy();
        await eventOf(near, "close");
        return dialPlain(order);
      },
      // The side of the proxy, to know when that has noticed.
      listen: (path, accept) =>
        listenAt(path, (near) => {
          program.resolve(near);
          accept(near);
        }),
    });
    connect({ path: socket })
      .on("error", () => undefined)
      .write(`CONNECT a.guild.org:${silent.port} HTTP/1.1\r\n\r\n`);
    await eventOf(await silent.next, "end");
  });

  test("when it is closed while a program has ended its half of a tunnel, and the server never does", async () => {
    const silent = await openSilent();
    const { socket, close } = await open();
    const program = connect({ path: socket, allowHalfOpen: true }).on("error", () => undefined);
    program.write(`CONNECT a.guild.org:${silent.port} HTTP/1.1\r\n\r\n`);
    await eventOf(program, "data");
    const far = await silent.next;
    const ended = eventOf(far, "end");
    program.end();
    await ended;
    await close();
    // A write to a connection that is gone is answered with a reset.
    const broken = new Promise<unknown>((resolve) => far.once("error", resolve));
    const more = setInterval(() => far.write("x"), 20);
    await broken;
    clearInterval(more);
  });
});

function ask(path: string, request: string): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    connect({ path })
      .on("data", (bytes: Buffer) => (said += bytes.toString("latin1")))
      .on("error", () => undefined)
      .on("close", () => resolve(said))
      .write(request);
  });
}

describe("on record", () => {
  const unreachable: Partial<WayOutDeps> = { dialPlain: () => Promise.reject(new Error("noted")) };
  const to = (host: string) => `CONNECT ${host}:443 HTTP/1.1\r\n\r\n`;

  test("is every host that is reached: where there are too many to be named, no other is", async () => {
    let dialled = 0;
    const { socket, hosts } = await open({
      dialPlain: () => ((dialled += 1), Promise.reject(new Error("noted"))),
      resolve: async (name) => (name.startsWith("no.") ? [] : ["127.0.0.1"]),
    });
    // Names that are refused take no room of those that are reached.
    for (let at = 0; at < 250; at += 1) await ask(socket, to(`no.${at}.guild.org`));
    for (let at = 0; at < mostReached; at += 1) await ask(socket, to(`h${at}.guild.org`));
    expect(dialled).toBe(mostReached);
    expect(await ask(socket, to("last.guild.org"))).toStartWith("HTTP/1.1 403");
    expect(await ask(socket, to("h7.guild.org"))).toStartWith("HTTP/1.1 502"); // one that is named already
    expect(dialled).toBe(mostReached + 1);
    const named = hosts();
    expect(named.filter(({ refused }) => refused === null)).toHaveLength(mostReached);
    expect(named.find(({ host }) => host === "h7.guild.org")?.connections).toBe(2);
    expect(named.find(({ host }) => host === "(other hosts)")?.connections).toBe(51);
  });

  test.each([
    ["http://user:hunter2@a.guild.org/", "a.guild.org", 0],
    ["http://hunter2@a.guild.org:22/hunter2?hunter2", "a.guild.org", 22],
    [`http://a.guild.org/hunter2?${"hunter2".repeat(700)}`, "a.guild.org", 0],
  ])("%# of a refused URL is the host alone", async (url, host, port) => {
    const { socket, hosts } = await open(unreachable);
    expect(await ask(socket, `GET ${url} HTTP/1.1\r\n\r\n`)).toStartWith("HTTP/1.1 403");
    expect(hosts()).toMatchObject([{ host, port, refused: expect.any(String) }]);
    expect(JSON.stringify(hosts())).not.toContain("hunter2");
  });
});

test("an address of this machine is known in every spelling", () => {
  expect(["::1", "0:0:0:0:0:0:0:1", "0::0001", "127.0.0.1"].map(isOwnAddress)).toEqual([
    isOwnAddress("::1"),
    isOwnAddress("::1"),
    isOwnAddress("::1"),
    true,
  ]);
});
