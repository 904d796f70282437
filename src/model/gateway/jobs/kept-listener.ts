// Opens, on first use, the listener that all guild members share. It reuses the previous hall's port if that
// is free.
import type { HttpServer, ServeHttp, ServeOptions } from "../../../host/network/http-server.ts";

export interface KeptListenerDeps {
  serve: ServeHttp;
  /** Saves the port for the next hall. If that fails, the next hall has to restart the members. */
  keepPort(port: number): Promise<void>;
  portTaken(port: number): void;
}

export interface KeptListener {
  /** Opens the listener if it is not open. */
  port(): number;
  close(): Promise<void>;
}

export interface ListenerOrder extends Pick<ServeOptions, "handle" | "maxBodyBytes"> {
  /** The port of the previous hall. `null` if none is recorded. */
  before: number | null;
}

export function createKeptListener(deps: KeptListenerDeps, order: ListenerOrder): KeptListener {
  let server: HttpServer | null = null;
  let keeping: Promise<void> = Promise.resolve();
  let isClosed = false;
  const open = () => {
    if (isClosed) throw new Error("The gateway is closed.");
    const opened = listen(deps, order);
    if (opened.port !== null && opened.port !== order.before) keeping = deps.keepPort(opened.port);
    return opened;
  };
  return {
    port: () => (server ??= open()).port ?? 0,
    close: async () => {
      isClosed = true;
      await server?.stop();
      await keeping;
    },
  };
}

function listen({ serve, portTaken }: KeptListenerDeps, order: ListenerOrder): HttpServer {
  const { before, handle, maxBodyBytes } = order;
  if (before === null) return serve({ at: { port: 0 }, handle, maxBodyBytes });
  try {
    return serve({ at: { port: before }, handle, maxBodyBytes });
  } catch {
    portTaken(before);
    return serve({ at: { port: 0 }, handle, maxBodyBytes });
  }
}
