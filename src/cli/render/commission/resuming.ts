// Says in words when an interrupted commission resumes.
import type { CommissionSummary } from "../../../contract/commission/meta.ts";
import { span } from "../measures.ts";

/** Returns `null` if the commission does not wait to resume. */
export function resumesText({ resumesAt }: Pick<CommissionSummary, "resumesAt">, now: number): string | null {
  if (resumesAt === null) return null;
  const left = Date.parse(resumesAt) - now;
  return left > 0 ? `resumes in ${span(left + 999)}` : "resumes as soon as there is room";
}
