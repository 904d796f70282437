// Detects extremely long words, such as a file in base64. Pure.

const most = 1000;

/**
 * Returns the class that turns kerning off if a word is extremely long. With kerning, a browser measures the whole rest
 * of the word for each line: 100,000 letters take minutes.
 */
export function unkerned(text: string): "unkerned" | undefined {
  return text.length > most && text.split(/[ \t\n]+/).some((word) => word.length > most)
    ? "unkerned"
    : undefined;
}
