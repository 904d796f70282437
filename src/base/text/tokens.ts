// Estimates how many tokens a text takes, in this one place.

/** A quarter of its characters, rounded up. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / 4);
}
