// Records which commit the files of an integration worktree show. HEAD cannot tell, because the branch may
// have moved without the files. The record is a file beside the worktree's index.
import type { WorktreePlace } from "../repository/places.ts";
import { oid } from "../../contract/project/tree.ts";
import type { Disk } from "../../host/files/disk.ts";
import { plainFiles } from "../../host/files/plain-files.ts";

const fileOf = ({ gitDir }: WorktreePlace) => `${gitDir}/guild-hall-shown`;

/** Returns the commit that the worktree shows; `undefined` if the record is missing or damaged. */
export async function readShown(disk: Disk, place: WorktreePlace): Promise<string | undefined> {
  if (plainFiles.look(fileOf(place))?.kind !== "file") return undefined;
  const read = oid.safeParse((await disk.readText(fileOf(place)))?.trim());
  return read.success ? read.data : undefined;
}

export async function writeShown(disk: Disk, place: WorktreePlace, commit: string): Promise<void> {
  await disk.replace(fileOf(place), `${commit}\n`);
}
