// Moves uncommitted files of a worktree to the trash, where they keep their paths. A note there says which commission
// left them.
import { lstatSync, mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { type HomeLayout, leftoversLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Disk } from "../../host/files/disk.ts";
import { codeOf } from "../../host/files/disk.ts";
import { moveAcross } from "../../host/files/move-across.ts";
import { type Walked, walkInside } from "../../host/files/walk-inside.ts";
import type { WorktreeOrder } from "../repository/prove-isolation.ts";

type Trash = Pick<HomeLayout, "trash">;

/**
 * Moves one file or directory to the trash. Returns a promise only if it must be copied, because the trash is
 * on another disk.
 */
export function moveToTrash(
  home: Trash,
  { id, entry }: { id: CommissionId; entry: Walked },
): Promise<void> | undefined {
  const { files, misplaced } = leftoversLayout(home, id);
  const [wanted, other] = [`${files}/${entry.path}`, `${misplaced}/${entry.stamp}`];
  const isRenamed = unlessUnfit(() => rename(entry, wanted)) ?? rename(entry, other);
  return isRenamed ? undefined : copyAcross(entry, { wanted, other });
}

async function copyAcross(
  entry: Walked,
  { wanted, other }: { wanted: string; other: string },
): Promise<void> {
  const target = unlessUnfit(() => makeRoom(wanted)) ?? makeRoom(other);
  await moveAcross(entry, target);
}

function unlessUnfit<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch (error) {
    if (unfit.includes(codeOf(error))) return undefined;
    throw error;
  }
}

/**
 * The errors if a file cannot keep its path in the trash: the path is too long there, or a file is in the
 * place of a directory.
 */
const unfit: readonly unknown[] = ["ENAMETOOLONG", "ENOTDIR", "EEXIST"];

/** Moves the file to the path. Returns false if the trash is on another disk. */
function rename(entry: Walked, path: string): boolean {
  try {
    renameSync(entry.at, makeRoom(path));
    return true;
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    return false;
  }
}

function makeRoom(path: string): string {
  const target = freeName(path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  return target;
}

/** Adds a number to the path if it is taken: an earlier, interrupted closing may have put another file there. */
function freeName(path: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? path : `${path}.${count}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}

const mostNamed = 1000;

/** Writes the note and returns the commission's directory in the trash; `null` if no files were moved there. */
export async function noteLeftovers(
  { home, disk }: { home: Trash; disk: Disk },
  order: WorktreeOrder & { tip: string | null },
): Promise<string | null> {
  const { directory, note } = leftoversLayout(home, order.id);
  if ((await disk.list(directory)).length === 0) return null;
  const paths: string[] = [];
  let more = 0;
  await walkInside(directory, {
    into: () => true,
    visit: ({ path }) => {
      if (path === "note.md") return;
      if (paths.length < mostNamed) paths.push(path);
      else more += 1;
    },
  });
  await disk.replace(note, noteText(order, { paths: paths.toSorted(), more }));
  await disk.secureNames(home.trash);
  return directory;
}

function noteText(
  { id, tree, tip }: WorktreeOrder & { tip: string | null },
  { paths, more }: { paths: readonly string[]; more: number },
): string {
  return [
    `# Files that commission ${id} left behind`,
    "",
    `These files were in its worktree of project ${tree.project} when the hall closed it, and they are not in ${tip ?? tree.base}: git ignores them or does not accept them, or they were changed after the work was checked.`,
    "Delete them when you do not need them any more. The files that have no place below `files/` are in `misplaced/`.",
    "",
    ...paths.map((path) => `- ${JSON.stringify(path)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    "",
  ].join("\n");
}
