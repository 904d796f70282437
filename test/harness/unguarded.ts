// Serves a hall without its access checks, to show that the tests of these checks notice. Every client is
// admitted, and every web page may read the answers.
import type { ServedApp } from "./served-app.ts";
import { token } from "./served-app.ts";

const openToAll = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
};

/**
 * Serves the app behind a proxy that adds the headers which the access checks expect, and removes the protective
 * headers from the answers.
 */
export function serveUnguarded(served: ServedApp): { url: string; port: number; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      if (request.method === "OPTIONS") return new Response(null, { headers: openToAll });
      const answer = await pass(served, request);
      const type = answer.headers.get("content-type") ?? "text/plain";
      return new Response(answer.body, {
        status: answer.status,
        headers: { ...openToAll, "content-type": type },
      });
    },
  });
  const port = server.port ?? 0;
  return { url: `http://127.0.0.1:${port}`, port, stop: () => server.stop(true) };
}

async function pass(served: ServedApp, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const isBodied = request.method === "POST" || request.method === "PUT";
  const wanted = {
    host: `127.0.0.1:${served.port}`,
    authorization: `Bearer ${token}`,
    accept: request.headers.get("accept") ?? "*/*",
    ...(isBodied ? { "content-type": "application/json" } : {}),
  };
  const body = isBodied ? await request.text() : null;
  const ours = new Request(`${served.url}${pathname}${search}`, {
    method: request.method,
    headers: wanted,
    body,
  });
  return served.app.fetch(ours);
}
