// Reads the text of an untrusted file of the person's branch, or says why it is left out.
import { modes, type ReadEntry } from "./entries.ts";

/** A larger file is not read at all. */
export const largestFile = 1024 * 1024;

export type ReadText = { ok: true; text: string; isWhole: boolean } | { ok: false; why: string };

export function readText(entry: ReadEntry): ReadText {
  const { mode, size, bytes } = entry;
  if (mode === modes.submodule) return no("it is a submodule");
  if (mode === modes.link) return no("it is a link");
  if (size === null) return no("the repository does not have its content");
  if (size > largestFile || bytes === null) return no("it is larger than 1 MB");
  if (bytes.includes(0)) return no("it is not a text");
  const isWhole = bytes.length === size;
  const text = decode(bytes, isWhole);
  if (text === null) return no("it is not UTF-8");
  return text.trim() === "" ? no("it is empty") : { ok: true, text, isWhole };
}

function no(why: string): ReadText {
  return { ok: false, why };
}

/** Returns `null` if the bytes are not UTF-8. A text that is cut may end within a character, which is dropped. */
function decode(bytes: Uint8Array, isWhole: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return null;
  }
}

/** Returns the beginning of a text that has at most this many bytes, and how many it has. */
export function beginningOf(text: string, most: number): { text: string; bytes: number } {
  const all = new TextEncoder().encode(text);
  if (all.length <= most) return { text, bytes: all.length };
  const kept = new TextDecoder("utf-8", { ignoreBOM: true }).decode(all.subarray(0, most), { stream: true });
  return { text: kept, bytes: new TextEncoder().encode(kept).length };
}
