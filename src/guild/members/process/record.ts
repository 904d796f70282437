// Reads and writes run/members/NAME.json. The record identifies the process that was started for a guild
// member, so that the hall finds it again after a restart.
import { type HomeLayout, memberLayout } from "../../../contract/home/home-layout.ts";
import { type MemberName, memberName } from "../../../contract/member/member.ts";
import { type MemberRecord, memberRecord } from "../../../contract/member/member-record.ts";
import type { Disk } from "../../../host/files/disk.ts";
import { formatHashed, parseHashed } from "../../../base/data/hashed-json.ts";

export interface RecordDeps {
  home: HomeLayout;
  disk: Pick<Disk, "readText" | "replace" | "list" | "removeTree" | "makeDirectories">;
}

/** Writes the record to a file that only its owner can read. */
export async function writeRecord({ home, disk }: RecordDeps, record: MemberRecord): Promise<void> {
  await disk.replace(memberLayout(home, record.name).record, formatHashed(record));
}

export async function removeRecord({ home, disk }: RecordDeps, name: MemberName): Promise<void> {
  await disk.removeTree(memberLayout(home, name).record);
}

export interface FoundRecords {
  records: MemberRecord[];
  /** A sentence for each file that is not a valid record. No process is ended because of such a file. */
  problems: string[];
}

export async function readRecords({ home, disk }: RecordDeps): Promise<FoundRecords> {
  const directory = home.memberRecords;
  const names = (await disk.list(directory)).filter((file) => /^[^.].*\.json$/.test(file));
  const found: FoundRecords = { records: [], problems: [] };
  for (const file of names) {
    const record = parseRecord(await disk.readText(`${directory}/${file}`).catch(() => undefined), file);
    if (record) found.records.push(record);
    else found.problems.push(`${directory}/${file} is not the record of a guild member and is left alone.`);
  }
  return found;
}

function parseRecord(text: string | undefined, file: string): MemberRecord | undefined {
  const name = memberName.safeParse(file.slice(0, -".json".length));
  if (text === undefined || !name.success) return undefined;
  const read = parseHashed(text);
  const parsed = memberRecord.safeParse(read.isSound ? read.value : null);
  return parsed.success && parsed.data.name === name.data ? parsed.data : undefined;
}
