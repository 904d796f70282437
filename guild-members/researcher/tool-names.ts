// Names the worker's tools as the model sees them. The worker has no others.

/** A job's config may leave some of these out; none can be added. */
export const readTools = ["Read", "Grep", "Glob", "WebSearch", "WebFetch"] as const;
export type ReadTool = (typeof readTools)[number];

/**
 * The tools that claude itself runs. Its own WebFetch would bypass the relay, so this process provides a tool of that
 * name.
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
