// Closes connections to one of our ports whose peer has not authenticated: those that are too old, and the
// oldest if there are too many. The runtime limits neither, and each connection takes a file descriptor that
// the hall needs for its own work. Linux only: on other platforms connections are not limited.
import { FFIType, ptr } from "bun:ffi";
import { closeSync, openSync } from "node:fs";
import { openCLibrary } from "../processes/c-library.ts";
import { descriptorsIn } from "../files/entries.ts";

export interface Doorkeeper {
  /** Notes that the head of a request came from this peer, such as "127.0.0.1:40000". */
  asked(from: string): void;
  /** Notes that the peer has authenticated. Its connection is not limited from now on. */
  proved(from: string): void;
  stop(): void;
}

export interface DoorkeeperOrder {
  /** Our own port. */
  port: number;
  /** How long a connection may last without a request, or after a request that was not authenticated. */
  patienceMs: number;
  /** How many connections of this kind there may be; fewer if this process may open few files. */
  most: number;
}

const lookMs = 1000;
/** The interval while there are too many connections, because then more are waiting to be accepted. */
const hurriedMs = 50;

interface Caller {
  /** When the connection was first seen, or last sent a request. */
  since: number;
  isProven: boolean;
}

export const keepsDoor = process.platform === "linux";

export function openDoorkeeper({ port, patienceMs, ...order }: DoorkeeperOrder): Doorkeeper {
  const callers = new Map<string, Caller>();
  const most = Math.min(order.most, Math.floor(descriptorLimit() / 4));
  // /proc/self/fd is kept open, because it cannot be opened once all file descriptors are in use.
  const own = openSync("/proc/self/fd", "r");
  let timer = setTimeout(look, lookMs).unref();
  const callerOf = (from: string): Caller => {
    const caller = callers.get(from) ?? { since: performance.now(), isProven: false };
    callers.set(from, caller);
    return caller;
  };
  function look(): void {
    const found = connectionsTo(port, own);
    for (const from of callers.keys()) if (!found.has(from)) callers.delete(from);
    const waiting = [...found.keys()]
      .map((from) => ({ from, caller: callerOf(from) }))
      .filter(({ caller }) => !caller.isProven)
      .sort((a, b) => a.caller.since - b.caller.since);
    const tooMany = Math.max(0, waiting.length - most);
    const now = performance.now();
    for (const [at, { from, caller }] of waiting.entries())
      if (at < tooMany || now - caller.since > patienceMs) end(found.get(from) ?? -1);
    timer = setTimeout(look, tooMany > 0 ? hurriedMs : lookMs).unref();
  }
  return {
    asked: (from) => void (callerOf(from).since = performance.now()),
    proved: (from) => void (callerOf(from).isProven = true),
    stop: () => {
      clearTimeout(timer);
      closeSync(own);
    },
  };
}

/** Maps the address of each peer connected to our port to its file descriptor. */
function connectionsTo(port: number, own: number): Map<string, number> {
  const { getsockname, getpeername } = sockets().symbols;
  const found = new Map<string, number>();
  for (const descriptor of descriptorsIn(own)) {
    if (addressOf(getsockname, descriptor)?.port !== port) continue;
    const from = addressOf(getpeername, descriptor);
    if (from !== null) found.set(`${from.host}:${from.port}`, descriptor); // null: it is the listening socket
  }
  return found;
}

type AskName = ReturnType<typeof sockets>["symbols"]["getsockname"];

const address = new Uint8Array(16);
const addressLength = new Uint32Array(1);
const AF_INET = 2;

/** Parses a struct sockaddr_in: the family, the port in big-endian order, and the four bytes of the host. */
function addressOf(ask: AskName, descriptor: number): { host: string; port: number } | null {
  addressLength[0] = address.length;
  if (ask(descriptor, ptr(address), ptr(addressLength)) !== 0) return null;
  const [family = 0, , high = 0, low = 0, ...rest] = address;
  if (family !== AF_INET) return null;
  return { host: rest.slice(0, 4).join("."), port: high * 256 + low };
}

const SHUT_RDWR = 2;

/** Shuts the connection down; the runtime sees that the peer has left, and closes it. */
function end(descriptor: number): void {
  sockets().symbols.shutdown(descriptor, SHUT_RDWR);
}

const RLIMIT_NOFILE = 7;

function descriptorLimit(): number {
  const limit = new BigUint64Array(2);
  sockets().symbols.getrlimit(RLIMIT_NOFILE, ptr(limit));
  return Number(limit[0] ?? 0n);
}

const nameSignature = { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 } as const;

function openSockets() {
  return openCLibrary({
    getsockname: nameSignature,
    getpeername: nameSignature,
    shutdown: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    getrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
  });
}

let opened: ReturnType<typeof openSockets> | undefined;

function sockets(): ReturnType<typeof openSockets> {
  opened ??= openSockets();
  return opened;
}
