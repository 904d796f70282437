// What came back, as text.
import { join } from "node:path";
import type { CommissionResult } from "../../contract/api.ts";
import { oneLine, printable } from "../../host/terminal.ts";
import type { Paint } from "./paint.ts";
import { proseLines } from "./prose.ts";

export interface ResultStyle {
  paint: Paint;
  /** Columns; Infinity for a pipe, which gets the text as it was handed in. */
  width: number;
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
    ...proseLines(resultText(result), style.width),
    ...(artifacts.length > 0 ? ["", style.paint.bold("Artifacts")] : []),
    ...artifactLines(artifacts, style.directory),
    ...(result.memberArtifacts ? ["", style.paint.bold(atMember), ...nameLines(result.memberArtifacts)] : []),
  ];
}

export const atMember = "Files that stay at the guild member";

export function nameLines(names: readonly string[]): string[] {
  return names.map((name) => `  ${oneLine(name, 1000)}`);
}

/** Never wrapped: a path is there to be copied. */
export function artifactLines(artifacts: readonly string[], directory: string): string[] {
  return artifacts.map((path) => `  ${oneLine(join(directory, path), 4000)}`);
}
