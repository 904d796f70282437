// Reads and writes the origin of a guild member's code: where it came from, and the hash of each file. The record lies
// beside the member's directory, not in it.
import { type HomeLayout, memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import { type CodeOrigin, type MemberOrigin, memberOrigin } from "../../../contract/member/member-origin.ts";
import type { Disk } from "../../../host/files/disk.ts";
import { formatHashed, parseHashed } from "../../../base/data/hashed-json.ts";

export interface Whose {
  home: HomeLayout;
  name: MemberName;
}

/**
 * Returns the record. `null` if it is damaged, or missing because a person put the member there. A new
 * release then does not update the member's code.
 */
export async function readOrigin(
  disk: Pick<Disk, "readText">,
  { home, name }: Whose,
): Promise<MemberOrigin | null> {
  try {
    const text = await disk.readText(memberLayout(home, name).origin);
    const read = text === undefined ? null : parseHashed(text);
    return read?.isSound ? memberOrigin.parse(read.value) : null;
  } catch {
    return null;
  }
}

export async function writeOrigin(
  disk: Pick<Disk, "replace">,
  { home, name, origin, next }: Whose & { origin: CodeOrigin; next: CodeOrigin | null },
): Promise<void> {
  const { kind, from, release, at, files } = origin;
  const record: MemberOrigin = { version: 1, kind, from, release, at, files, next };
  await disk.replace(memberLayout(home, name).origin, formatHashed(record));
}
