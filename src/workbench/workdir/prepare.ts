// Makes the directories of a commission and of the commands that run for it.
import { constants } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { shownAttachments } from "./attachments.ts";
import type { Disk } from "../../host/files/disk.ts";

/** Makes `work/`, filled from a sample project if there is one. Idempotent: existing files are kept. */
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
  /** Holds the attached files. The worker can read them, and the hall may add more. */
  attachments: string;
}

/** Makes the session's private directories, which exist as long as the commission runs. */
export function prepareSession({ session }: Pick<CommissionLayout, "session">): Promise<SessionDirectories> {
  return makeAll({
    home: `${session}/home`,
    config: `${session}/config`,
    tmp: `${session}/tmp`,
    attachments: shownAttachments({ session }),
  });
}

/** The private directories of a command that runs beside a session, or without one. */
export type CommandDirectories = Omit<SessionDirectories, "config" | "attachments">;

/** Makes the directories of commands that run beside the worker. The worker does not see them. */
export function prepareChecks({ session }: Pick<CommissionLayout, "session">): Promise<CommandDirectories> {
  return makeAll({ home: `${session}/checks/home`, tmp: `${session}/checks/tmp` });
}

/** Makes the directories of a worker's shell. Neither `claude` nor a check sees them, so neither can leave a setting there. */
export function prepareShell({ session }: Pick<CommissionLayout, "session">): Promise<CommandDirectories> {
  return makeAll({ home: `${session}/shell/home`, tmp: `${session}/shell/tmp` });
}

/**
 * Makes an empty directory for a copy of the work directory, which the copying command finds at `/tmp/work`. An earlier
 * copy is removed, because it may be incomplete.
 */
export async function prepareShellCopy(
  disk: Pick<Disk, "removeTree">,
  { session }: Pick<CommissionLayout, "session">,
): Promise<{ own: CommandDirectories; copy: string }> {
  const own = { home: `${session}/shell/copying`, tmp: `${session}/shell/copy` };
  const copy = `${own.tmp}/work`;
  await disk.removeTree(own.tmp);
  await makeAll({ ...own, copy });
  return { own, copy };
}

/** Makes empty directories for commands that must find nothing left by an earlier command or a worker. */
export async function prepareAfresh(disk: Disk, area: string): Promise<CommandDirectories> {
  const own = { home: `${area}/home`, tmp: `${area}/tmp` };
  for (const path of Object.values(own)) await disk.removeTree(path);
  return makeAll(own);
}

/** Makes directories that only git uses to read the history, so that no other program can leave a git setting there. */
export function prepareHistory({ session }: Pick<CommissionLayout, "session">): Promise<CommandDirectories> {
  return makeAll({ home: `${session}/history/home`, tmp: `${session}/history/tmp` });
}

async function makeAll<T extends object>(directories: T): Promise<T> {
  for (const path of Object.values(directories)) await mkdir(path, { recursive: true, mode: 0o700 });
  return directories;
}
