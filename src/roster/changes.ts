// Says of each package that was added to the home whether its files are still what they were. It reads all of them, so it is
// done when somebody looks at the packages and not each time the roster is read.
import type { HomeLayout } from "../contract/home-layout.ts";
import type { Disk } from "../host/disk.ts";
import type { Roster, ToolboxPackage, WorkerPackage } from "./discover.ts";
import { changedSince, readPackagesRecord } from "./packages-record.ts";

/** The same roster, with one sentence more at each package that changed. */
export async function withChanges(
  { disk, home }: { disk: Disk; home: HomeLayout },
  roster: Roster,
): Promise<Roster> {
  const record = await readPackagesRecord(disk, home);
  const look = async <P extends WorkerPackage | ToolboxPackage>(found: P): Promise<P> => {
    const { directory, source, metadata } = found;
    if (source !== "added") return found;
    const changed = await changedSince(record, { name: metadata.identity.name, directory });
    return changed === null ? found : { ...found, problems: [...found.problems, changed] };
  };
  const [workers, toolboxes] = await Promise.all([
    Promise.all(roster.workers.map(look)),
    Promise.all(roster.toolboxes.map(look)),
  ]);
  return { ...roster, workers, toolboxes };
}
