// When a commission that was cut off goes on, in words.
import type { CommissionSummary } from "../../../contract/commission/meta.ts";
import { span } from "../measures.ts";

/** null where none waits for that. */
export function resumesText({ resumesAt }: Pick<CommissionSummary, "resumesAt">, now: number): string | null {
  if (resumesAt === null) return null;
  const left = Date.parse(resumesAt) - now;
  return left > 0 ? `resumes in ${span(left + 999)}` : "resumes as soon as there is room";
}
