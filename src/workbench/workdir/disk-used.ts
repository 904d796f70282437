// Measures the disk use of a commission: its own directory, and the growth of its worktree since its first
// session began. The checkout, the files of the project's set-up command and attached files are not counted.
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Counted, FreeSpace } from "../../host/files/disk-use.ts";
import { shownAttachments } from "./attachments.ts";
import type { Used } from "./disk-gauge.ts";

/** Reads disk use from this machine. */
export interface DiskMeter {
  free(directories: readonly string[]): Promise<FreeSpace>;
  /** Stops counting after `maxFiles` files. */
  used(directory: string, maxFiles: number): Promise<Counted>;
  /** Counts deleted files on the disks of these directories that these processes still hold. */
  unseen(directories: readonly string[], pids: readonly number[]): Promise<Counted>;
}

/**
 * Returns the directories that a commission may write to. A worktree lies outside the commission's own directory,
 * perhaps on another disk.
 */
export function writablePlaces({ directory, work }: CommissionLayout, tree: TreePlan | null): string[] {
  return tree === null ? [directory] : [directory, work];
}

export interface UsedOrder {
  layout: CommissionLayout;
  tree: TreePlan | null;
  /** Returns the started processes, which may still hold deleted files. */
  pids(): number[];
  /** Counting stops beyond this number of files; `null` means no limit. */
  maxFiles: number | null;
}

export function createDiskUsed(
  { disk, diskUse }: { disk: Disk; diskUse: Pick<DiskMeter, "used" | "unseen"> },
  { layout, tree, pids, maxFiles }: UsedOrder,
): () => Promise<Used> {
  let begun: Begun | null = null;
  const most = maxFiles ?? Infinity;
  return async () => {
    const unseen = await diskUse.unseen(writablePlaces(layout, tree), pids());
    const attached = [layout.attachments, shownAttachments(layout)];
    const given = await Promise.all(attached.map((directory) => diskUse.used(directory, Infinity)));
    const all = await diskUse.used(
      layout.directory,
      most + 1 + given.reduce((sum, each) => sum + each.files, 0),
    );
    const own = together(unseen, given.reduce(grown, all));
    if (tree === null) return own;
    const kept = begun ?? (await readBeginning(disk, layout));
    const beyond = (kept?.files ?? Infinity) + most + 1;
    const worktree = await diskUse.used(layout.work, beyond);
    begun ??= await keepBeginning(disk, layout, { ...worktree, ...kept });
    return together(own, grown(worktree, begun));
  };
}

/** Measures the growth of several directories since the first call. */
export function createGrowth(
  diskUse: Pick<DiskMeter, "used" | "unseen">,
  order: { directories: readonly string[]; maxFiles: number | null },
): (pids: readonly number[]) => Promise<Used> {
  let begun: readonly Used[] | null = null;
  return async (pids) => {
    const unseen = await diskUse.unseen(order.directories, pids);
    const found: Used[] = [];
    for (const [at, directory] of order.directories.entries()) {
      const maxFiles = (begun?.[at]?.files ?? Infinity) + (order.maxFiles ?? Infinity) + 1;
      found.push(await diskUse.used(directory, maxFiles));
    }
    begun ??= found;
    const before = begun;
    return found.map((used, at) => grown(used, before[at] ?? used)).reduce(together, unseen);
  };
}

type Begun = Pick<Used, "bytes" | "files">;

function grown({ bytes, files, complete }: Used, begun: Pick<Used, "bytes" | "files">): Used {
  return {
    bytes: Math.max(0, bytes - begun.bytes),
    files: Math.max(0, files - begun.files),
    complete,
  };
}

function together(one: Used, other: Used): Used {
  return {
    bytes: one.bytes + other.bytes,
    files: one.files + other.files,
    complete: one.complete && other.complete,
  };
}

const beginningOf = ({ session }: CommissionLayout): string => `${session}/worktree-bytes`;

/**
 * Reads how large the worktree was when its first session began, so that a resumed commission does not start from zero
 * again. Older releases stored no number of files.
 */
async function readBeginning(disk: Disk, layout: CommissionLayout): Promise<Partial<Begun> | null> {
  const kept = await disk.readText(beginningOf(layout));
  const [, bytes, files] = /^(\d{1,15})(?: (\d{1,15}))?\n$/.exec(kept ?? "") ?? [];
  if (bytes === undefined) return null;
  return { bytes: Number(bytes), ...(files !== undefined && { files: Number(files) }) };
}

async function keepBeginning(disk: Disk, layout: CommissionLayout, { bytes, files }: Begun): Promise<Begun> {
  await disk.makeDirectories(layout.session);
  await disk.replace(beginningOf(layout), `${bytes} ${files}\n`);
  return { bytes, files };
}
