// Removes a directory, whatever a worker did to it. A worker may nest directories so deeply that their paths are too
// long, or take our permissions away. Deep or unreadable trees are therefore flattened first, which also restores the
// permissions. A tree that is readable but not writable is flattened after a first attempt has failed.
import { codeOf } from "./disk.ts";
import type { FileSystem } from "./file-system.ts";

/** Plain removal slows down with every level of a tree; deeper trees are flattened first. */
const deepest = 32;

export async function removeTree(files: FileSystem, path: string): Promise<void> {
  const isTree = await files.isDirectory(path);
  if (isTree && !(await isShallow(files, path))) await flatten(files, path);
  try {
    await removeAll(files, path);
  } catch (error) {
    // Directories may be readable but not writable, as those of Go's module cache are.
    if (!isTree || codeOf(error) !== "EACCES") throw error;
    await flatten(files, path);
    await removeAll(files, path);
  }
}

function removeAll(files: FileSystem, path: string): Promise<void> {
  return files.rm(path, { recursive: true, force: true });
}

/**
 * Returns false if the tree is deep, or if its depth is unknown because a directory is not accessible or a
 * path is too long.
 */
async function isShallow(files: FileSystem, root: string): Promise<boolean> {
  try {
    let level = [root];
    for (let depth = 0; level.length > 0; depth += 1) {
      if (depth > deepest) return false;
      level = await allBelow(files, level);
    }
    return true;
  } catch {
    return false; // the removal reports what is wrong
  }
}

/** A worker may have made a hundred thousand directories side by side, too many to open at once. */
const atOnce = 32;

async function allBelow(files: FileSystem, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < paths.length; at += atOnce) {
    const inside = await Promise.all(paths.slice(at, at + atOnce).map((path) => below(files, path)));
    for (const each of inside) for (const path of each) found.push(path);
  }
  return found;
}

async function below(files: FileSystem, path: string): Promise<string[]> {
  return (await files.directoriesIn(path)).map((name) => `${path}/${name}`);
}

/** Moves nested directories up until no directory in the root holds another. Symlinks are not followed. */
async function flatten(files: FileSystem, root: string): Promise<void> {
  await files.chmod(root, 0o700);
  const waiting = await below(files, root);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    await files.chmod(path, 0o700);
    for (const inner of await below(files, path)) {
      const flat = `${root}/.flat-${files.newName()}`;
      await files.chmod(inner, 0o700); // a directory without write permission cannot be moved
      await files.rename(inner, flat);
      waiting.push(flat);
    }
  }
}
