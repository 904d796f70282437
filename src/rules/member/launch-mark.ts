// By what everything is known again that came of one start of a guild member, also what left its group and its parents.
import { createHash } from "node:crypto";

export const markName = "GUILD_MEMBER_LAUNCH";

/** Follows from the secret of that start, and opens nothing: nobody has a reason to copy it. */
export function markValue(secret: string): string {
  return createHash("sha256").update(`launch ${secret}`).digest("hex").slice(0, 32);
}

/** As it stands in an environment. */
export function launchMark(secret: string): string {
  return `${markName}=${markValue(secret)}`;
}
