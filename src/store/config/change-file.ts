// Changes keys of the config.yaml on disk. Either all changes are made, by replacing the file at once, or
// none.
import { readFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { breathe } from "../../host/clock.ts";
import { codeOf, type Disk } from "../../host/files/disk.ts";
import { type ConfigChange, editConfig, type EditedConfig } from "./edit.ts";
import { readConfigFile } from "./read.ts";

/** The content of a new file, before the first change. */
const newFile = "version: 1\n";

export type ConfigChanged = (EditedConfig | { ok: false; why: "meanwhile"; message: string }) & {
  wrote: boolean;
};

export function changeConfigFile(
  disk: Disk,
  { path, ...change }: ConfigChange & { path: string },
): Promise<ConfigChanged> {
  return changeConfigKeys(disk, { path, changes: [change], dryRun: false });
}

export interface KeysOrder {
  path: string;
  /** Applied all together, or not at all. */
  changes: readonly ConfigChange[];
  /** Only checks whether the changes are possible. */
  dryRun: boolean;
}

/** Changes the file. If the path is a symlink, changes the file that it leads to, so that the symlink stays. */
export async function changeConfigKeys(disk: Disk, order: KeysOrder): Promise<ConfigChanged> {
  const path = await realpath(order.path).catch(() => order.path);
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
  if (before === null && order.changes.every(({ value }) => value === undefined))
    return { ok: true, text: "", wrote: false };
  const edited = await editAll(before ?? newFile, order.changes);
  if (!edited.ok || order.dryRun || edited.text === before) return { ...edited, wrote: false };
  return replaceStill(disk, { path, before, text: edited.text });
}

/**
 * Makes the changes in the text. Pauses between them, because each takes time on a large file and the hall
 * has to answer requests meanwhile.
 */
async function editAll(text: string, changes: readonly ConfigChange[]): Promise<EditedConfig> {
  let edited: EditedConfig = { ok: true, text };
  for (const change of changes) {
    if (!edited.ok) return edited;
    edited = editConfig(edited.text, change);
    if (changes.length > 1) await breathe();
  }
  return edited;
}

interface Replacement {
  path: string;
  before: string | null;
  text: string;
}

/** Replaces the file only if an editor or another command has not written to it in between. */
async function replaceStill(disk: Disk, { path, before, text }: Replacement): Promise<ConfigChanged> {
  const isStill = () => textNow(path) === before;
  if (await disk.replaceIf({ path, text, isStill })) return { ok: true, text, wrote: true };
  const message = `Another program changed ${path} at the same moment, so it was left alone.`;
  return { ok: false, why: "meanwhile", message, wrote: false };
}

function textNow(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}
