// Finds files that several commissions change at the same time: the one that finishes last may meet a conflict.
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Overlap } from "../../contract/project/in-flight.ts";

export interface Touched {
  id: CommissionId;
  paths: readonly string[];
}

/** Returns the overlaps, sorted by path. A file also collides with a directory of the same name. */
export function overlapsOf(all: readonly Touched[]): Overlap[] {
  const byPath = new Map<string, Set<CommissionId>>();
  for (const { id, paths } of all)
    for (const path of paths) byPath.set(path, (byPath.get(path) ?? new Set()).add(id));
  const found: Overlap[] = [];
  for (const [path, own] of byPath) {
    const ids = new Set(own);
    for (const above of directoriesOf(path)) for (const id of byPath.get(above) ?? []) ids.add(id);
    if (ids.size > 1) found.push({ path, commissions: [...ids].toSorted() });
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function directoriesOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join("/"));
}
