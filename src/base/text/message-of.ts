// Whatever was thrown, in words. For code of a stranger, whose words may be long or no text at all: thrown-text.ts.

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
