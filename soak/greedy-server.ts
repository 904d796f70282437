// Reads every body before it checks the request, as the gateway once did. Prints its port, and answers GET with its
// peak memory.
import { serveHttp } from "../src/host/network/http-server.ts";
import { largestMb } from "./memory-of.ts";

const held: unknown[] = [];
const server = serveHttp({
  at: { port: 0 },
  maxBodyBytes: 128 * 1024 * 1024,
  handle: async (request) => {
    if (request.method === "GET") return new Response(String(largestMb(process.pid)));
    held.push(await request.arrayBuffer());
    return new Promise<Response>(() => undefined);
  },
});
process.stdout.write(`${server.port}\n`);
