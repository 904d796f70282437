// Measures what a commission takes of the disk: its own directory, and what its worktree has grown by since its first
// session began. The checkout itself is not its doing, nor is what the set-up made.
import type { CommissionLayout } from "../contract/home-layout.ts";
import type { TreePlan } from "../contract/tree.ts";
import type { Disk } from "../host/disk.ts";
import type { Counted, Free, UsedOrder as CountOrder } from "../host/disk-use.ts";
import type { Used } from "./disk-gauge.ts";

/** What the machine tells of its disk. */
export interface DiskMeter {
  free(path: string): Promise<Free>;
  used(path: string, order: CountOrder): Promise<Counted>;
}

export interface UsedOrder {
  layout: CommissionLayout;
  tree: TreePlan | null;
  /** The processes that were started, and may hold files open that have no name any more. */
  pids(): number[];
  /** Beyond this number of files nothing is counted; `null`: everything is. */
  maxFiles: number | null;
}

export function createDiskUsed(
  { disk, diskUse }: { disk: Disk; diskUse: Pick<DiskMeter, "used"> },
  { layout, tree, pids, maxFiles }: UsedOrder,
): () => Promise<Used> {
  let begun: Begun | null = null;
  const most = maxFiles ?? Infinity;
  return async () => {
    const own = await diskUse.used(layout.directory, { pids: pids(), maxFiles: most + 1 });
    if (tree === null) return own;
    const kept = begun ?? (await readBeginning(disk, layout));
    const beyond = (kept?.files ?? Infinity) + most + 1;
    const worktree = await diskUse.used(layout.work, { pids: [], maxFiles: beyond });
    begun ??= await keepBeginning(disk, layout, { ...worktree, ...kept });
    return together(own, grown(worktree, begun));
  };
}

/** Several directories, and what they grow by from the first time that they are measured. */
export function createGrowth(
  diskUse: Pick<DiskMeter, "used">,
  order: { directories: readonly string[]; maxFiles: number | null },
): (pids: readonly number[]) => Promise<Used> {
  let begun: readonly Used[] | null = null;
  return async (pids) => {
    const found: Used[] = [];
    for (const [at, directory] of order.directories.entries()) {
      const maxFiles = (begun?.[at]?.files ?? Infinity) + (order.maxFiles ?? Infinity) + 1;
      found.push(await diskUse.used(directory, { pids: at === 0 ? pids : [], maxFiles }));
    }
    begun ??= found;
    const before = begun;
    return found.map((used, at) => grown(used, before[at] ?? used)).reduce(together);
  };
}

type Begun = Pick<Used, "bytes" | "files">;

function grown({ bytes, files, complete }: Used, begun: Begun): Used {
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

/** Kept for a workbench that continues after a cut: to be resumed is no way to begin anew. Older releases kept no number. */
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
