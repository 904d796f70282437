// Adds a full stop to a sentence whose last words come from outside, unless they end with one.

export function withFullStop(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
