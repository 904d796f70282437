// Finds guild members that still run without a hall: by their records, and only if the same process is alive.
import { readdir, readFile } from "node:fs/promises";
import { homeLayout } from "../../contract/home/home-layout.ts";
import { type MemberRecord, memberRecord } from "../../contract/member/member-record.ts";
import { parseHashed } from "../../base/data/hashed-json.ts";
import { endTree } from "../../host/processes/end-tree.ts";
import { launchMark } from "../../rules/member/launch-mark.ts";
import type { Cli } from "../cli.ts";

export async function leftMembers(
  { processes }: Pick<Cli, "processes">,
  home: string,
): Promise<MemberRecord[]> {
  const directory = homeLayout(home).memberRecords;
  const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith(".json"));
  const found = await Promise.all(files.map((file) => readRecord(`${directory}/${file}`)));
  return found.filter((record) => record !== undefined).filter((record) => processes.isAlive(record));
}

export function leftMembersLines(records: readonly MemberRecord[]): string[] {
  return records.map(
    ({ name, pid }) =>
      `Guild member ${name} continues its work (process ${pid}); "guild-hall up" finds it again.`,
  );
}

/**
 * Ends the members that still run. They outlive their hall by design, but must not outlive a home that is about to be
 * removed.
 */
export async function endLeftMembers(cli: Pick<Cli, "processes" | "clock">, home: string): Promise<void> {
  const left = await leftMembers(cli, home);
  await Promise.all(
    left.map(({ pid, startTime, bootId, secret }) =>
      endTree(
        { clock: cli.clock, graceMs: politeMs },
        { leader: { pid, startTime, bootId }, mark: launchMark(secret) },
      ),
    ),
  );
}

const politeMs = 500;

async function readRecord(path: string): Promise<MemberRecord | undefined> {
  try {
    const read = parseHashed(await readFile(path, "utf8"));
    return memberRecord.parse(read.isSound ? read.value : null);
  } catch {
    return undefined; // no process is counted or killed because of a damaged file
  }
}
