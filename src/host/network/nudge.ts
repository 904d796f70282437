// Sends and receives nudges: a workbench's hints to the hall that its journal has grown. A lost nudge costs at most a
// second, because the hall also polls.
import { rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";

/** The longest path that a unix socket can have on Linux, excluding the terminating NUL. */
const maxSocketPathBytes = 107;

export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= maxSocketPathBytes;
}

/** Sends a nudge without waiting for it. Failures are ignored, because perhaps no hall is running. */
export function sendNudge(socketPath: string, word: string): void {
  if (!fitsSocket(socketPath)) return;
  const socket = connect(socketPath);
  socket.on("error", () => socket.destroy());
  socket.end(`${word}\n`);
  socket.unref();
}

export interface NudgeListener {
  close(): Promise<void>;
}

const maxNudgeBytes = 256;
const patienceMs = 5000;

/**
 * Calls `heard` with each nudge that arrives. If the path is too long for a socket none arrives, and only polling
 * remains.
 */
export async function listenForNudges(
  socketPath: string,
  heard: (word: string) => void,
): Promise<NudgeListener> {
  if (!fitsSocket(socketPath)) return { close: async () => undefined };
  rmSync(socketPath, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    hear(socket, heard);
  });
  await listening(server, socketPath);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A connection that a client keeps open must not delay the hall's shutdown.
        for (const socket of open) socket.destroy();
      }),
  };
}

function hear(socket: Socket, heard: (word: string) => void): void {
  let text = "";
  socket.setEncoding("utf8");
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.on("data", (chunk: string) => {
    text += chunk;
    if (text.length > maxNudgeBytes) socket.destroy();
  });
  socket.on("end", () => heard(text.trim()));
  socket.on("error", () => socket.destroy());
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
}
