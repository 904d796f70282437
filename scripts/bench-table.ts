// Rewrites the tables of figures in the README and in docs/internals/benchmarks.md from bench/results/.
import { readFileSync, writeFileSync } from "node:fs";
import { places, withTable } from "../bench/table.ts";

export function writeTables(): void {
  for (const { file, mark, table } of places)
    writeFileSync(file, withTable(readFileSync(file, "utf8"), { mark, table: table() }));
}

if (import.meta.main) writeTables();
