// Collects a known number of bytes into one buffer.

/** Returns fewer bytes if the body ends early; leaves any excess unread. */
export async function collectExactly(
  body: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept = new Uint8Array(bytes);
  let length = 0;
  for await (const piece of body) {
    const part = piece.subarray(0, bytes - length);
    kept.set(part, length);
    length += part.length;
    if (part.length < piece.length) break;
  }
  return kept.subarray(0, length);
}

/** Runs the garbage collector now, because large strings would otherwise accumulate until its next run. */
export function freeMemory(): void {
  Bun.gc(true);
}
