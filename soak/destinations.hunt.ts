// Requests hostile destinations from the proxy that a project's set-up command fetches through: as tunnels
// and as plain requests, with and without a list of hosts, and by names whose DNS answer changes after the
// check.
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AllowedHost } from "../src/contract/project/set-up-settings.ts";
import { openWayOut, type WayOutDeps } from "../src/workbench/fetch/way-out.ts";
import { systemClock } from "../src/host/clock.ts";
import { dialPlain } from "../src/host/network/dial.ts";
import { listenAt } from "../src/host/network/join-sockets.ts";
import { isOwnAddress, resolveName } from "../src/host/network/names.ts";
import { whyNotPublic } from "../src/base/network/public-address.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { hostileDestinations, hostileRequests, strangers, thisMachine } from "./hostile-destinations.ts";

export const hunt: Hunt = {
  name: "destinations",
  what: "A set-up asks its proxy for loopback, private, link-local, metadata, translated and misspelt destinations: none is connected to.",
  size: 500,
  run,
};

async function run({ size, say }: HuntOrder): Promise<void> {
  const asked = hostileDestinations().slice(0, Math.max(size, 200));
  const kept = await attack(asked, {});
  say({
    name: `connections to ${asked.length} hostile destinations, each as a tunnel and as a plain request`,
    value: kept.dialled + kept.reached,
    unit: "connections",
    target: "0",
    ok: kept.dialled === 0 && kept.reached === 0 && kept.refused === asked.length * 2,
    detail: { refused: kept.refused },
  });
  const pins = asked.map((host) => ({ host: "pinned.guild.org", address: host.replace(/^\[|\]$/g, "") }));
  const pinned = await attackPins(pins.filter(({ address }) => whyNotPublic(address) !== null));
  say({
    name: "connections to addresses that are never pinned: this machine, the local link, many at once",
    value: pinned.reached,
    unit: "connections",
    target: "0",
    ok: pinned.reached === 0,
    detail: { asked: pinned.asked },
  });
  const rebound = await attackRebound();
  say({
    name: "connections to this machine by a name whose second answer is this machine",
    value: rebound.reached,
    unit: "connections",
    target: "0",
    ok: rebound.reached === 0 && rebound.lookups === 1,
    detail: { lookups: rebound.lookups },
  });
  const misled = await attackList(["listed.guild.org"]);
  say({
    name: `connections to a host that is not on the list, by ${misled.asked} requests that name one that is`,
    value: misled.reached,
    unit: "connections",
    target: "0",
    ok: misled.reached === 0 && misled.listed > 0,
    detail: { listed: misled.listed },
  });
  const unlisted = await attackList([]);
  say({
    name: "without a list: connections to that host by the same requests",
    value: unlisted.reached,
    unit: "connections",
    target: ">= 1",
    ok: unlisted.reached >= 1,
    control: true,
  });
  const caught = await attack(thisMachine, { whyForbidden: () => null });
  say({
    name: "without the rule about addresses: connections that reach this machine",
    value: caught.reached,
    unit: "connections",
    target: `>= ${thisMachine.length}`,
    ok: caught.reached >= thisMachine.length,
    control: true,
  });
}

interface Attacked {
  refused: number;
  dialled: number;
  reached: number;
}

async function attack(hosts: readonly string[], rules: Partial<WayOutDeps>): Promise<Attacked> {
  return withVictim(async (port, visits) => {
    let dialled = 0;
    const counted: WayOutDeps["dialPlain"] = (order) => {
      dialled += 1;
      return dialPlain(order);
    };
    let refused = 0;
    await withProxy([], { dialPlain: counted, ...rules }, async (socket) => {
      for (const host of hosts)
        for (const request of [tunnelTo(host, port), plainTo(host, port)])
          if (!(await ask(socket, request)).startsWith("HTTP/1.1 200")) refused += 1;
    });
    return { refused, dialled, reached: visits() };
  });
}

