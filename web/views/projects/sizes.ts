// What directories take, in words. Where not all of one was counted, that is said, and of their sum as well. Pure.
import type { DiskUse } from "../../../src/contract/api/clean.ts";
import { bytes } from "../../words/say.ts";

/** null: there is no directory. */
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
