// Collects a body up to a number of bytes and decompresses it on the way. The limit counts decompressed bytes, so that
// a few bytes cannot fill the memory.
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { type CappedBody, collectBytes } from "../../host/network/collect-bytes.ts";
import { strangeWord } from "./strange-word.ts";

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
  if (name === "identity" || name === "") return collectBytes(body, maxBytes);
  if (!isKnown(name)) throw new Error(`its answer is packed as ${strangeWord(name)}`);
  const packed = Readable.from(capped(body, maxBytes), { objectMode: false, highWaterMark: 4096 });
  const unpacker = unpackers[name]({ chunkSize: 65_536 });
  packed.on("error", (error) => unpacker.destroy(error));
  try {
    return await collectBytes(packed.pipe(unpacker), maxBytes);
  } finally {
    packed.destroy();
    unpacker.destroy();
  }
}

function isKnown(name: string): name is keyof typeof unpackers {
  return Object.hasOwn(unpackers, name);
}

/**
 * Limits the compressed bytes too, because some compressed streams can be endless without producing any
 * output.
 */
async function* capped(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  for await (const piece of body) {
    left -= piece.length;
    if (left < 0) throw new Error("its answer is packed and too long");
    yield piece;
  }
}
