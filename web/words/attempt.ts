// Says which attempt a commission is if there was more than one at the same work, since they share a title. Pure.
import type { ListedCommission } from "../../src/contract/api/api.ts";

/** `continued` holds the ids that another commission continues. `null` if it is the only attempt. */
export function attemptWords(
  { id, attempt }: Pick<ListedCommission, "id" | "attempt">,
  continued: ReadonlySet<string>,
): string | null {
  return attempt > 1 || continued.has(id) ? `attempt ${attempt}` : null;
}
