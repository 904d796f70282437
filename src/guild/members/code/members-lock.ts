// Locks the home's guild members while a command changes them, so that no other command changes them at the
// same time.
import { type PlaceDeps, withLockedPlace } from "../../install/locked-place.ts";

export function withMembersLock<T>(deps: PlaceDeps, use: () => Promise<T>): Promise<T> {
  const { guildMembers: directory, guildMembersLock: lock } = deps.home;
  return withLockedPlace(deps, { directory, lock, what: "guild members", use });
}
