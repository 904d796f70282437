// Handles raw connections for a proxy. It listens on a unix socket, reads the head of a request, and joins
// two connections so that each receives what the other sends.
import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";

export interface SocketListener {
  close(): Promise<void>;
}

/** Calls `accept` with each new connection. Closing the listener ends all connections that are still open. */
export function listenAt(path: string, accept: (socket: Socket) => void): Promise<SocketListener> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    accept(socket);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
      rmSync(path, { force: true });
    });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve({ close });
    });
  });
}

export interface Joined {
  near: Socket;
  far: Socket;
  /** Called with the size of each piece that goes from `near` to `far`; `received` for the other direction. */
  sent(bytes: number): void;
  received(bytes: number): void;
  /** How many bytes may go from `near` to `far`; any more are dropped. */
  mostSent: number;
  /** Ends both connections, even if one has ended by itself and the other never would. */
  signal: AbortSignal;
}

/**
 * Resolves when both connections are closed. If one breaks, the other is destroyed; if one ends, the other may finish.
 */
export async function joinSockets({ near, far, sent, received, mostSent, signal }: Joined): Promise<void> {
  const end = () => {
    near.destroy();
    far.destroy();
  };
  // A connection that closed before the join emits no further close event.
  if (near.destroyed || far.destroyed || signal.aborted) return end();
  const closed = Promise.all([closeOf(near), closeOf(far)]);
  signal.addEventListener("abort", end, { once: true });
  pour(near, far, { passed: sent, most: mostSent });
  pour(far, near, { passed: received, most: Infinity });
  await closed;
  signal.removeEventListener("abort", end);
}

/**
 * How many bytes are buffered for a slow reader. With a smaller buffer, a busy machine would leave the
 * network idle.
 */
const mostWaiting = 512 * 1024;

interface Pouring {
  passed(bytes: number): void;
  most: number;
}

function pour(from: Socket, to: Socket, { passed, most }: Pouring): void {
  let left = most;
  from.on("data", (piece: Buffer) => {
    const bytes = piece.length > left ? piece.subarray(0, left) : piece;
    if (bytes.length === 0) return;
    left -= bytes.length;
    passed(bytes.length);
    if (!to.write(bytes) && to.writableLength > mostWaiting) from.pause();
  });
  to.on("drain", () => from.resume());
  from.on("end", () => to.end());
  from.on("error", () => to.destroy());
  from.on("close", () => from.readableEnded || to.destroy());
  from.resume();
}

function closeOf(socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => void socket.once("close", () => resolve()));
}

/** Reads up to and including the first empty line; `null` if the stream ends, breaks or exceeds `mostBytes` before. */
export function readHead(socket: Socket, mostBytes: number): Promise<{ head: string; rest: Buffer } | null> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const done = (found: { head: string; rest: Buffer } | null) => {
      socket.off("data", take);
      socket.off("end", leave);
      socket.off("close", leave);
      socket.pause();
      resolve(found);
    };
    const leave = () => done(null);
    const take = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const at = bytes.indexOf("\r\n\r\n");
      if (at >= 0 && at <= mostBytes)
        done({ head: bytes.subarray(0, at).toString("latin1"), rest: bytes.subarray(at + 4) });
      else if (bytes.length > mostBytes) done(null);
    };
    socket.on("data", take);
    socket.once("end", leave);
    socket.once("close", leave);
  });
}
