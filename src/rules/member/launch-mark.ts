// Defines an environment variable that identifies all processes of one start of a guild member, even those
// that left its process group.
import { createHash } from "node:crypto";

export const markName = "GUILD_MEMBER_LAUNCH";

/**
 * Returns a value derived from the secret of the start. The value grants no access, so other processes may
 * see it.
 */
export function markValue(secret: string): string {
  return createHash("sha256").update(`launch ${secret}`).digest("hex").slice(0, 32);
}

/** Returns the variable as it appears in an environment. */
export function launchMark(secret: string): string {
  return `${markName}=${markValue(secret)}`;
}
