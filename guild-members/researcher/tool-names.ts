// The worker's tools, by the names the model sees. It has no others.

/** A job's config may leave some of these out; none can be added. */
export const readTools = ["Read", "Grep", "Glob", "WebSearch", "WebFetch"] as const;
export type ReadTool = (typeof readTools)[number];

/** Run by claude itself. WebFetch would bypass the relay, so this process has its own tool of that name. */
export const builtInTools: readonly ReadTool[] = ["Read", "Grep", "Glob", "WebSearch"];

export const serverName = "worker-internal";

export function internalName(tool: string): string {
  return `mcp__${serverName}__${tool}`;
}

/** Returns the tools that the job asked for, or all. Ignores unknown names. */
export function grantedTools(asked: readonly string[] | undefined): ReadTool[] {
  return readTools.filter((name) => asked === undefined || asked.includes(name));
}
