// Opens one HTTP listener, on a unix socket or on 127.0.0.1. A thin wrapper of Bun.serve that avoids its traps.
import { rmSync } from "node:fs";
import { type Doorkeeper, keepsDoor, openDoorkeeper } from "./doorkeeper.ts";

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
  if ("unix" in options.at) rmSync(options.at.unix, { force: true });
  // Bun's types leave idleTimeout out for unix sockets, yet without it quiet connections are cut there too.
  const place: object =
    "unix" in options.at ? { unix: options.at.unix } : { hostname: "127.0.0.1", port: options.at.port };
  const server = Bun.serve({ ...common, ...place });
  const port = server.port ?? null;
  if (options.strangers && keepsDoor && port !== null)
    keeper = openDoorkeeper({ port, ...options.strangers });
  const stop = () => {
    keeper?.stop();
    return server.stop(true);
  };
  return { port, stop };
};
