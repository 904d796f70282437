// The roster of a hall that runs: read again once the packages have changed, and looked after only when somebody asks.
import type { Clock } from "../../host/clock.ts";
import { openFreshLook } from "../../host/files/fresh-look.ts";
import { listDirectories, markOf } from "../../host/files/look-inside.ts";
import type { Listed } from "../../rules/limits/tools.ts";
import { discoverPackages, findByName, type Roster } from "./discover.ts";
import type { PackagePlace } from "./places.ts";

export interface FreshRoster {
  /** As it was a second ago at most. */
  current(): Promise<Roster>;
  /** As it is now, for whoever asks once. */
  look(): Promise<Roster>;
  /** As it is now: it may have been added or edited a moment ago. Those who ask at the same time share a look. */
  find(name: string): Promise<Listed | undefined>;
  /** What the latest look found. */
  latest(): Roster;
}

export interface FreshDeps {
  clock: Pick<Clock, "monotonic">;
  places: readonly PackagePlace[];
  /** The packages have changed. */
  changed(roster: Roster): void;
  /** They could not be looked at; what was known holds on. */
  failed(error: unknown): void;
}

export async function openRoster({ clock, places, changed, failed }: FreshDeps): Promise<FreshRoster> {
  const { current, look, now, latest } = await openFreshLook({
    clock,
    mark: () => markAll(places),
    read: () => discoverPackages(places),
    // One that is not sound may become so by a file further in, which the mark does not show.
    mayDiffer: ({ problems }) => problems.length > 0,
    isSame: (one, other) => one.problems.join("\n") === other.problems.join("\n"),
    changed,
    failed,
  });
  return {
    current,
    look,
    find: async (name) => {
      const found = findByName((await look()).workers, name);
      const sound = found && found.problems.length === 0 ? found : findByName((await now()).workers, name);
      return (
        sound && { worker: sound.metadata, toolboxes: latest().toolboxes.map(({ metadata }) => metadata) }
      );
    },
    latest,
  };
}

/** Differs as soon as a package came, went, or has another package.json or other files beside it. */
async function markAll(places: readonly PackagePlace[]): Promise<string> {
  const marks = await Promise.all(places.map(({ directory }) => markPlace(directory)));
  return marks.join("\n");
}

async function markPlace(place: string): Promise<string> {
  const listed = await listDirectories(place);
  if (!listed.ok) return listed.reason;
  const marks = listed.value.map(async ({ name }) => {
    const directory = `${place}/${name}`;
    const [outside, inside] = await Promise.all([markOf(directory), markOf(`${directory}/package.json`)]);
    return `${name} ${outside} ${inside}`;
  });
  return (await Promise.all(marks)).join("\n");
}
