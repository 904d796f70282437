// Finds the shortest unambiguous prefix of each id, but at least 13 characters, which are the time of its creation.

const shortest = 13;

export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort();
  const pairs = sorted.map((id, at) => {
    const shared = Math.max(sharedStart(id, sorted[at - 1]), sharedStart(id, sorted[at + 1]));
    return [id, id.slice(0, Math.max(shortest, unlessDash(id, shared + 1)))] as const;
  });
  return new Map(pairs);
}

/** Lengthens a prefix that would end in a dash, because it would look cut off by mistake. */
function unlessDash(id: string, length: number): number {
  return id[length - 1] === "-" ? length + 1 : length;
}

function sharedStart(a: string, b: string | undefined): number {
  if (b === undefined) return 0;
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
