// The tools of this worker, by the names the model sees. Nothing else exists for it.

/** A job's config may leave some of these out; none can be added. */
export const readTools = ["Read", "Grep", "Glob", "WebSearch", "WebFetch"] as const;
export type ReadTool = (typeof readTools)[number];

/** Carried out by claude itself. WebFetch is not: it would go past the relay, so this process has one of that name. */
export const builtInTools: readonly ReadTool[] = ["Read", "Grep", "Glob", "WebSearch"];

export const serverName = "worker-internal";

export function internalName(tool: string): string {
  return `mcp__${serverName}__${tool}`;
}

/** Those that the job asked for, or all. Names it does not know are nobody's tools. */
export function grantedTools(asked: readonly string[] | undefined): ReadTool[] {
  return readTools.filter((name) => asked === undefined || asked.includes(name));
}
