// The tools of a worker as a draft narrows them. Pure.

/** With it the result is handed in: it is never left out. */
export const handingIn = "mcp__commission__submit_result";

/** Of what was left out, that which this worker has: a draft may have been written for another. */
export function leftOut(tools: readonly string[], without: readonly string[]): string[] {
  return tools.filter((tool) => tool !== handingIn && without.includes(tool));
}

/** What it may use; null: all that its worker has. */
export function narrowed(tools: readonly string[], without: readonly string[]): string[] | null {
  const gone = leftOut(tools, without);
  return gone.length === 0 ? null : tools.filter((tool) => !gone.includes(tool));
}

/** As a person would call it. */
export function toolShown(wire: string): string {
  const [, box, name = wire] = /^mcp__(.+?)__(.+)$/.exec(wire) ?? [];
  return name === "*" && box !== undefined ? `the toolbox ${box}` : name;
}
