// Serves the tools over MCP: `bun run server.ts --port 0`. It prints its address as the one line on stdout.
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import manifest from "./guild-member.json" with { type: "json" };
import { refuse } from "./guard.ts";
import { addTools } from "./tools.ts";

const secret = process.env["GUILD_MEMBER_SECRET"] ?? null;
const [flag, port = ""] = process.argv.slice(2);
if (flag !== "--port" || !/^\d{1,5}$/.test(port))
  fail("Start it with --port and a port; 0 means any that is free.");
if (secret !== null && !/^\S+$/.test(secret)) fail("GUILD_MEMBER_SECRET is empty or has blanks in it.");

/** Makes a new MCP server for each request, because this member keeps nothing between two requests. */
const handler = createMcpHandler(() => {
  const mcp = new McpServer({ name: manifest.name, version: manifest.version });
  addTools(mcp);
  return mcp;
});

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  maxRequestBodySize: 4 * 1024 * 1024,
  fetch: (request, { port: own = 0 }) => refuse(request, { port: own, secret }) ?? handler.fetch(request),
});
process.stdout.write(`http://127.0.0.1:${server.port}/mcp\n`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
