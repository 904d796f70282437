// Prints a measured figure (its name, value and target) as one JSON line and saves it in bench/results/.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

export interface Figure {
  /** The hunt or benchmark that it belongs to. */
  suite: string;
  name: string;
  value: number;
  unit: string;
  /** The target as people read it: "<= 5", "0", ">= 300". */
  target: string | null;
  /** `null` if it is measured but has no target. */
  ok: boolean | null;
  /** True for a control, a run without the safeguard, which shows that the test can fail. */
  control?: boolean;
  detail?: Readonly<Record<string, number | string>>;
}

const results = new URL("results/", import.meta.url).pathname;

/** Prints each figure but saves none, because bench/results/ holds only figures of full size. */
export function printFigures(suite: string): ReturnType<typeof openFigures> {
  const figures: Figure[] = [];
  const say = (measured: Omit<Figure, "suite">) => {
    figures.push({ suite, ...measured });
    process.stdout.write(`${JSON.stringify({ suite, ...measured })}\n`);
  };
  return { say, figures };
}

/** Prints each figure at once, so that an interrupted run is not lost, and saves the latest figures in one file. */
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
