// Words that no font is made for, such as a file in base64. Pure.

const most = 1000;

/**
 * Where each letter is moved towards the next, a browser that breaks a word into lines looks at all the rest of it for
 * each line: over 100,000 letters it takes minutes. Whatever has such a word is shown with its letters where they fall.
 */
export function unkerned(text: string): "unkerned" | undefined {
  return text.length > most && text.split(/[ \t\n]+/).some((word) => word.length > most)
    ? "unkerned"
    : undefined;
}
