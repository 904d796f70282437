// Renders the result of a commission as text.
import { dirname, join } from "node:path";
import type { CommissionResult } from "../../../contract/api/api.ts";
import type { CommissionDetail } from "../../../contract/commission/detail.ts";
import { homeLayout, memberLayout } from "../../../contract/home/home-layout.ts";
import { oneLine, printable } from "../../../host/person/terminal.ts";
import type { Paint } from "../paint.ts";
import { proseLines } from "../prose.ts";

export interface ResultStyle {
  paint: Paint;
  /** Columns; Infinity for a pipe, which gets the text as it was submitted. */
  width: number;
  /** The commission's directory, to show the full paths of artifacts. */
  directory: string;
}

/** Returns the output, or the summary if the output is empty. */
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
  ];
}

export const atMember = "Files that stay at the guild member";

/**
 * Lists the files that stay at a guild member. Assumes that the member keeps its jobs in `jobs/`, as the researcher
 * does.
 */
export function memberFileLines({ memberJob, directory }: MemberFiles): string[] {
  if (memberJob === null) return [];
  const { member, jobId, artifacts } = memberJob;
  const home = homeLayout(dirname(dirname(directory)));
  const place = jobId === null ? "" : `${memberLayout(home, member).directory}/jobs/${jobId}/`;
  return artifacts.map((name) => `  ${oneLine(`${place}${name}`, 4000)}`);
}

type MemberFiles = Pick<CommissionDetail, "memberJob" | "directory">;

/** Lists full paths. They are never wrapped, because a path is there to be copied. */
export function artifactLines(artifacts: readonly string[], directory: string): string[] {
  return artifacts.map((path) => `  ${oneLine(join(directory, path), 4000)}`);
}
