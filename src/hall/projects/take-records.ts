// Keeps the last take-over of each project in takes/NAME.json. It is written before the person's branch moves, so reading
// compares it with where the branch is.
import { z } from "zod";
import { formatHashed, parseHashed } from "../../base/data/hashed-json.ts";
import { type HomeLayout, takePath } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { takeRecord, type TakeRecord } from "../../contract/project/take.ts";
import type { Disk } from "../../host/files/disk.ts";

/** With the take-over before it, which is the last one if this one never moved the branch. */
const storedTake = takeRecord.extend({ previous: takeRecord.nullable().default(null) });

export interface TakeRecordsDeps {
  home: Pick<HomeLayout, "takes">;
  disk: Disk;
}

/** The person's branch as it is now. */
export interface BranchNow {
  branch: string;
  tip: string;
}

/** Returns the take-over that left the branch where it is; `null` if there is none. */
export async function findTake(
  deps: TakeRecordsDeps,
  project: ProjectName,
  now: BranchNow,
): Promise<TakeRecord | null> {
  const stored = await readStored(deps, project);
  if (stored === null) return null;
  const { previous, ...latest } = stored;
  return [latest, previous].find((take) => take?.branch === now.branch && take.after === now.tip) ?? null;
}

/** Stores a take-over that is about to be made, or was just made by the person's own git. */
export async function keepTake(
  deps: TakeRecordsDeps,
  project: ProjectName,
  { take, now }: { take: TakeRecord; now: BranchNow },
): Promise<void> {
  const found = await findTake(deps, project, now);
  const previous = found?.after === take.after ? null : found;
  await deps.disk.makeDirectories(deps.home.takes);
  await deps.disk.replace(takePath(deps.home, project), formatHashed({ ...take, previous }));
}

/** Forgets a take-over that was undone. */
export async function forgetTake(deps: TakeRecordsDeps, project: ProjectName, now: BranchNow): Promise<void> {
  const before = await findTake(deps, project, now);
  const path = takePath(deps.home, project);
  if (before === null) return deps.disk.removeTree(path);
  await deps.disk.replace(path, formatHashed({ ...before, previous: null }));
}

async function readStored(
  { home, disk }: TakeRecordsDeps,
  project: ProjectName,
): Promise<z.infer<typeof storedTake> | null> {
  const text = await disk.readText(takePath(home, project));
  const read = text === undefined ? null : parseHashed(text);
  return read?.isSound ? (storedTake.safeParse(read.value).data ?? null) : null;
}
