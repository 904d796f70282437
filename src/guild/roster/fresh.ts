// Keeps the roster (the list of workers and toolboxes) of a running hall up to date: checks the packages when a caller
// asks, and reads them again if they have changed.
import type { Clock } from "../../host/clock.ts";
import { openFreshLook } from "../../host/files/fresh-look.ts";
import { listDirectories, markOf } from "../../host/files/look-inside.ts";
import type { WorkerWithToolboxes } from "../../rules/limits/tools.ts";
import { discoverPackages, findByName, type Roster } from "./discover.ts";
import type { PackagePlace } from "./places.ts";

export interface FreshRoster {
  /** Returns the roster as it was at most a second ago. */
  current(): Promise<Roster>;
  /** Returns the roster as it is now, or the last known one if the packages cannot be read. */
  look(): Promise<Roster>;
  /** Finds a worker as it is now, because it may just have been added or edited. Concurrent calls share one check. */
  find(name: string): Promise<WorkerWithToolboxes | undefined>;
  /** Returns the roster that was last read. */
  latest(): Roster;
}

export interface FreshDeps {
  clock: Pick<Clock, "monotonic">;
  places: readonly PackagePlace[];
  /** Called when the packages have changed. */
  changed(roster: Roster): void;
  /** Called when the packages could not be read; the previous roster stays valid. */
  failed(error: unknown): void;
}

export async function openRoster({ clock, places, changed, failed }: FreshDeps): Promise<FreshRoster> {
  const { current, look, now, latest } = await openFreshLook({
    clock,
    mark: () => markAll(places),
    read: () => discoverPackages(places),
    // An invalid package may become valid when another of its files changes, which `mark` does not notice.
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

/**
 * Returns a string that changes when a package is added or removed, when its package.json changes, or when a file at
 * its top level is added, removed or renamed.
 */
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
