// Returns the message of a thrown value of any type. For values that foreign code has thrown, which may be very long or
// impossible to print, use thrown-text.ts.

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
