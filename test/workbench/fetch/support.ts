// Servers on this machine that stand for the public internet, and a fetcher that may go to them.
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { defaultConfig, type HallConfig } from "../../../src/contract/home/config.ts";
import {
  createPageFetcher,
  type PageFetcher,
  type PageFetcherDeps,
  type PageOutcome,
} from "../../../src/workbench/fetch/page-fetcher.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { createDial } from "../../../src/host/network/dial.ts";
import { whyNotPublic } from "../../../src/base/network/public-address.ts";

/** The one loopback address that counts as public in these tests; every other is judged by the real rule. */
export const publicAddress = "127.0.0.1";
export const privateAddress = "127.0.0.2";
export const host = "pages.guild.org";

export const whyForbidden = (address: string) => (address === publicAddress ? null : whyNotPublic(address));

export interface Listener {
  port: number;
  /** What was sent to each connection, one entry for each. */
  heard: string[];
  /** Resolves when all connections so far are closed. */
  left(): Promise<void>;
  close(): Promise<void>;
}

type Speak = (socket: Socket, head: string) => void;

const listeners: Listener[] = [];

export async function listen(speak: Speak, address = publicAddress): Promise<Listener> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const closing: Promise<void>[] = [];
  const server: Server = createServer((socket) => {
    const index = heard.push("") - 1;
    sockets.add(socket);
    closing.push(new Promise((resolve) => socket.once("close", () => resolve())));
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      const before = heard[index] ?? "";
      heard[index] = before + bytes.toString("latin1");
      if (!before.includes("\r\n\r\n") && heard[index].includes("\r\n\r\n")) speak(socket, heard[index]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const listener: Listener = {
    port: (server.address() as AddressInfo).port,
    heard,
    left: async () => void (await Promise.all(closing)),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  listeners.push(listener);
  return listener;
}

export async function closeListeners(): Promise<void> {
  for (const listener of listeners.splice(0)) await listener.close();
}

/** An answer as it goes over the wire. */
export function answer(body: string | Buffer, headers: Record<string, string> = {}, status = 200): Buffer {
  const all = { "content-type": "text/plain", "content-length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines.join("")}\r\n`, "latin1"),
    Buffer.from(body),
  ]);
}

export const says =
  (bytes: Buffer | string): Speak =>
  (socket) =>
    void socket.end(bytes);

/** Pages by their path. */
export const serves =
  (pages: Record<string, Buffer>): Speak =>
  (socket, head) => {
    const path = /^GET (\S+) /.exec(head)?.[1] ?? "";
    socket.end(pages[path] ?? answer("not here", {}, 404));
  };

export const redirect = (location: string, status = 302) => answer("", { location }, status);

export interface FetcherOrder extends Partial<PageFetcherDeps> {
  limits?: Partial<HallConfig["fetch"]>;
}

export function fetcherFor({ limits, ...deps }: FetcherOrder = {}): PageFetcher {
  const all: PageFetcherDeps = {
    clock: systemClock,
    dial: createDial(),
    resolve: async (name) => (name === host ? [publicAddress] : [name]),
    whyForbidden,
    proxyFor: () => null,
    extraCaFile: null,
    ...deps,
  };
  return createPageFetcher(all, { ...defaultConfig.fetch, ...limits });
}

export function fetchOne(url: string, order: FetcherOrder = {}): Promise<PageOutcome> {
  return fetcherFor(order).fetchPage(url, new AbortController().signal);
}

export interface Proxy {
  url: string;
  /** The targets it was asked for. */
  tunnels: string[];
}

export async function openProxy(): Promise<Proxy> {
  const tunnels: string[] = [];
  const { port } = await listen((client, head) => {
    const [, target = "", address = "", to = ""] = /^CONNECT ((\S+):(\d+)) /.exec(head) ?? [];
    tunnels.push(target);
    client.removeAllListeners("data");
    const onward = connect(Number(to), address, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(onward).pipe(client);
    });
    onward.on("error", () => client.destroy());
    client.on("close", () => onward.destroy());
  });
  return { url: `http://127.0.0.1:${port}`, tunnels };
}
