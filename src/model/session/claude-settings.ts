// Settings of `claude` that hold for every session.
import type { SessionOrder } from "./open-session.ts";

/**
 * An undocumented variable: tools of this process keep their given names, so that one may have a built-in tool's name.
 */
export const ownNames = { CLAUDE_AGENT_SDK_MCP_NO_PREFIX: "1" };

/** Returns how many turns `claude` may take. A resumed session counts from 0 again. */
export function turnsLeft({ maxTurns, turnsTaken }: Pick<SessionOrder, "maxTurns" | "turnsTaken">): number {
  return Math.max(1, maxTurns - turnsTaken);
}
