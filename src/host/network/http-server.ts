// Opens one HTTP listener, on a unix socket or on 127.0.0.1. A thin wrapper of Bun.serve that avoids its traps.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Doorkeeper, keepsDoor, openDoorkeeper } from "./doorkeeper.ts";
import { type Connections, type FrontDoor, type FrontDoorOrder, openFrontDoor } from "./front-door.ts";

/** A socket that a killed process left at a unix path is replaced. */
export type ListenAt = { unix: string } | { port: number };

export interface ServeOptions {
  /** Port 0 takes any free one. */
  at: ListenAt;
  /** A larger body is answered with 413 before `handle` is called. */
  maxBodyBytes: number;
  /** Calls `proved` as soon as the request has shown a right to ask, before its body is read or anything is done. */
  handle(request: Request, proved: () => void): Response | Promise<Response>;
  /** If absent, every caller that can connect is trusted and stays as long as it likes. */
  strangers?: Strangers;
  /** Bounds the connections to a unix socket; absent: any number, for as long as they like. */
  connections?: Connections;
}

/** Bounds for connections whose caller has not proved that it may speak to us. */
export interface Strangers {
  /** How long one may last without a request, or after a request that proved nothing. */
  patienceMs: number;
  /** How many there may be; the oldest are ended first. */
  most: number;
}

export interface HttpServer {
  /** `null` on a unix socket. */
  port: number | null;
  /** Closes the listener and every connection. */
  stop(): Promise<void>;
}

export type ServeHttp = (options: ServeOptions) => HttpServer;

export const serveHttp: ServeHttp = (options) => {
  let keeper: Doorkeeper | null = null;
  const answer = (request: Request, server: Bun.Server<unknown>) => {
    const found = keeper === null ? null : server.requestIP(request);
    const from = found && `${found.address}:${found.port}`;
    if (from !== null) keeper?.asked(from);
    return options.handle(request, () => from !== null && keeper?.proved(from));
  };
  const common = {
    // Bun cuts a quiet connection after 10 s otherwise, and an event stream may be quiet for longer.
    idleTimeout: 0,
    maxRequestBodySize: options.maxBodyBytes,
    development: false,
    // Bun shares a port between processes otherwise, and two halls would answer in turns for one address.
    reusePort: false,
    fetch: (request: Request, asked: Bun.Server<unknown>) => answer(request, asked),
    // The last resort: a handler handles its own errors.
    error: () => new Response("internal error", { status: 500 }),
  };
  const front = frontOf(options);
  const at: ListenAt = front === null ? options.at : { unix: front.behind };
  if ("unix" in at) rmSync(at.unix, { force: true });
  // Bun's types leave idleTimeout out for unix sockets, yet without it quiet connections are cut there too.
  const place: object = "unix" in at ? { unix: at.unix } : { hostname: "127.0.0.1", port: at.port };
  const server = Bun.serve({ ...common, ...place });
  const door = front === null ? null : openDoor(front);
  const port = server.port ?? null;
  if (options.strangers && keepsDoor && port !== null)
    keeper = openDoorkeeper({ port, ...options.strangers });
  const stop = async () => {
    keeper?.stop();
    keeper = null;
    await door?.stop();
    await server.stop(true);
    if (front !== null) rmSync(front.behind, { force: true });
  };
  return { port, stop };
};

function frontOf({ at, connections }: ServeOptions): FrontDoorOrder | null {
  if (connections === undefined || !("unix" in at)) return null;
  // Beside the socket that is called, and no longer than its name. A contained caller is shown that socket alone.
  return { ...connections, path: at.unix, behind: join(dirname(at.unix), "gateway.in") };
}

function openDoor(front: FrontDoorOrder): FrontDoor {
  rmSync(front.path, { force: true });
  return openFrontDoor(front);
}
