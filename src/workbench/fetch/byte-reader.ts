// Reads a stream of bytes by lines and by pieces. It scans each byte once, however small the pieces are.

export interface ByteReader {
  /**
   * Returns a line without its end, as Latin-1. `null` at the end of the stream. Throws if the line is longer than
   * `max`.
   */
  line(max: number): Promise<string | null>;
  /** Returns the bytes that have arrived, at most `max`. `null` at the end of the stream. */
  some(max: number): Promise<Uint8Array | null>;
}

interface State {
  source: AsyncIterator<Uint8Array>;
  left: Uint8Array;
}

const none = new Uint8Array(0);
const newline = 0x0a;

export function createByteReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const state: State = { source: chunks[Symbol.asyncIterator](), left: none };
  return { line: (max) => line(state, max), some: (max) => some(state, max) };
}

async function line(state: State, max: number): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    if (!(await fill(state))) return length === 0 ? null : asText(pieces);
    const end = state.left.indexOf(newline);
    const piece = state.left.subarray(0, end === -1 ? undefined : end);
    length += piece.length;
    if (length > max) throw new Error("the head of its answer is too long");
    pieces.push(piece);
    state.left = end === -1 ? none : state.left.subarray(end + 1);
    if (end !== -1) return asText(pieces);
  }
}

async function some(state: State, max: number): Promise<Uint8Array | null> {
  if (!(await fill(state))) return null;
  const piece = state.left.subarray(0, max);
  state.left = state.left.subarray(piece.length);
  return piece;
}

/** Returns false at the end of the stream. */
async function fill(state: State): Promise<boolean> {
  while (state.left.length === 0) {
    const next = await state.source.next();
    if (next.done === true) return false;
    state.left = next.value;
  }
  return true;
}

function asText(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString("latin1").replace(/\r$/, "");
}
