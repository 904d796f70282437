// The guild members of a hall that runs: looked at again when somebody asks, and read again once a manifest has changed.
import type { Clock } from "../../../host/clock.ts";
import { openFreshLook } from "../../../host/files/fresh-look.ts";
import { type Discovered, discoverMembers, type DiscoverDeps, markMembers } from "./discover.ts";
import type { FoundMember } from "../members.ts";

export interface FreshMembers {
  /** As they were a second ago at most. */
  current(): Promise<Discovered>;
  /** As they are now, for whoever asks once. */
  look(): Promise<Discovered>;
  /** One that is not there is looked for at once: it may have been added a moment ago. */
  find(name: string): Promise<FoundMember | undefined>;
  /** Why the directory of this name was passed over by the latest look. */
  whyPassedOver(name: string): string | undefined;
}

export interface FreshMembersDeps extends DiscoverDeps {
  clock: Pick<Clock, "monotonic">;
  /** A member came, went, or has another manifest. */
  changed(found: Discovered): void;
  /** They could not be looked at; what was known holds on. */
  failed(error: unknown): void;
}

export async function openFreshMembers(deps: FreshMembersDeps): Promise<FreshMembers> {
  const { current, look, now, latest } = await openFreshLook({
    clock: deps.clock,
    mark: () => markMembers(deps),
    read: () => discoverMembers(deps),
    // Whatever a member is found or passed over for stands in its manifest, which the mark shows.
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

export function findMember({ members }: Discovered, name: string): FoundMember | undefined {
  return members.find(({ manifest }) => manifest.name === name);
}

/** By the directory, which a problem begins with. */
export function isAbout(problem: string, name: string): boolean {
  return problem.split(": ", 1)[0]?.endsWith(`/${name}`) === true;
}
