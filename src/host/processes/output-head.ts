// Keeps the beginning of a program's output, and discards the rest.
import type { Readable } from "node:stream";

export interface OutputHead {
  /** Returns the text so far. `cut` is true if the end of the output is missing. */
  text(): { text: string; cut: boolean };
  /** Resolves when the stream is closed, which may be long after the program has ended. */
  done: Promise<void>;
}

/** Calls `onFull` once, when the maximum is exceeded. */
export function readHead(
  stream: Readable,
  { maxCharacters, onFull }: { maxCharacters: number; onFull(): void },
): OutputHead {
  const maxBytes = maxCharacters * 4;
  const held: Buffer[] = [];
  let bytes = 0;
  let full = false;
  const done = new Promise<void>((resolve) => {
    stream.once("close", () => resolve());
    stream.once("error", () => resolve());
  });
  stream.on("data", (chunk: Buffer) => {
    if (full) return;
    const taken = chunk.subarray(0, maxBytes - bytes);
    held.push(Buffer.from(taken));
    bytes += taken.length;
    full = taken.length < chunk.length;
    if (full) onFull();
  });
  return { text: () => beginningOf(Buffer.concat(held), { full, maxCharacters }), done };
}

function beginningOf(bytes: Buffer, { full, maxCharacters }: { full: boolean; maxCharacters: number }) {
  // Streaming drops the partial character that a cut may leave at the end.
  const all = new TextDecoder().decode(bytes, { stream: full });
  const cut = full || all.length > maxCharacters;
  return {
    text: all.length > maxCharacters ? all.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/u, "") : all,
    cut,
  };
}
