// Keeps the list of guild members of a running hall up to date: checks the manifests when a caller asks, and reads the
// members again if one has changed.
import type { Clock } from "../../../host/clock.ts";
import { openFreshLook } from "../../../host/files/fresh-look.ts";
import { type DiscoveredMembers, discoverMembers, type DiscoverDeps, markMembers } from "./discover.ts";
import type { FoundMember } from "../members.ts";

export interface FreshMembers {
  /** Returns the members as they were at most a second ago. */
  current(): Promise<DiscoveredMembers>;
  /** Returns the members as they are now, or the last known ones if the directories cannot be read. */
  look(): Promise<DiscoveredMembers>;
  /** Finds a member. If it is unknown, the directories are read again, because it may just have been added. */
  find(name: string): Promise<FoundMember | undefined>;
  /**
   * Returns why the directory of this name was skipped when members were last read. `undefined` if it was not skipped.
   */
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
    // Whether a member is found or skipped depends only on its manifest, and `mark` changes with the manifest.
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

/** Tells whether a problem is about the directory of this name. Each problem begins with the path of its directory. */
export function isAbout(problem: string, name: string): boolean {
  return problem.split(": ", 1)[0]?.endsWith(`/${name}`) === true;
}
