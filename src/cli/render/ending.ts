// How a followed commission ended: its status and figures, and what came back.
import type { CommissionDetail, CommissionResult } from "../../contract/api.ts";
import { oneLine } from "../../host/terminal.ts";
import { factsText } from "./header.ts";
import type { Paint } from "./paint.ts";
import { resultLines } from "./result.ts";
import { statusBrush } from "./status-word.ts";

export interface EndingStyle {
  paint: Paint;
}

export function endingLines(detail: CommissionDetail, { paint }: EndingStyle): string[] {
  const refuted = detail.trust === "refuted" ? ", refuted" : "";
  const status = paint.bold(statusBrush(paint, detail.status)(detail.status + refuted));
  return [
    "",
    `${status}  ${factsText(detail, Date.parse(detail.endedAt ?? detail.createdAt))}`,
    ...(detail.error ? [paint.red(`${detail.error.code}: ${oneLine(detail.error.message, 4000)}`)] : []),
    ...(detail.anomaly === null ? [] : [paint.yellow(`anomaly: ${oneLine(detail.anomaly, 4000)}`)]),
    ...(detail.rehearsed ? [paint.dim("rehearsed: the model was played from a script")] : []),
  ];
}

export function endingWithResult(
  ended: { detail: CommissionDetail; result: CommissionResult | undefined },
  style: EndingStyle,
): string[] {
  const { detail, result } = ended;
  const came = result ? ["", ...resultLines(result, { ...style, directory: detail.directory })] : [];
  return [...endingLines(detail, style), ...came];
}
