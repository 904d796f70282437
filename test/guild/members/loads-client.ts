// A program that tells whether the MCP client is loaded, before and after it asks a member for its tools.
import { createMCPServerHandle } from "../../../src/guild/members/calls/mcp-server-handle.ts";
import { depsFor } from "./raw-member.ts";

const isLoaded = () =>
  Object.keys(require.cache).some((path) => path.includes("@modelcontextprotocol/client"));

const handle = createMCPServerHandle({ ...depsFor(process.argv[2] ?? ""), stop: async () => undefined });
const before = isLoaded();
await handle.listTools();
console.log(JSON.stringify({ before, after: isLoaded() }));
