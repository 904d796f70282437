// Reads one HTTP/1.1 answer from a connection that carries no other. The server is untrusted, so anything
// that is not clearly valid is refused.
import type { ByteReader } from "./byte-reader.ts";
import { strangeWord } from "./strange-word.ts";

export interface ResponseHead {
  status: number;
  headers: ReadonlyMap<string, string>;
}

/** The limit for one head, all lines together. */
export const maxHeadBytes = 65_536;
const maxInterimAnswers = 4;

export async function readHead(reader: ByteReader): Promise<ResponseHead> {
  for (let interim = 0; interim <= maxInterimAnswers; interim += 1) {
    const head = await readOneHead(reader);
    if (head.status >= 200) return head;
  }
  throw new Error("it sends interim answers, and no final one");
}

async function readOneHead(reader: ByteReader): Promise<ResponseHead> {
  const first = await reader.line(maxHeadBytes);
  const status = /^HTTP\/1\.[01] ([1-5]\d\d)(?: |$)/.exec(first ?? "")?.[1];
  if (first === null || status === undefined) throw new Error("it does not answer in HTTP/1.1");
  return { status: Number(status), headers: await readHeaders(reader, maxHeadBytes - first.length) };
}

async function readHeaders(reader: ByteReader, max: number): Promise<Map<string, string>> {
  const headers = new Map<string, string>();
  let left = max;
  for (;;) {
    const text = await reader.line(left);
    if (text === null) throw new Error("its answer breaks off in the head");
    if (text === "") return headers;
    left -= text.length + 2;
    const colon = text.indexOf(":");
    if (colon < 1) throw new Error("the head of its answer cannot be read");
    const name = text.slice(0, colon).toLowerCase();
    const value = text.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
}

/** Yields the bytes of the body as they were sent, without their framing. */
export async function* readBody(reader: ByteReader, head: ResponseHead): AsyncGenerator<Uint8Array> {
  if (head.status === 204 || head.status === 304) return;
  const transfer = head.headers.get("transfer-encoding")?.toLowerCase();
  if (transfer === "chunked") return yield* readChunked(reader);
  if (transfer !== undefined) throw new Error(`its answer is sent as ${strangeWord(transfer)}`);
  const length = head.headers.get("content-length");
  if (length === undefined) return yield* readExactly(reader, Number.POSITIVE_INFINITY);
  if (!/^\d{1,15}$/.test(length)) throw new Error("the length of its answer cannot be read");
  yield* readExactly(reader, Number(length));
}

/** Each chunk costs time, however small: a page of the usual size in one-byte chunks would take minutes. */
export const maxChunks = 100_000;

async function* readChunked(reader: ByteReader): AsyncGenerator<Uint8Array> {
  for (let chunks = 0; chunks <= maxChunks; chunks += 1) {
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec((await reader.line(4096)) ?? "")?.[1];
    if (size === undefined) throw new Error("its answer breaks off");
    if (/^0+$/.test(size)) return; // trailers are of no use, and the connection is closed
    yield* readExactly(reader, Number.parseInt(size, 16));
    if ((await reader.line(2)) !== "") throw new Error("its answer cannot be read");
  }
  throw new Error("its answer comes in too many pieces");
}

async function* readExactly(reader: ByteReader, length: number): AsyncGenerator<Uint8Array> {
  for (let left = length; left > 0;) {
    const piece = await reader.some(left);
    if (piece === null) {
      if (left === Number.POSITIVE_INFINITY) return;
      throw new Error("its answer breaks off");
    }
    left -= piece.length;
    yield piece;
  }
}
