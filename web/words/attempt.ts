// Says which attempt a commission is if there was more than one at the same work, since they share a title. Pure.
import type { ListedCommission } from "../../src/contract/api/api.ts";

/** `continued` holds the ids of commissions that another one continues. Returns `null` if this is the only attempt. */
export function attemptWords(
  { id, attempt }: Pick<ListedCommission, "id" | "attempt">,
  continued: ReadonlySet<string>,
): string | null {
  return attempt > 1 || continued.has(id) ? `attempt ${attempt}` : null;
}
