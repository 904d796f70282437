// The roster of a hall that runs: read again once the packages have changed, and looked after only when somebody asks.
import type { ToolboxMetadata } from "../contract/package.ts";
import type { Clock } from "../host/clock.ts";
import { listDirectories, markOf } from "../host/look-inside.ts";
import { createSharedSync } from "../host/shared-sync.ts";
import type { Listed } from "../rules/tools.ts";
import { discoverPackages, findByName, type Roster } from "./discover.ts";
import type { PackagePlace } from "./places.ts";

export interface FreshRoster {
  /** As it was a second ago at most. */
  current(): Promise<Roster>;
  /** As it is now, for whoever asks once. */
  look(): Promise<Roster>;
  /** A worker that is not there, or lacks a toolbox, is looked for at once: it may have been added a moment ago. */
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

/** Looking costs a few calls for each package, so a burst of requests shares one look. */
const freshMs = 1000;

interface Held {
  roster: Roster;
  toolboxes: ToolboxMetadata[];
  /** What the packages looked like before they were read. */
  mark: string;
  lookedAt: number;
}

export async function openRoster(deps: FreshDeps): Promise<FreshRoster> {
  const held = await readAll(deps);
  const look = createSharedSync(() => lookAgain(deps, held));
  const now = () => look("packages").then(() => held.roster);
  const isFresh = () => deps.clock.monotonic() - held.lookedAt < freshMs;
  // Where the machine fails us, what was known a moment ago is still the best guess.
  const orAsKnown = (error: unknown) => {
    deps.failed(error);
    return held.roster;
  };
  const current = async () => (isFresh() ? held.roster : now().catch(orAsKnown));
  return {
    current,
    look: () => now().catch(orAsKnown),
    find: async (name) => {
      const found = findByName((await current()).workers, name);
      const sound = found && found.problems.length === 0 ? found : findByName((await now()).workers, name);
      return sound && { worker: sound.metadata, toolboxes: held.toolboxes };
    },
    latest: () => held.roster,
  };
}

async function lookAgain(deps: FreshDeps, held: Held): Promise<void> {
  const lookedAt = deps.clock.monotonic();
  const isSame = (await markAll(deps.places)) === held.mark;
  // One that is not sound may become so by a file further in, which the mark does not show.
  if (isSame && held.roster.problems.length === 0) return void (held.lookedAt = lookedAt);
  const before = held.roster.problems.join("\n");
  Object.assign(held, await readAll(deps));
  if (!isSame || held.roster.problems.join("\n") !== before) deps.changed(held.roster);
}

/** The mark is taken first: what changes while the packages are read shows at the next look. */
async function readAll({ clock, places }: FreshDeps): Promise<Held> {
  const lookedAt = clock.monotonic();
  const mark = await markAll(places);
  const roster = await discoverPackages(places);
  return { roster, toolboxes: roster.toolboxes.map(({ metadata }) => metadata), mark, lookedAt };
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
