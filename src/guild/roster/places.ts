// Where packages are looked for, and in which order: of two with one name the first is taken.
import type { HomeLayout } from "../../contract/home/home-layout.ts";

export type PackageSource = "bundled" | "added" | "linked";

export interface PackagePlace {
  /** Each directory in it is a package. */
  directory: string;
  /** Of those in `added`, links are `linked`. */
  source: PackageSource;
}

export interface PlacesOrder {
  /** The absolute path of something that came with the hall. */
  installed(path: string): string;
  home: Pick<HomeLayout, "packages">;
  /** Directories that were named on the command line. */
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
