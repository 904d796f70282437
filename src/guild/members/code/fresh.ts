// Keeps the guild members of a running hall up to date: checks them on request, and reads them again once a manifest
// has changed.
import type { Clock } from "../../../host/clock.ts";
import { openFreshLook } from "../../../host/files/fresh-look.ts";
import { type DiscoveredMembers, discoverMembers, type DiscoverDeps, markMembers } from "./discover.ts";
import type { FoundMember } from "../members.ts";

export interface FreshMembers {
  /** Returns the members as they were at most a second ago. */
  current(): Promise<DiscoveredMembers>;
  /** Returns the members as they are now. */
  look(): Promise<DiscoveredMembers>;
  /** Finds a member. Looks again if it is unknown, because it may just have been added. */
  find(name: string): Promise<FoundMember | undefined>;
  /** Returns why the latest look skipped the directory of this name. `undefined` if it did not. */
  whyPassedOver(name: string): string | undefined;
}

export interface FreshMembersDeps extends DiscoverDeps {
  clock: Pick<Clock, "monotonic">;
  /** Called when a member was added or removed, or has another manifest. */
  changed(found: DiscoveredMembers): void;
  /** Called when the directories could not be read; the previous members stay valid. */
  failed(error: unknown): void;
}

export async function openFreshMembers(deps: FreshMembersDeps): Promise<FreshMembers> {
  const { current, look, now, latest } = await openFreshLook({
    clock: deps.clock,
    mark: () => markMembers(deps),
    read: () => discoverMembers(deps),
    // Whether a member is found or skipped depends only on its manifest, which the mark covers.
    mayDiffer: () => false,
    isSame: () => true,
    changed: deps.changed,
    failed: deps.failed,
  });
  return {
    current,
    look,
    find: async (name) => findMember(await current(), name) ?? findMember(await now(), name),
    whyPassedOver: (name) => latest().problems.find((problem) => isAbout(problem, name)),
  };
}

export function findMember({ members }: DiscoveredMembers, name: string): FoundMember | undefined {
  return members.find(({ manifest }) => manifest.name === name);
}

/** Compares the directory, with which a problem begins. */
export function isAbout(problem: string, name: string): boolean {
  return problem.split(": ", 1)[0]?.endsWith(`/${name}`) === true;
}
