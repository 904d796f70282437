// Chooses the label of the button that redispatches a commission. Pure.
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { sealOf } from "../../../../src/rules/show/seal.ts";
import { plainCut } from "../../../words/plain.ts";

/** The most characters of a branch name on the button. Names are usually shorter. */
const mostOfBranch = 30;

/** Names the target branch if the work is in conflict, because the new attempt then begins at that branch. */
export function againWords(commission: Pick<CommissionDetail, "status" | "trust" | "branch">): string {
  if (sealOf(commission) !== "conflict" || commission.branch === null) return "Redispatch";
  return `Redispatch on today’s ${plainCut(commission.branch.into, mostOfBranch)}`;
}
