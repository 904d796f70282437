// Reads and writes what the hall knows of a member's code, in a file beside the member's own directory.
import { type HomeLayout, memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import { type CodeOrigin, type MemberOrigin, memberOrigin } from "../../../contract/member/member-origin.ts";
import type { Disk } from "../../../host/files/disk.ts";
import { formatHashed, parseHashed } from "../../../base/data/hashed-json.ts";

export interface Whose {
  home: HomeLayout;
  name: MemberName;
}

/** `null` if the member was put there by other means or the record is damaged; then its code is left alone. */
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
