// Lists the directories in which packages are found, in order: if two packages have the same name, the first
// is used.
import type { HomeLayout } from "../../contract/home/home-layout.ts";

export type PackageSource = "bundled" | "added" | "linked";

export interface PackagePlace {
  /** The directory that holds the packages, each in a directory of its own. */
  directory: string;
  /** The source of the packages here. In a directory of the source `added`, a symlink counts as `linked`. */
  source: PackageSource;
}

export interface PlacesOrder {
  /** Returns the absolute path of a file that came with the hall. */
  installed(path: string): string;
  home: Pick<HomeLayout, "packages">;
  /** Directories named on the command line. */
  more: readonly string[];
}

export function packagePlaces({ installed, home, more }: PlacesOrder): PackagePlace[] {
  return [
    { directory: installed("workers"), source: "bundled" },
    { directory: installed("toolboxes"), source: "bundled" },
    { directory: home.packages, source: "added" },
    ...more.map((directory) => ({ directory, source: "linked" as const })),
  ];
}
