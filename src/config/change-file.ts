// Changes one key of the config.yaml on disk: the file is replaced whole, or left as it is.
import type { Disk } from "../host/disk.ts";
import { type Change, editConfig, type Edited } from "./edit.ts";
import { readConfigFile } from "./read.ts";

/** What a file is begun with. */
const newFile = "version: 1\n";

export async function changeConfigFile(
  disk: Disk,
  { path, ...change }: Change & { path: string },
): Promise<Edited & { wrote: boolean }> {
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
  if (before === null && change.value === undefined) return { ok: true, text: "", wrote: false };
  const edited = editConfig(before ?? newFile, change);
  if (!edited.ok || edited.text === before) return { ...edited, wrote: false };
  await disk.replace(path, edited.text);
  return { ...edited, wrote: true };
}
