// Writes lines to a file that must not grow without limit: when it is full, a last line says so and the rest is
// dropped.

export interface CappedLines {
  maxBytes: number;
  write(line: string): void;
  /** The text of the last line. */
  full: string;
}

export function cappedLines({ maxBytes, write, full }: CappedLines): (line: string) => void {
  let left = maxBytes;
  return (line) => {
    if (left <= 0) return;
    left -= Buffer.byteLength(line) + 1;
    write(left > 0 ? line : full);
  };
}
