// Chooses files that git ignores but that are small enough to be committed with unfinished work, before the worktree is
// removed.
import { lookAt, type Walked, walkInside } from "../../host/files/walk-inside.ts";
import type { OwnIndex } from "../snapshot/add-plainly.ts";
import { deepest } from "./look-over.ts";
import type { WorktreeDeps } from "../repository/prove-isolation.ts";
import { git, splitZ } from "../repository/run.ts";
import { type BroughtAlong, isBroughtAlong, readBroughtAlong } from "./worktree-records.ts";

/** The limit for all such files together. A log or a draft fits; a directory of packages does not. */
const mostIgnoredBytes = 1024 * 1024;

interface Ignored {
  paths: string[];
  bytes: number;
}

/**
 * Returns the paths of such files. Takes the smallest first, and a directory as a whole or not at all. Leaves
 * out files that were copied from the person's checkout, and files that the set-up command left.
 */
export async function smallIgnored(deps: WorktreeDeps, own: OwnIndex): Promise<string[]> {
  const args = ["ls-files", "-o", "-i", "--exclude-standard", "--directory", "-z"];
  const listed = splitZ(await git(deps, { args, ...own }));
  const along = await readBroughtAlong(deps.disk, own.place.gitDir);
  const found: Ignored[] = [];
  for (const path of listed) found.push(await measure({ root: own.place.workTree, path, along }));
  return fitting(found.toSorted((a, b) => a.bytes - b.bytes));
}

function fitting(found: readonly Ignored[]): string[] {
  let left = mostIgnoredBytes;
  return found.flatMap(({ paths, bytes }) => {
    left -= bytes;
    return left >= 0 ? paths : [];
  });
}

async function measure(order: { root: string; path: string; along: BroughtAlong }): Promise<Ignored> {
  const ignored: Ignored = { paths: [], bytes: 0 };
  const take = (file: Pick<Walked, "path" | "stamp" | "bytes">) => {
    if (isBroughtAlong(order.along, file)) return;
    ignored.paths.push(file.path);
    ignored.bytes += file.bytes;
  };
  const at = `${order.root}/${order.path}`;
  const one = order.path.endsWith("/") ? undefined : lookAt(at);
  if (one && one.kind !== "other") take({ ...one, path: order.path });
  await walkInside(at, {
    into: ({ path, depth }) => depth < deepest && !/(?:^|\/)\.git$/.test(path),
    visit: (file) => {
      if (file.isText && file.kind !== "other") take({ ...file, path: order.path + file.path });
    },
  });
  return ignored;
}
