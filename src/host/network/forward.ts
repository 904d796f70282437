// Runs a program inside a sandbox: `forward.ts SOCKET PORT DIRECTORY PROGRAM [ARGUMENT]...`. Meanwhile it
// listens on a port of the sandbox's own loopback, and forwards each connection to the unix socket SOCKET. It
// imports none of our code, because the sandbox does not have it.
import { spawn } from "node:child_process";
import { createServer, connect, type Socket } from "node:net";
import { constants } from "node:os";

function lead(client: Socket, socket: string): void {
  const outside = connect({ path: socket, allowHalfOpen: true });
  pour(client, outside);
  pour(outside, client);
}

/** How many bytes are buffered for a slow reader. */
const mostWaiting = 1024 * 1024;

/** Copies one direction. A connection that breaks destroys the other; one that ends lets the other finish. */
function pour(from: Socket, to: Socket): void {
  from.on("data", (bytes: Buffer) => {
    if (!to.write(bytes) && to.writableLength > mostWaiting) from.pause();
  });
  to.on("drain", () => from.resume());
  from.on("end", () => to.end());
  from.on("error", () => to.destroy());
  from.on("close", () => from.readableEnded || to.destroy());
}

function run(directory: string, program: string, args: readonly string[]): void {
  const child = spawn(program, [...args], { cwd: directory, stdio: ["ignore", "inherit", "inherit"] });
  child.once("error", (error) => {
    process.stderr.write(`${program} could not be started: ${error.message}\n`);
    process.exit(127);
  });
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
}

if (import.meta.main) {
  const [socket = "", port = "", directory = "/", program = "/bin/true", ...args] = process.argv.slice(2);
  const server = createServer({ allowHalfOpen: true }, (client) => lead(client, socket));
  server.listen(Number(port), "127.0.0.1", () => run(directory, program, args));
}
