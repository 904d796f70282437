// Writes a count with its noun: 1 worker, 2 workers.

export function plural(value: number, word: string): string {
  return `${value} ${word}${value === 1 ? "" : "s"}`;
}
