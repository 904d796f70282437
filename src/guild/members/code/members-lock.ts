// Locks the home's guild members while a command changes them, so that no other command does so meanwhile.
import { type PlaceDeps, withLockedPlace } from "../../install/locked-place.ts";

export function onShelf<T>(deps: PlaceDeps, use: () => Promise<T>): Promise<T> {
  const { guildMembers: directory, guildMembersLock: lock } = deps.home;
  return withLockedPlace(deps, { directory, lock, what: "guild members", use });
}
