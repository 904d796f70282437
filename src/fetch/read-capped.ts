// Collects a body up to a number of bytes, unpacked on the way: what is counted is what it unpacks to, so that a few
// bytes cannot become a full memory.
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { strangeWord } from "./strange-word.ts";

export interface CappedBody {
  bytes: Uint8Array;
  /** True: there was more. */
  cut: boolean;
}

export interface BodyOrder {
  /** The value of `content-encoding`. */
  encoding: string | undefined;
  maxBytes: number;
}

const unpackers = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export const acceptedEncodings = "gzip, deflate, br";

export async function readCapped(
  body: AsyncIterable<Uint8Array>,
  { encoding, maxBytes }: BodyOrder,
): Promise<CappedBody> {
  const name = (encoding ?? "identity").trim().toLowerCase();
  if (name === "identity" || name === "") return collect(body, maxBytes);
  if (!isKnown(name)) throw new Error(`its answer is packed as ${strangeWord(name)}`);
  const packed = Readable.from(capped(body, maxBytes), { objectMode: false, highWaterMark: 4096 });
  const unpacker = unpackers[name]({ chunkSize: 65_536 });
  packed.on("error", (error) => unpacker.destroy(error));
  try {
    return await collect(packed.pipe(unpacker), maxBytes);
  } finally {
    packed.destroy();
    unpacker.destroy();
  }
}

function isKnown(name: string): name is keyof typeof unpackers {
  return Object.hasOwn(unpackers, name);
}

/** Copied together as it comes: a server may send single bytes, and to keep each of them apart costs a hundredfold. */
async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<CappedBody> {
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

/** Packed bytes are bounded too: some packings can be empty for ever. */
async function* capped(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  for await (const piece of body) {
    left -= piece.length;
    if (left < 0) throw new Error("its answer is packed and too long");
    yield piece;
  }
}
