// Keeps ids sorted, so that a list can start anywhere and stop early. Ids sort by time, and
// nearly every new one comes last.

export function insertId<Id extends string>(ids: Id[], id: Id): void {
  const at = placeOf(ids, id);
  if (ids[at] !== id) ids.splice(at, 0, id);
}

export function removeId<Id extends string>(ids: Id[], id: Id): void {
  const at = placeOf(ids, id);
  if (ids[at] === id) ids.splice(at, 1);
}

/** Yields the ids, newest first; if `before` is given, only the older ones. */
export function* newestFirst<Id extends string>(ids: readonly Id[], before?: Id): Iterable<Id> {
  for (let i = (before === undefined ? ids.length : placeOf(ids, before)) - 1; i >= 0; i -= 1) {
    const id = ids[i];
    if (id !== undefined) yield id;
  }
}

/** Returns the index of the first id that is not smaller. */
function placeOf(ids: readonly string[], id: string): number {
  let [low, high] = [0, ids.length];
  const last = ids[high - 1];
  if (last !== undefined && last < id) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle];
    if (found !== undefined && found < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
