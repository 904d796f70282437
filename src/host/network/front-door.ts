// Limits the connections to a unix socket that a sandboxed program may call, because the runtime's HTTP
// server cannot. It joins each connection to the server behind it once the head of the first request has
// arrived.
import { connect, createServer, type Socket } from "node:net";
import { joinSockets, readHead } from "./join-sockets.ts";

export interface Connections {
  /**
   * How many connections may be open. Beyond that the oldest that has sent no request is closed, or the new one if all
   * have sent one.
   */
  most: number;
  /** How long the head of the first request may take. */
  headMs: number;
}

export interface FrontDoorOrder extends Connections {
  /** The path of the socket on which the front door listens. */
  path: string;
  /** The path of the socket on which the server behind it listens. */
  behind: string;
}

export interface FrontDoor {
  /** Ends every connection. */
  stop(): Promise<void>;
}

interface State {
  order: FrontDoorOrder;
  open: Set<Socket>;
  /** The connections that have not sent a whole head yet, the oldest first. */
  silent: Set<Socket>;
  stopping: AbortController;
}

/** Opens the front door, which listens when this returns. */
export function openFrontDoor(order: FrontDoorOrder): FrontDoor {
  const state: State = { order, open: new Set(), silent: new Set(), stopping: new AbortController() };
  const server = createServer({ allowHalfOpen: true }, (socket) => accept(state, socket));
  server.listen(order.path);
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        state.stopping.abort();
        for (const socket of state.open) socket.destroy();
      }),
  };
}

function accept(state: State, socket: Socket): void {
  const { open, silent, order } = state;
  socket.on("error", () => socket.destroy());
  if (open.size >= order.most && !endOldest(state)) return void socket.destroy();
  open.add(socket);
  silent.add(socket);
  socket.once("close", () => {
    open.delete(socket);
    silent.delete(socket);
  });
  void serve(state, socket);
}

/** Returns false if every connection has sent a request. */
function endOldest({ open, silent }: State): boolean {
  const [oldest] = silent;
  if (oldest === undefined) return false;
  open.delete(oldest);
  silent.delete(oldest);
  oldest.destroy();
  return true;
}

/** The longest head that is forwarded, which is more than the server behind accepts. */
const mostHeadBytes = 64 * 1024;

async function serve({ order, silent, stopping }: State, near: Socket): Promise<void> {
  const late = setTimeout(() => near.destroy(), order.headMs);
  const first = await readHead(near, mostHeadBytes);
  clearTimeout(late);
  silent.delete(near);
  if (first === null) return void near.destroy();
  const far = connect({ path: order.behind, allowHalfOpen: true });
  far.on("error", () => near.destroy());
  far.write(Buffer.concat([Buffer.from(`${first.head}\r\n\r\n`, "latin1"), first.rest]));
  const passed = () => undefined;
  await joinSockets({
    near,
    far,
    sent: passed,
    received: passed,
    mostSent: Infinity,
    signal: stopping.signal,
  });
}
