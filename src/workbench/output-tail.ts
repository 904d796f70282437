// The end of what a program prints, whatever the whole of it is.

export interface OutputTail {
  take(chunk: Buffer): void;
  /** `cut`: its beginning is missing. */
  text(): { text: string; cut: boolean };
}

export function createOutputTail(maxCharacters: number): OutputTail {
  // Enough bytes for that many characters, wherever the first one begins.
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

/** Without the half of a character that a cut may leave at the beginning. */
function wholeCharacters(text: string): string {
  return text.replace(/^(?:[\udc00-\udfff]|\ufffd{1,3})/u, "");
}
