// Reports which added packages have changed since they were added. This reads all their files, so it runs only when a
// caller asks, and not each time the packages are listed.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Roster, ToolboxPackage, WorkerPackage } from "./discover.ts";
import { changedSince, readPackagesRecord } from "./packages-record.ts";

/**
 * Returns the roster with one more problem for each changed package. Reads the packages one after another, because
 * speed does not matter here.
 */
export async function withChanges(
  { disk, home }: { disk: Disk; home: HomeLayout },
  roster: Roster,
): Promise<Roster> {
  const record = await readPackagesRecord(disk, home);
  const changes = new Map<string, string | null>();
  for (const { directory, source, metadata } of [...roster.workers, ...roster.toolboxes]) {
    if (source !== "added" || changes.has(directory)) continue;
    changes.set(directory, await changedSince(record, { name: metadata.identity.name, directory }));
  }
  const told = <P extends WorkerPackage | ToolboxPackage>(found: P): P => {
    const changed = changes.get(found.directory) ?? null;
    return changed === null ? found : { ...found, problems: [...found.problems, changed] };
  };
  const unread = `${home.packagesRecord}: it cannot be read, so the hall cannot tell whether added packages have changed. Repair it, or delete it.`;
  const problems = record === null ? [...roster.problems, unread] : roster.problems;
  return { problems, workers: roster.workers.map(told), toolboxes: roster.toolboxes.map(told) };
}
