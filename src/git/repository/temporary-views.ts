// Names temporary directories in which the hall inspects a repository without changing it. Each name contains
// an id of this hall process, so that a later hall process recognises and removes what a killed one left.
import type { Disk } from "../../host/files/disk.ts";
import { newUuid } from "../../host/ids.ts";

const mark = newUuid();

export function lookName(what: string): string {
  return `look-${mark}-${what}`;
}

/**
 * Returns a name for a directory beside the hall's views of repositories. The leading dot tells it from a
 * view.
 */
export function besideViews(what: string): string {
  return `.${lookName(what)}`;
}

export interface Swept {
  directory: string;
  begins: "look-" | ".look-";
}

/**
 * Removes temporary directories that earlier hall processes left. Keeps this process's own, which may be in
 * use.
 */
export async function sweepLooks(
  disk: Pick<Disk, "list" | "removeTree">,
  { directory, begins }: Swept,
): Promise<void> {
  for (const name of await disk.list(directory))
    if (name.startsWith(begins) && !name.includes(mark)) await disk.removeTree(`${directory}/${name}`);
}
