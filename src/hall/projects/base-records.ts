// Keeps the outcome of the latest check of each project's base (the tip of its integration branch): in memory, and in
// base.json for the next hall.
import { type BaseRecord, baseRecord } from "../../contract/project/base.ts";
import { type HomeLayout, projectChecks } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { Disk } from "../../host/files/disk.ts";
import { formatHashed, parseHashed } from "../../base/data/hashed-json.ts";

export interface BaseRecords {
  /** Returns `null` if the base was never checked or the record cannot be read; then the base is checked again. */
  read(project: ProjectName): Promise<BaseRecord | null>;
  keep(project: ProjectName, record: BaseRecord): Promise<void>;
}

interface RecordsDeps {
  home: Pick<HomeLayout, "checks">;
  disk: Disk;
}

export function createBaseRecords(deps: RecordsDeps): BaseRecords {
  const known = new Map<ProjectName, BaseRecord | null>();
  return {
    read: async (project) => {
      const held = known.get(project);
      if (held !== undefined) return held;
      const record = await readRecord(deps, project);
      // A check that ended meanwhile has stored a newer record.
      if (!known.has(project)) known.set(project, record);
      return known.get(project) ?? null;
    },
    keep: async (project, record) => {
      known.set(project, record);
      await writeRecord(deps, project, record);
    },
  };
}

async function readRecord({ home, disk }: RecordsDeps, project: ProjectName): Promise<BaseRecord | null> {
  const text = await disk.readText(projectChecks(home, project).base);
  const read = text === undefined ? null : parseHashed(text);
  return read?.isSound ? (baseRecord.safeParse(read.value).data ?? null) : null;
}

async function writeRecord(
  { home, disk }: RecordsDeps,
  project: ProjectName,
  record: BaseRecord,
): Promise<void> {
  const { directory, base } = projectChecks(home, project);
  await disk.makeDirectories(directory);
  await disk.replace(base, formatHashed(record));
}
