// Lists the files below a directory that other processes may change meanwhile. No symlink is followed, and the search
// stops at a fixed number of names and depth.
import { lstatSync } from "node:fs";
import { entriesIn, entryAt } from "./entries.ts";
import { type Directory, enter, explain, openDirectory, openIn } from "./inside.ts";
import { readStart } from "./write-inside.ts";

export interface FoundFile {
  /** Relative to the directory that was listed. */
  path: string;
  bytes: number;
  modifiedAt: number;
  /** The beginning of its content. */
  start: Buffer;
}

export interface ListOrder {
  /** The directory below the root in which to begin, as path components. */
  directory: readonly string[];
  /** Returns true to list a file, or enter a directory, of this name. */
  wants(name: string, kind: "file" | "directory"): boolean;
  startBytes: number;
}

const mostNames = 10_000;
const mostDeep = 16;

/** Lists the files. `complete` is false if there was more than the bounds allow. */
export async function listInside(
  root: string,
  look: ListOrder,
): Promise<{ files: FoundFile[]; complete: boolean }> {
  const directory = await openDirectory(root, look.directory);
  if (!directory.ok) return { files: [], complete: true };
  const looking: Looking = { look, files: [], namesLeft: mostNames, complete: true };
  await lookInto(looking, { directory: directory.value, path: [] });
  return { files: looking.files, complete: looking.complete };
}

interface Looking {
  look: ListOrder;
  files: FoundFile[];
  namesLeft: number;
  complete: boolean;
}

interface Place {
  directory: Directory;
  path: readonly string[];
}

async function lookInto(looking: Looking, { directory, path }: Place): Promise<void> {
  try {
    const { files, directories } = await namesIn(looking, directory);
    for (const name of files) await lookAt(looking, { directory, path: [...path, name] });
    if (path.length >= mostDeep && directories.length > 0) looking.complete = false;
    else
      for (const name of directories) {
        const inner = await enter(directory, name).catch((error: unknown) => void explain(error));
        if (inner) await lookInto(looking, { directory: inner, path: [...path, name] });
      }
  } catch (error) {
    explain(error); // the directory was removed meanwhile; errors of the machine are rethrown
  } finally {
    await directory.handle?.close();
  }
}

async function namesIn(
  looking: Looking,
  directory: Directory,
): Promise<{ files: string[]; directories: string[] }> {
  const found = { files: [] as string[], directories: [] as string[] };
  for await (const entries of entriesIn(directory))
    for (const { name } of entries) {
      if (looking.namesLeft === 0) {
        looking.complete = false;
        return found;
      }
      looking.namesLeft -= 1;
      const { at, text } = entryAt(directory, name);
      const kind = text === null ? null : kindOf(at);
      if (text === null || kind === null || !looking.look.wants(text, kind)) continue;
      (kind === "file" ? found.files : found.directories).push(text);
    }
  return found;
}

function kindOf(at: string | Buffer): "file" | "directory" | null {
  const found = lstatSync(at, { throwIfNoEntry: false });
  if (found?.isDirectory()) return "directory";
  return found?.isFile() ? "file" : null;
}

async function lookAt({ look, files }: Looking, { directory, path }: Place): Promise<void> {
  const file = await openIn(directory, path.at(-1) ?? "");
  if (!file.ok) return;
  try {
    const { size, mtimeMs } = await file.value.stat();
    const start = await readStart(file.value, look.startBytes);
    files.push({ path: path.join("/"), bytes: size, modifiedAt: mtimeMs, start });
  } finally {
    await file.value.close();
  }
}
