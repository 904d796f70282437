// Changes keys of the config.yaml on disk: the file is replaced whole, or left as it is.
import type { Disk } from "../host/disk.ts";
import { type Change, editConfig, type Edited } from "./edit.ts";
import { readConfigFile } from "./read.ts";

/** What a file is begun with. */
const newFile = "version: 1\n";

export type Changed = Edited & { wrote: boolean };

export function changeConfigFile(
  disk: Disk,
  { path, ...change }: Change & { path: string },
): Promise<Changed> {
  return changeConfigKeys(disk, { path, changes: [change], dryRun: false });
}

export interface KeysOrder {
  path: string;
  /** All of them, or none. */
  changes: readonly Change[];
  /** Only says whether it could be done. */
  dryRun: boolean;
}

export async function changeConfigKeys(disk: Disk, { path, changes, dryRun }: KeysOrder): Promise<Changed> {
  const file = await readConfigFile(disk, path);
  if (file.state === "there" && !file.parsed.ok)
    return { ok: false, why: "broken", problems: file.parsed.problems, wrote: false };
  const before = file.state === "there" ? file.text : null;
  if (before !== null && Buffer.byteLength(before) !== (await disk.sizeOf(path)))
    return {
      ok: false,
      why: "refused",
      message: `${path} is not UTF-8 text. Change it by hand.`,
      wrote: false,
    };
  if (before === null && changes.every(({ value }) => value === undefined))
    return { ok: true, text: "", wrote: false };
  const edited = editAll(before ?? newFile, changes);
  if (!edited.ok || dryRun || edited.text === before) return { ...edited, wrote: false };
  await disk.replace(path, edited.text);
  return { ...edited, wrote: true };
}

function editAll(text: string, changes: readonly Change[]): Edited {
  let edited: Edited = { ok: true, text };
  for (const change of changes) if (edited.ok) edited = editConfig(edited.text, change);
  return edited;
}
