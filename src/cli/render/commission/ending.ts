// Shows how a followed commission ended: its status, its figures and its result.
import type { CommissionResult } from "../../../contract/api/api.ts";
import type { CommissionDetail } from "../../../contract/commission/detail.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { hasPassed } from "../../../rules/checks/has-passed.ts";
import { sealOf } from "../../../rules/show/seal.ts";
import { branchText, conflictLines, runLines } from "./branch.ts";
import { factsText } from "./header.ts";
import { commentsText, landingText } from "./landing.ts";
import { reasonText } from "../measures.ts";
import type { Paint } from "../paint.ts";
import { proseLines } from "../prose.ts";
import { atMember, memberFileLines, resultLines } from "./result.ts";
import { sealWords, statusBrush } from "../status-word.ts";

export interface EndingStyle {
  paint: Paint;
  /** Columns; Infinity for a pipe. */
  width: number;
}

export function endingLines(detail: CommissionDetail, { paint, width }: EndingStyle): string[] {
  // The seal `claimed` is not shown: it only repeats that the worker calls its work done.
  const seal = sealOf(detail);
  const sealed = seal === null || seal === "claimed" ? "" : `, ${sealWords[seal]}`;
  const status = paint.bold(statusBrush(paint, detail)(detail.status + sealed));
  const branch = branchText(detail, paint);
  const landing = landingText(detail, paint);
  const comments = commentsText(detail);
  const said = (text: string, brush: (line: string) => string) =>
    proseLines(oneLine(text, 4000), width).map(brush);
  return [
    "",
    `${status}  ${factsText(detail, Date.parse(detail.endedAt ?? detail.createdAt))}`,
    ...(detail.error ? said(reasonText(detail.error.code, detail.error.message), paint.red) : []),
    ...(detail.anomaly === null ? [] : said(`anomaly: ${detail.anomaly}`, paint.yellow)),
    ...(branch === null ? [] : [`branch: ${branch}`, ...conflictLines(detail)]),
    ...(landing === null ? [] : [`review: ${landing}`]),
    ...(comments === null ? [] : [`comments: ${comments}`]),
    ...detail.checks.filter((run) => !hasPassed(run)).flatMap((run) => runLines(run, paint)),
    ...(detail.rehearsed ? [paint.dim("rehearsed: the model was played from a script")] : []),
  ];
}

export function endingWithResult(
  ended: { detail: CommissionDetail; result: CommissionResult | undefined },
  style: EndingStyle,
): string[] {
  const { detail, result } = ended;
  const came = result ? ["", ...resultLines(result, { ...style, directory: detail.directory })] : [];
  const left = result ? memberFileLines(detail) : [];
  const there = left.length === 0 ? [] : ["", style.paint.bold(atMember), ...left];
  return [...endingLines(detail, style), ...came, ...there];
}
