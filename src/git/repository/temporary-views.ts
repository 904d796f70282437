// Names the temporary directories for a look at a repository. Each name holds a mark of this hall process, so that the
// next start can recognise and remove what a killed hall left.
import type { Disk } from "../../host/files/disk.ts";
import { newUuid } from "../../host/ids.ts";

const mark = newUuid();

export function lookName(what: string): string {
  return `look-${mark}-${what}`;
}

/** For a directory beside the views, which are named after projects: hidden, as no project name is. */
export function besideViews(what: string): string {
  return `.${lookName(what)}`;
}

export interface Swept {
  directory: string;
  begins: "look-" | ".look-";
}

/** Removes what earlier halls left. Directories of this hall may be in use. */
export async function sweepLooks(
  disk: Pick<Disk, "list" | "removeTree">,
  { directory, begins }: Swept,
): Promise<void> {
  for (const name of await disk.list(directory))
    if (name.startsWith(begins) && !name.includes(mark)) await disk.removeTree(`${directory}/${name}`);
}
