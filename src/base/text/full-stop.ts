// Ends a sentence whose last words come from outside.

export function withFullStop(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
