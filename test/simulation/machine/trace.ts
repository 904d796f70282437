// What happened, step by step: a hash of all of it, and the last lines for whoever has to understand a failure.

export interface Trace {
  say(line: string): void;
  /** The same for the same steps in the same order. */
  hash(): string;
  tail(): string[];
  latest(): string;
}

const kept = 300;

export function createTrace(watch?: (line: string) => void): Trace {
  let hash = 0;
  const tail: string[] = [];
  return {
    say: (line) => {
      hash = Bun.hash.xxHash32(line, hash);
      tail.push(line);
      if (tail.length > 2 * kept) tail.splice(0, kept);
      watch?.(line);
    },
    hash: () => hash.toString(16).padStart(8, "0"),
    tail: () => tail.slice(-kept),
    latest: () => tail.at(-1) ?? "",
  };
}
