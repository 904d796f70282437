// Names the tools with which a worker reads, and builds the full names of the tools that this process serves.

/** A job's config may leave some of these out; none can be added. */
export const readTools = ["Read", "Grep", "Glob", "WebSearch", "WebFetch"] as const;
export type ReadTool = (typeof readTools)[number];

/**
 * The tools that claude itself runs. WebFetch is missing, because a sandboxed session has no network: this
 * process provides a tool of that name.
 */
export const builtInTools: readonly ReadTool[] = ["Read", "Grep", "Glob", "WebSearch"];

export const serverName = "worker-internal";

export function internalName(tool: string): string {
  return `mcp__${serverName}__${tool}`;
}

/** Returns the tools that the job asked for, or all. Ignores unknown names. */
export function grantedTools(asked: readonly string[] | undefined): ReadTool[] {
  return readTools.filter((name) => asked === undefined || asked.includes(name));
}
