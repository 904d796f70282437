// What somebody else's code has thrown, in words that can be shown: anything may be thrown, at any length.

const maxCharacters = 2000;

export function thrownText(thrown: unknown): string {
  try {
    // Neither has to be a text, whatever the types say.
    const text = String(thrown instanceof Error ? thrown.message : thrown);
    return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  } catch {
    return "something that cannot be printed";
  }
}
