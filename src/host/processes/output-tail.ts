// Keeps the end of a program's output, however long it is.
import type { Readable } from "node:stream";

export interface OutputTail {
  take(chunk: Buffer): void;
  /** Returns the text so far. `cut` is true if the beginning of the output is missing. */
  text(): { text: string; cut: boolean };
}

function createOutputTail(maxCharacters: number): OutputTail {
  // Enough bytes for that many characters, at whatever byte the first one begins.
  const maxBytes = maxCharacters * 4 + 4;
  let held: Buffer[] = [];
  let bytes = 0;
  let dropped = false;
  return {
    take: (chunk) => {
      held.push(chunk);
      bytes += chunk.length;
      if (bytes <= 2 * maxBytes) return;
      held = [Buffer.from(Buffer.concat(held).subarray(-maxBytes))];
      bytes = maxBytes;
      dropped = true;
    },
    text: () => {
      const all = Buffer.concat(held).toString("utf8");
      const cut = dropped || all.length > maxCharacters;
      return { text: cut ? wholeCharacters(all.slice(-maxCharacters)) : all, cut };
    },
  };
}

/**
 * Reads one or more streams into one tail. `done` resolves when all are closed, perhaps long after their program has
 * ended.
 */
export function readTail(
  streams: readonly Readable[],
  maxCharacters: number,
): { tail: OutputTail; done: Promise<unknown> } {
  const tail = createOutputTail(maxCharacters);
  const closed = streams.map(
    (stream) =>
      new Promise<void>((resolve) => {
        stream.on("data", (chunk: Buffer) => tail.take(chunk));
        stream.once("close", () => resolve());
        stream.once("error", () => resolve());
      }),
  );
  return { tail, done: Promise.all(closed) };
}

/** Drops the partial character that a cut may leave at the beginning. */
function wholeCharacters(text: string): string {
  return text.replace(/^(?:[\udc00-\udfff]|\ufffd{1,3})/u, "");
}
