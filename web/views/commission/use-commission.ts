// Returns one commission as it is now: its fetched detail, updated with what the stream has reported since.
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { isNoSuch } from "../../api/problem.ts";
import { useHall } from "../../store/hall-store.ts";
import { queries } from "../../store/queries.ts";
import { useAnswer } from "../../store/use-answer.ts";
import { asOfNow } from "./as-of-now.ts";

export type FoundCommission =
  | { is: "there"; commission: CommissionDetail }
  /** The commission existed when the view was opened. */
  | { is: "deleted"; last: CommissionDetail }
  | { is: "unknown" }
  | { is: "opening" }
  | { is: "failed"; problem: unknown; retry(): void };

export function useCommission(id: string): FoundCommission {
  const { data, error, refetch } = useAnswer(queries.detail(id));
  const live = useHall((state) => state.commissions.get(id));
  if (isNoSuch(error)) return data ? { is: "deleted", last: data } : { is: "unknown" };
  if (data) return { is: "there", commission: asOfNow(data, live) };
  return error ? { is: "failed", problem: error, retry: refetch } : { is: "opening" };
}
