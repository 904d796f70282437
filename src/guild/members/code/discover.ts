// Finds guild members by their manifests: those of the home, and those that came with the hall and are not in the home
// yet. No member is started; an invalid one is reported and does not affect the others.
import type { HomeLayout } from "../../../contract/home/home-layout.ts";
import { type ListedDirectory, listDirectories, markOf } from "../../../host/files/look-inside.ts";
import type { FoundMember } from "../members.ts";
import { manifestFaultText, manifestFile, type ReadManifest, readManifest } from "./read-manifest.ts";
import { readOrigin } from "./origin.ts";
import type { Disk } from "../../../host/files/disk.ts";

export interface MemberPlaces {
  home: HomeLayout;
  /** The directory of the members that came with the hall. Each is in a subdirectory of its name. */
  bundled: string;
}

export interface DiscoverDeps extends MemberPlaces {
  disk: Pick<Disk, "readText">;
}

export interface DiscoveredMembers {
  members: FoundMember[];
  /** A sentence for each directory that was skipped. */
  problems: string[];
}

export async function discoverMembers(deps: DiscoverDeps): Promise<DiscoveredMembers> {
  const { home, bundled } = deps;
  const own = await readPlace(home.guildMembers);
  const taken = new Set(own.read.map(({ name }) => name));
  const brought = await readPlace(bundled, taken);
  const found = await Promise.all(own.read.map((one) => ownSource(deps, one)));
  const members = [
    ...own.read.flatMap((one, index) => asMember(one, { isInHome: true, source: found[index] ?? "added" })),
    ...brought.read.flatMap((one) => asMember(one, { isInHome: false, source: "bundled" })),
  ];
  return {
    members: members.toSorted((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1)),
    problems: [own, brought].flatMap(({ problem, read }) => [
      ...(problem === null ? [] : [problem]),
      ...read.flatMap((one) => whyPassedOver(one, members)),
    ]),
  };
}

interface ReadDirectory extends ListedDirectory {
  directory: string;
  manifest: ReadManifest;
}

interface ReadPlace {
  read: ReadDirectory[];
  problem: string | null;
}

/** How many directories are read at the same time. There may be thousands, too many to read at once. */
const batch = 64;

async function readPlace(place: string, leftOut: ReadonlySet<string> = new Set()): Promise<ReadPlace> {
  const listed = await listDirectories(place);
  if (!listed.ok) return { read: [], problem: `${place}: ${listed.reason}.` };
  const entries = listed.value.filter(({ name }) => isCandidate(name) && !leftOut.has(name));
  const read: ReadDirectory[] = [];
  for (let at = 0; at < entries.length; at += batch) {
    const some = entries.slice(at, at + batch).map(async (entry) => {
      const directory = `${place}/${entry.name}`;
      return { ...entry, directory, manifest: await readManifest(directory) };
    });
    read.push(...(await Promise.all(some)));
  }
  return { read, problem: null };
}

/**
 * Tells whether a directory may hold a member. Names of unfinished copies and of hidden directories begin with a dot.
 */
function isCandidate(name: string): boolean {
  return !name.startsWith(".");
}

type Source = FoundMember["source"];

async function ownSource(
  { disk, home }: DiscoverDeps,
  { name, isLink, manifest }: ReadDirectory,
): Promise<Source> {
  if (isLink) return "linked";
  if (!manifest.ok || manifest.manifest.name !== name) return "added";
  const origin = await readOrigin(disk, { home, name: manifest.manifest.name });
  return origin?.kind === "bundled" ? "bundled" : "added";
}

/**
 * Returns the member, or none if its manifest is invalid or its name differs from its directory's. The hall
 * finds the member's other files by its name.
 */
function asMember(
  { name, directory, manifest: read }: ReadDirectory,
  { isInHome, source }: Pick<FoundMember, "isInHome" | "source">,
): FoundMember[] {
  if (!read.ok || read.manifest.name !== name) return [];
  return [{ manifest: read.manifest, manifestSha256: read.sha256, directory, isInHome, source }];
}

function whyPassedOver(one: ReadDirectory, members: readonly FoundMember[]): string[] {
  const { name, directory, manifest: read } = one;
  if (!read.ok) return [passedOver(directory, read.faults)];
  if (read.manifest.name === name) return [];
  const owner = members.find(({ manifest }) => manifest.name === read.manifest.name);
  const other = owner
    ? `"${owner.manifest.name}" is the name of the member in ${owner.directory} already`
    : null;
  const message = `${other ?? `found "${read.manifest.name}"`}; expected "${name}", the name of its directory`;
  return [passedOver(directory, [{ field: "name", message }])];
}

function passedOver(directory: string, faults: Extract<ReadManifest, { ok: false }>["faults"]): string {
  const [first, ...rest] = faults;
  const more = `(and ${rest.length} more: "guild-hall members validate ${directory}" names them all)`;
  const what = first ? manifestFaultText(first) : `${manifestFile}: it cannot be read`;
  return `${directory}: ${what}${rest.length === 0 ? "" : ` ${more}`}`;
}

/** Returns a string that changes when a member is added or removed, or when a manifest changes. */
export async function markMembers({ home, bundled }: MemberPlaces): Promise<string> {
  return (await Promise.all([home.guildMembers, bundled].map(markPlace))).join("\n");
}

async function markPlace(place: string): Promise<string> {
  const listed = await listDirectories(place);
  if (!listed.ok) return listed.reason;
  const entries = listed.value.filter(({ name }) => isCandidate(name));
  const marks = entries.map(
    async ({ name, isLink }) => `${name} ${isLink} ${await markOf(`${place}/${name}/${manifestFile}`)}`,
  );
  return (await Promise.all(marks)).join("\n");
}
