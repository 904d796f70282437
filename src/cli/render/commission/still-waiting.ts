// Says in one line why a followed commission has not ended yet, for a person who waits for it.
import type { CommissionDetail } from "../../../contract/commission/detail.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { span } from "../measures.ts";

type Waited = Pick<
  CommissionDetail,
  "status" | "waitingFor" | "waitsUntil" | "cancelRequested" | "startedAt" | "latest"
>;

const mostColumns = 300;

/**
 * Returns the reason that the hall gives, or how long the commission has been at work and what its worker said last.
 */
export function stillWaiting(detail: Waited, now: number): string {
  const { status, waitingFor, cancelRequested } = detail;
  if (waitingFor !== null) return `Still waiting: ${oneLine(waitingFor, mostColumns)}`;
  if (cancelRequested) return "Still waiting: it was cancelled and is being stopped.";
  if (status === "in_progress") return atWork(detail, now);
  if (status === "dispatched") return "Still waiting: its worker is starting.";
  return `Still waiting: ${turnText(detail, now)}`;
}

function atWork({ startedAt, latest }: Waited, now: number): string {
  const time = startedAt === null ? "" : ` for ${span(now - Date.parse(startedAt))}`;
  const said = latest === null ? "." : `; latest: ${oneLine(latest.text, mostColumns)}`;
  return `Still at work${time}${said}`;
}

function turnText({ waitsUntil }: Waited, now: number): string {
  const isLater = waitsUntil !== null && Date.parse(waitsUntil) > now;
  return isLater ? `the hall starts it again at ${waitsUntil}.` : "it has not had its turn yet.";
}
