// Estimates how many tokens a text takes.

/** Returns a quarter of the characters, rounded up. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / 4);
}
