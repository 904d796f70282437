// Reads the recent costs of guild members that no commission pays for. It parses each file backwards from its
// end, because a file may hold years of lines.
import { memberLayout, type HomeLayout } from "../../../contract/home/home-layout.ts";
import { type MemberName, memberName } from "../../../contract/member/member.ts";
import { type SpendLine, spendLine } from "../../../contract/member/spend.ts";
import type { Disk } from "../../../host/files/disk.ts";
import { parseHashedLine } from "../../../base/data/hashed-line.ts";

export interface SpendReading {
  disk: Pick<Disk, "list" | "readFrom">;
  home: Pick<HomeLayout, "guildMembers" | "run" | "logs">;
  /** Reports a file with an unreadable line, which is not counted. */
  unread(path: string): void;
}

export interface MemberSpend extends SpendLine {
  member: MemberName;
}

const suffix = ".spend.jsonl";

/** Returns the lines since a time. Includes members that were removed, because their spending still counts. */
export async function readSpend({ disk, home, unread }: SpendReading, since: string): Promise<MemberSpend[]> {
  const names = (await disk.list(home.guildMembers))
    .filter((name) => name.endsWith(suffix))
    .flatMap((name) => memberName.safeParse(name.slice(0, -suffix.length)).data ?? []);
  const read = await Promise.all(
    names.map(async (member) => {
      const path = memberLayout(home, member).spend;
      const bytes = (await disk.readFrom(path, 0)) ?? Buffer.alloc(0);
      return [...latest(bytes, { since, unread: () => unread(path) })].map((line) => ({ ...line, member }));
    }),
  );
  return read.flat();
}

/**
 * If the clock was set back, lines are out of order, so the reading ends only after more than this many older lines.
 */
const slack = 1000;

function* latest(bytes: Buffer, { since, unread }: { since: string; unread(): void }): Generator<SpendLine> {
  let tooOld = 0;
  for (const text of linesBackwards(bytes)) {
    const line = spendLine.safeParse(parseHashedLine(text)).data;
    if (line === undefined) unread();
    else if (line.at >= since) yield line;
    else if ((tooOld += 1) > slack) return;
  }
}

const newline = 10;

/** Yields the lines, the last first, without an incomplete last line that a crash may have left. */
function* linesBackwards(bytes: Buffer): Generator<string> {
  for (let end = bytes.lastIndexOf(newline); end > 0;) {
    const start = bytes.lastIndexOf(newline, end - 1);
    yield bytes.toString("utf8", start + 1, end);
    end = start;
  }
}
