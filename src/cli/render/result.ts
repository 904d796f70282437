// What came back, as text.
import { join } from "node:path";
import type { CommissionResult } from "../../contract/api.ts";
import { oneLine, printable } from "../../host/terminal.ts";
import type { Paint } from "./paint.ts";

export interface ResultStyle {
  paint: Paint;
  /** The commission's directory, to name the artifacts' files in full. */
  directory: string;
}

/** The output is the result; the summary stands in where there is none. */
export function resultText(result: CommissionResult): string {
  const text = result.output.trim() === "" ? result.summary : result.output;
  return printable(text).trimEnd();
}

export function resultLines(result: CommissionResult, style: ResultStyle): string[] {
  const artifacts = result.artifacts ?? [];
  return [
    ...resultText(result).split("\n"),
    ...(artifacts.length > 0 ? ["", style.paint.bold("Artifacts")] : []),
    ...artifacts.map((path) => `  ${oneLine(join(style.directory, path), 4000)}`),
  ];
}
