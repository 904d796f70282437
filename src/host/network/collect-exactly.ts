// Bytes whose number is known beforehand, each kept once.

/** As many as came, if those are fewer; what is beyond the number is left unread. */
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

/** Frees what is no longer held: text of many megabytes would wait for the next collection, and more come meanwhile. */
export function freeMemory(): void {
  Bun.gc(true);
}
