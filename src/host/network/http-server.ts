// Opens one HTTP listener, on a unix socket or on 127.0.0.1: a thin wrapper around Bun.serve that overrides
// its unsafe defaults.
import { renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Doorkeeper, keepsDoor, openDoorkeeper } from "./doorkeeper.ts";
import { type Connections, type FrontDoor, type FrontDoorOrder, openFrontDoor } from "./front-door.ts";

/** A socket that a killed process left at a unix path is replaced. */
export type ListenAt = { unix: string } | { port: number };

export interface ServeOptions {
  /** Port 0 means any free port. */
  at: ListenAt;
  /** A larger body is answered with 413 before `handle` is called. */
  maxBodyBytes: number;
  /**
   * Answers a request. Calls `proved` as soon as the request is authenticated, before it reads the body or
   * does anything else.
   */
  handle(request: Request, proved: () => void): Response | Promise<Response>;
  /** If absent, every caller that can connect is trusted, and connections are not limited. */
  strangers?: Strangers;
  /** Limits the connections to a unix socket. If absent, they are not limited. */
  connections?: Connections;
}

/** Limits on connections whose peer has not authenticated. */
export interface Strangers {
  /** How long such a connection may last without a request, or after a request that was not authenticated. */
  patienceMs: number;
  /** How many such connections there may be; the oldest are ended first. */
  most: number;
}

export interface HttpServer {
  /** `null` on a unix socket. */
  port: number | null;
  /**
   * Moves a listener on a unix socket to another path on the same disk. A sandbox in which the socket is mounted keeps
   * it.
   */
  moveTo(unix: string): void;
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
    // Otherwise Bun closes a quiet connection after 10 s, and an event stream may be quiet for longer.
    idleTimeout: 0,
    maxRequestBodySize: options.maxBodyBytes,
    development: false,
    // Otherwise Bun shares a port between processes, and two halls would answer in turns for one address.
    reusePort: false,
    fetch: (request: Request, asked: Bun.Server<unknown>) => answer(request, asked),
    // Only for an error that `handle` did not handle itself.
    error: () => new Response("internal error", { status: 500 }),
  };
  const front = frontOf(options);
  const at: ListenAt = front === null ? options.at : { unix: front.behind };
  if ("unix" in at) rmSync(at.unix, { force: true });
  // Bun's types leave idleTimeout out for unix sockets, but without it quiet connections are closed there
  // too.
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
  const moveTo = (unix: string) => {
    if (front === null) throw new Error("Only a listener with a front door can be moved.");
    renameSync(front.path, unix);
    front.path = unix;
    const behind = behindOf(unix);
    renameSync(front.behind, behind);
    front.behind = behind; // the front door reads it for each connection
  };
  return { port, moveTo, stop };
};

function frontOf({ at, connections }: ServeOptions): FrontDoorOrder | null {
  if (connections === undefined || !("unix" in at)) return null;
  return { ...connections, path: at.unix, behind: behindOf(at.unix) };
}

/**
 * Returns the path of the inner socket, beside the one that callers use. A sandboxed caller is shown only the outer
 * one. The name is short, because the length of a socket's path is limited.
 */
function behindOf(unix: string): string {
  return join(dirname(unix), "gateway.in");
}

function openDoor(front: FrontDoorOrder): FrontDoor {
  rmSync(front.path, { force: true });
  return openFrontDoor(front);
}
