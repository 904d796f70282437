// Formats disk usage. An incomplete count is named as such, even in sums. Pure.
import type { DiskUse } from "../../../src/contract/api/clean.ts";
import { bytes } from "../../words/say.ts";

/** Returns a dash if there is no directory. */
export function sizeWords(disk: DiskUse | null): string {
  return disk === null ? "–" : `${disk.complete ? "" : "over "}${bytes(disk.bytes)}`;
}

export function sizeOfAll(disks: readonly (DiskUse | null)[]): string {
  const there = disks.filter((disk) => disk !== null);
  return sizeWords({
    bytes: there.reduce((sum, disk) => sum + disk.bytes, 0),
    complete: there.every(({ complete }) => complete),
  });
}
