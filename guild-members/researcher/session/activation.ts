// Checks that claude started with exactly what was ordered, because a worker must not run with other tools. claude
// silently drops unknown tool names and starts without a tool server that did not connect.
import type { InitMessage } from "./messages.ts";

export interface OrderedTools {
  tools: readonly string[];
  servers: readonly string[];
}

/** Returns a sentence that names what differs, or `null` if nothing does. */
export function findActivationProblem(init: InitMessage, ordered: OrderedTools): string | null {
  const problems = [
    ...ordered.tools.filter((name) => !init.tools.includes(name)).map((name) => `tool ${name} is missing`),
    ...init.tools
      .filter((name) => !ordered.tools.includes(name))
      .map((name) => `tool ${name} was not ordered`),
    ...ordered.servers.flatMap((name) => serverProblem(init, name)),
    ...init.mcp_servers
      .filter(({ name }) => !ordered.servers.includes(name))
      .map(({ name }) => `tool server "${name}" was not ordered`),
  ];
  return problems.length === 0 ? null : `claude did not start as ordered: ${problems.join("; ")}.`;
}

function serverProblem({ mcp_servers: servers }: InitMessage, name: string): string[] {
  const status = servers.find((server) => server.name === name)?.status ?? "missing";
  return status === "connected" ? [] : [`tool server "${name}" is ${status}`];
}
