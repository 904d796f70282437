// Measures how large a JSON text would be once parsed, without parsing it: a short text can become a large object, and
// a deeply nested one overflows the stack.

export interface JsonSize {
  /** How deep values are nested. */
  depth: number;
  /** At least the number of objects, lists and values in them; an empty object or list counts twice. */
  values: number;
  /** The number of keys in all objects. */
  members: number;
}

/** Both bounds are higher than any conversation with a model needs. */
export const mostDepth = 64;
export const mostValues = 250_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d;

/**
 * Returns the size of the text. Stops early once the size exceeds `mostDepth` or `mostValues`. The result means nothing
 * if the text is not JSON.
 */
export function sizeOfJson(text: Uint8Array): JsonSize {
  const size = { depth: 0, values: 1, members: 0 };
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === quote) at = endOfString(text, at);
    else if (byte === colon) size.members += 1;
    else if (byte === comma) size.values += 1;
    else if (isClosing(byte)) depth -= 1;
    else if (isOpening(byte)) {
      depth += 1;
      size.values += 1;
      size.depth = Math.max(size.depth, depth);
    }
    if (size.depth > mostDepth || size.values > mostValues) return size;
  }
  return size;
}

/** Returns the position of the closing quote. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = text.indexOf(quote, start + 1); at !== -1; at = text.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
