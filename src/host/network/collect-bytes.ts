// Collects bytes as they arrive, up to a maximum.

export interface CappedBody {
  bytes: Uint8Array;
  /** True if there were more bytes than the maximum. */
  cut: boolean;
}

/**
 * Copies the pieces into one buffer. A server may send single bytes, and a separate buffer for each would
 * take a hundred times the memory.
 */
export async function collectBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<CappedBody> {
  let kept = new Uint8Array(Math.min(maxBytes, 65_536));
  let length = 0;
  for await (const piece of body) {
    const part = piece.subarray(0, maxBytes - length);
    const needed = length + part.length;
    if (needed > kept.length) kept = enlarged(kept, Math.min(maxBytes, 2 * needed));
    kept.set(part, length);
    length = needed;
    if (part.length < piece.length) return { bytes: kept.subarray(0, length), cut: true };
  }
  return { bytes: kept.subarray(0, length), cut: false };
}

function enlarged(before: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const after = new Uint8Array(size);
  after.set(before);
  return after;
}
