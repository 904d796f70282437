// Computes which of a worker's tools a draft leaves to its commission. Pure.

/** The tool that submits the result, so it can never be left out. */
export const handingIn = "mcp__commission__submit_result";

/** Returns the left-out tools that this worker has: the draft may have been written for another one. */
export function leftOut(tools: readonly string[], without: readonly string[]): string[] {
  return tools.filter((tool) => tool !== handingIn && without.includes(tool));
}

/** Returns the tools that the commission may use; `null` if it may use all of its worker's. */
export function narrowed(tools: readonly string[], without: readonly string[]): string[] | null {
  const gone = leftOut(tools, without);
  return gone.length === 0 ? null : tools.filter((tool) => !gone.includes(tool));
}

/** Returns the name that a person would use. */
export function toolShown(wire: string): string {
  const [, box, name = wire] = /^mcp__(.+?)__(.+)$/.exec(wire) ?? [];
  return name === "*" && box !== undefined ? `the toolbox ${box}` : name;
}
