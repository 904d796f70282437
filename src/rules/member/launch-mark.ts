// An environment variable that marks all processes of one start of a member, even those that left its process group.
import { createHash } from "node:crypto";

export const markName = "GUILD_MEMBER_LAUNCH";

/** Derived from the secret of that start. It grants no access, so there is no reason to copy it. */
export function markValue(secret: string): string {
  return createHash("sha256").update(`launch ${secret}`).digest("hex").slice(0, 32);
}

/** Returns the mark as it appears in an environment. */
export function launchMark(secret: string): string {
  return `${markName}=${markValue(secret)}`;
}
