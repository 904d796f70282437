// Opens one connection to an address that the caller has chosen. Nothing is resolved here: the name only selects the
// expected certificate.
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { createTrustedRoots } from "./trusted-roots.ts";

export interface DialOrder {
  address: string;
  port: number;
  /** The name that the certificate has to match; `null` for no TLS. */
  secureFor: string | null;
  /** A PEM file to trust besides the usual roots. */
  extraCaFile: string | null;
  /** An HTTP proxy to ask for a tunnel to the address; `null` to connect directly. */
  proxy: string | null;
  signal: AbortSignal;
}

export interface Connection {
  send(text: string): void;
  /** The received bytes, as they arrive. Throws when the connection breaks or the signal fires. */
  chunks: AsyncIterable<Uint8Array>;
  close(): void;
}

export type Dial = (order: DialOrder) => Promise<Connection>;

export function createDial(): Dial {
  const trusted = createTrustedRoots();
  return (order) => open({ ...order, ca: trusted(order.extraCaFile) });
}

export type DialPlain = (order: Pick<DialOrder, "address" | "port" | "proxy" | "signal">) => Promise<Socket>;

/**
 * Opens a connection without TLS and leaves its bytes to the caller. When one side has ended, the other can still send.
 */
export const dialPlain: DialPlain = async (order) => {
  const { address: host, port, proxy, signal } = order;
  if (proxy !== null) return openTunnel(order, new URL(proxy));
  return opened(connect({ host, port, allowHalfOpen: true }), "connect", signal);
};

interface TrustingOrder extends DialOrder {
  ca: string[] | undefined;
}

async function open(order: TrustingOrder): Promise<Connection> {
  const tunnel = order.proxy === null ? null : await openTunnel(order, new URL(order.proxy));
  try {
    const socket = order.secureFor === null ? await plain(order, tunnel) : await secure(order, tunnel);
    return asConnection(socket, order.signal);
  } catch (error) {
    tunnel?.destroy();
    throw error;
  }
}

function asConnection(socket: Socket, signal: AbortSignal): Connection {
  const close = () => void socket.destroy();
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  socket.on("error", close); // the iterator reports the error to its reader
  return {
    send: (text) => void socket.write(text, "latin1"),
    chunks: socket as AsyncIterable<Uint8Array>,
    close: () => {
      signal.removeEventListener("abort", close);
      socket.destroy();
    },
  };
}

async function plain(order: DialOrder, tunnel: Socket | null): Promise<Socket> {
  if (tunnel !== null) return tunnel;
  const { address: host, port, signal } = order;
  return opened(connect({ host, port }), "connect", signal);
}

/**
 * Opens a TLS connection. An IP address is never sent as a server name (SNI); its certificate has to name the
 * address itself.
 */
function secure(order: TrustingOrder, tunnel: Socket | null): Promise<TLSSocket> {
  const { address, port, secureFor, ca, signal } = order;
  const name = secureFor ?? address;
  return opened(
    connectTls({
      host: address,
      port,
      ...(tunnel === null ? {} : { socket: tunnel }),
      ...(isIP(name) === 0 ? { servername: name } : {}),
      ...(ca === undefined ? {} : { ca }),
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: true,
    }),
    "secureConnect",
    signal,
  );
}

function opened<S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const leave = () => fail(new Error("it took too long"));
    const settle = () => {
      signal.removeEventListener("abort", leave);
      socket.off("error", fail);
      socket.off("close", closed);
    };
    const fail = (error: Error) => {
      settle();
      socket.on("error", () => undefined);
      socket.destroy();
      reject(error);
    };
    const closed = () => fail(new Error("the connection was closed"));
    socket.on("error", fail);
    socket.on("close", closed);
    socket.once(event, () => {
      settle();
      resolve(socket);
    });
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
  });
}

const maxTunnelAnswer = 16_384;

/** Asks the proxy for a tunnel to the address and not to a name, so that the proxy resolves nothing either. */
async function openTunnel(
  order: Pick<DialOrder, "address" | "port" | "signal">,
  proxy: URL,
): Promise<Socket> {
  if (proxy.protocol !== "http:")
    throw new Error(`a proxy of the kind "${proxy.protocol}" cannot be used for pages`);
  const proof = proofFor(proxy);
  const host = proxy.hostname.replace(/^\[|\]$/g, "");
  const socket = await opened(
    connect({ host, port: Number(proxy.port || "80"), allowHalfOpen: true }),
    "connect",
    order.signal,
  );
  const target = `${isIP(order.address) === 6 ? `[${order.address}]` : order.address}:${order.port}`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${proof}\r\n`);
  const status = await tunnelStatus(socket, order.signal);
  if (status === 200) return socket;
  socket.destroy();
  throw new Error(`the proxy refused a tunnel to ${target} (${status ?? "no answer"})`);
}

/** Returns the header with the proxy's user name and password; empty if its URL has neither. */
function proofFor({ username, password }: URL): string {
  if (username + password === "") return "";
  const user = `${decoded(username)}:${decoded(password)}`;
  return `Proxy-Authorization: Basic ${Buffer.from(user).toString("base64")}\r\n`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error("the proxy's user name or password has a % that is not encoded; it is written as %25");
  }
}

/**
 * Returns the status in the proxy's answer; `null` if there is none. Bytes after the answer's head come from the far
 * side, which may speak first, and are put back for the caller to read.
 */
function tunnelStatus(socket: Socket, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve) => {
    let head = Buffer.alloc(0);
    const done = (status: number | null) => {
      socket.off("data", take);
      socket.off("end", leave);
      socket.off("close", leave);
      socket.off("error", leave);
      signal.removeEventListener("abort", leave);
      socket.pause();
      resolve(status);
    };
    const leave = () => done(null);
    const take = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf("\r\n\r\n");
      if (end === -1 && head.length > maxTunnelAnswer) done(null);
      if (end === -1) return;
      done(Number(/^HTTP\/1\.[01] (\d{3})/.exec(head.toString("latin1", 0, end))?.[1] ?? 0) || null);
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
    };
    socket.on("data", take);
    socket.on("end", leave);
    socket.on("close", leave);
    socket.on("error", leave);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
  });
}
