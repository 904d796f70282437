// The directory a worker works in, made before it starts.
import { constants } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import type { CommissionLayout } from "../contract/home-layout.ts";
import type { Disk } from "../host/disk.ts";

/** Makes `work/`, filled from a sample project where there is one. Doing it again changes nothing that is there. */
export async function prepareWork(
  disk: Disk,
  layout: CommissionLayout,
  sample: string | null,
): Promise<void> {
  await disk.makeDirectories(layout.work);
  await disk.makeDirectories(layout.artifacts);
  if (sample === null) return;
  await cp(sample, layout.work, { recursive: true, force: false, mode: constants.COPYFILE_FICLONE });
}

export interface SessionDirectories {
  home: string;
  config: string;
  tmp: string;
}

/** The session's private directories: they live as long as the commission runs. */
export async function prepareSession(layout: CommissionLayout): Promise<SessionDirectories> {
  const directories = {
    home: `${layout.session}/home`,
    config: `${layout.session}/config`,
    tmp: `${layout.session}/tmp`,
  };
  for (const path of Object.values(directories)) await mkdir(path, { recursive: true, mode: 0o700 });
  return directories;
}
