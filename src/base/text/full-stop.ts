// Ends a sentence whose last words are somebody else's.

export function withFullStop(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
