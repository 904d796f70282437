// Which attempt a commission is, where more than one was at the same work: they have one title. Pure.
import type { ListedCommission } from "../../src/contract/api/api.ts";

/** `continued` are those that another one goes on with. null: it is the only one. */
export function attemptWords(
  { id, attempt }: Pick<ListedCommission, "id" | "attempt">,
  continued: ReadonlySet<string>,
): string | null {
  return attempt > 1 || continued.has(id) ? `attempt ${attempt}` : null;
}