async function attackPins(pins: readonly { host: string; address: string }[]) {
  return withVictim(async (port, visits) => {
    // A private address of this machine may be pinned, because a registry may be there; the hall's port is blocked.
    const strange = pins.filter(({ address }) => !(isOwnAddress(address) && /^f[cd]/i.test(address)));
    const local = strange.filter(({ address }) => /^(?:127|0|169\.254|22\d|23\d|2[45]\d)\b|:/.test(address));
    for (const pin of local.slice(0, 60))
      await withProxy([pin], {}, (socket) => ask(socket, tunnelTo(pin.host, port)));
    return { asked: Math.min(local.length, 60), reached: visits() };
  });
}

async function attackRebound() {
  return withVictim(async (port, visits) => {
    let lookups = 0;
    const resolve = async () => [(lookups += 1) === 1 ? "203.0.114.1" : "127.0.0.1"];
    const late = AbortSignal.timeout(500);
    const impatient: WayOutDeps["dialPlain"] = (order) =>
      dialPlain({ ...order, signal: AbortSignal.any([order.signal, late]) });
    await withProxy([], { resolve, dialPlain: impatient }, (socket) =>
      ask(socket, tunnelTo("turns.guild.org", port)),
    );
    return { lookups, reached: visits() };
  });
}

/**
 * Tries to get past the list of hosts. The listed host resolves to one local address, all other names to
 * another.
 */
async function attackList(allow: readonly string[]) {
  return withVictim(async (port, visits, at) => {
    const resolve = async (name: string) => [name === "listed.guild.org" ? "127.0.0.1" : "127.0.0.2"];
    const requests = hostileRequests(port);
    await withProxy(allow, { resolve, whyForbidden: () => null }, async (socket) => {
      for (const request of requests) await ask(socket, request);
    });
    const reached = at("127.0.0.2");
    return { asked: requests.length, reached, listed: visits() - reached };
  });
}

/** Runs a server that listens on every address of this machine. */
async function withVictim<T>(
  task: (port: number, visits: () => number, at: (address: string) => number) => Promise<T>,
): Promise<T> {
  const visited: string[] = [];
  const server = createServer((socket) => {
    visited.push(socket.localAddress?.replace("::ffff:", "") ?? "");
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\ninside");
  });
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  try {
    const at = (address: string) => visited.filter((each) => each === address).length;
    return await task((server.address() as AddressInfo).port, () => visited.length, at);
  } finally {
    server.close();
  }
}

async function withProxy(
  allow: readonly AllowedHost[],
  rules: Partial<WayOutDeps>,
  task: (socket: string) => Promise<unknown>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "gh-destinations-"));
  const socket = join(directory, "s");
  const deps: WayOutDeps = {
    clock: systemClock,
    listen: listenAt,
    dialPlain,
    resolve: async (name) => strangers[name] ?? resolveName(name),
    whyForbidden: (address) =>
      whyNotPublic(address) ?? (isOwnAddress(address) ? "an address of this machine" : null),
    isOwn: isOwnAddress,
    hallPort: async () => null,
    proxyFor: () => null,
    ...rules,
  };
  const opened = await openWayOut(deps, { socket, allow, signal: new AbortController().signal });
  try {
    await task(socket);
  } finally {
    await opened.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const tunnelTo = (host: string, port: number) =>
  `CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`;
const plainTo = (host: string, port: number) =>
  `GET http://${host}:${port}/ HTTP/1.1\r\nHost: registry.guild.org\r\n\r\n`;

/** Returns the first line of the proxy's answer. */
function ask(path: string, request: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    let said = "";
    const done = () => {
      socket.destroy();
      resolve(said);
    };
    socket.on("data", (bytes: Buffer) => {
      said += bytes.toString("latin1");
      if (said.includes("\r\n")) done();
    });
    socket.on("error", done).on("close", done);
    socket.write(Buffer.from(request, "utf8"));
  });
}
