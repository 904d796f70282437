// The words on the button that has work taken up again. Pure.
import type { CommissionDetail } from "../../../../src/contract/api/api.ts";
import { sealOf } from "../../../../src/rules/show/seal.ts";
import { plainCut } from "../../../words/plain.ts";

/** More than the name of a branch usually has; a button has no room for all that it may have. */
const mostOfBranch = 30;

/** Names the branch that the new attempt begins at if that is not the one on which this one left its work. */
export function againWords(commission: Pick<CommissionDetail, "status" | "trust" | "branch">): string {
  if (sealOf(commission) !== "conflict" || commission.branch === null) return "Redispatch";
  return `Redispatch on today’s ${plainCut(commission.branch.into, mostOfBranch)}`;
}
