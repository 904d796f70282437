// What the hall knows of a member's code: read and written beside the member's directory, which is the member's own.
import { type HomeLayout, memberLayout } from "../contract/home-layout.ts";
import type { MemberName } from "../contract/member.ts";
import { type CodeOrigin, type MemberOrigin, memberOrigin } from "../contract/member-origin.ts";
import type { Disk } from "../host/disk.ts";

export interface Whose {
  home: HomeLayout;
  name: MemberName;
}

/** null: it was put there by other means, or nobody can tell any more; then its code is left alone. */
export async function readOrigin(
  disk: Pick<Disk, "readText">,
  { home, name }: Whose,
): Promise<MemberOrigin | null> {
  try {
    const text = await disk.readText(memberLayout(home, name).origin);
    return text === undefined ? null : memberOrigin.parse(JSON.parse(text));
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
  await disk.replace(memberLayout(home, name).origin, `${JSON.stringify(record, null, 2)}\n`);
}
