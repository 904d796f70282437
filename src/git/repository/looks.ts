// Directories that a look at a repository needs for a moment. Each bears the mark of the hall that made it, so that a
// start can tell what a hall that was killed has left.
import type { Disk } from "../../host/files/disk.ts";
import { newUuid } from "../../host/ids.ts";

const mark = newUuid();

export function lookName(what: string): string {
  return `look-${mark}-${what}`;
}

/** Beside the views of projects, whose names are their own: hidden, as no project's name is. */
export function besideViews(what: string): string {
  return `.${lookName(what)}`;
}

export interface Swept {
  directory: string;
  begins: "look-" | ".look-";
}

/** Those of this hall may be in use. */
export async function sweepLooks(
  disk: Pick<Disk, "list" | "removeTree">,
  { directory, begins }: Swept,
): Promise<void> {
  for (const name of await disk.list(directory))
    if (name.startsWith(begins) && !name.includes(mark)) await disk.removeTree(`${directory}/${name}`);
}
