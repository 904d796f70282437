// Serves the member's HTTP interface: loopback only, one endpoint, and an answer to every request.
import type { Handler } from "../handlers.ts";
import { bounds } from "../bounds.ts";
import { rpcCodes } from "../refusal.ts";
import { type Answerer, createAnswerer } from "./answer.ts";
import { readBody } from "./body.ts";
import { type Door, endpoint, refuse } from "./guard.ts";
import { createMcpServer } from "./mcp-server.ts";
import { errorResponse } from "./replies.ts";

export interface ServeDeps {
  name: string;
  version: string;
  handlers: Readonly<Record<string, Handler>>;
  /** 0 means any free port. */
  port: number;
  secret: string | null;
  log(line: string): void;
}

export interface Served {
  url: string;
  close(): Promise<void>;
}

/** An oversized request up to this size is read to its end and refused; beyond it the connection is cut. */
const readOnBytes = 16 * bounds.requestBytes;

export function serve(deps: ServeDeps): Served {
  const answerer = createAnswerer({ createServer: () => createMcpServer(deps) });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: deps.port,
    idleTimeout: 60,
    maxRequestBodySize: readOnBytes,
    fetch: (request, { port = 0 }) => respond({ answerer, door: { secret: deps.secret, port } }, request),
    error: (error) => failed(deps, error),
  });
  return {
    url: `http://127.0.0.1:${server.port}${endpoint}`,
    close: async () => {
      await server.stop(true);
      await answerer.close();
    },
  };
}

async function respond({ answerer, door }: { answerer: Answerer; door: Door }, request: Request) {
  const refused = refuse(request, door);
  if (refused) return refused;
  const body = await readBody(request);
  return body.ok ? answerer.answer(request, body.value) : body.response;
}

function failed({ log }: ServeDeps, error: Error): Response {
  log(`A request failed: ${error.stack ?? error.message}`);
  return errorResponse({
    status: 500,
    code: rpcCodes.internal,
    message: "This member failed. Its log says why.",
  });
}
