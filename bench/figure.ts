// One measured figure: what was measured, what it came to, and what it should be. Printed as one JSON line, and kept
// in bench/results/.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

export interface Figure {
  /** Which hunt or benchmark it belongs to. */
  suite: string;
  name: string;
  value: number;
  unit: string;
  /** What it should be, in words people read: "<= 5", "0", ">= 300". */
  target: string | null;
  /** null: measured and explained, not held to anything. */
  ok: boolean | null;
  /** A control shows that the test can fail: the guard was removed. */
  control?: boolean;
  detail?: Readonly<Record<string, number | string>>;
}

const results = new URL("results/", import.meta.url).pathname;

/** Prints each figure, and keeps none of them in a file: what stands in bench/results/ was measured at full size. */
export function printFigures(suite: string): ReturnType<typeof openFigures> {
  const figures: Figure[] = [];
  const say = (measured: Omit<Figure, "suite">) => {
    figures.push({ suite, ...measured });
    process.stdout.write(`${JSON.stringify({ suite, ...measured })}\n`);
  };
  return { say, figures };
}

/** Prints each figure at once, so that a cut-short run is not lost, and keeps the suite's latest figures in one file. */
export function openFigures(suite: string): {
  say: (figure: Omit<Figure, "suite">) => void;
  figures: Figure[];
} {
  const figures: Figure[] = [];
  const say = (measured: Omit<Figure, "suite">) => {
    const figure = { suite, ...measured };
    figures.push(figure);
    process.stdout.write(`${JSON.stringify(figure)}\n`);
    mkdirSync(results, { recursive: true });
    writeFileSync(`${results}${suite}.jsonl`, figures.map((kept) => `${JSON.stringify(kept)}\n`).join(""));
  };
  return { say, figures };
}

export function readFigures(suite: string): Figure[] {
  const text = readFileSync(`${results}${suite}.jsonl`, "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Figure);
}
