// Reads one commission from its ledger or, if that cannot be read, from the files that were derived from it.
import type { CommissionResult } from "../../contract/api/api.ts";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { done, type Outcome, type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Derived } from "../../store/ledger/derived.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import { resultOf } from "../../rules/show/show.ts";
import { resultOfDerived } from "../../rules/show/show-derived.ts";
import type { Commission } from "../../rules/commission/state.ts";

type Reading = Pick<Ledger, "find" | "derived">;

export interface Telling {
  commission(commission: Commission): Promise<CommissionDetail>;
  derived(left: Derived): Promise<CommissionDetail>;
}

export async function readDetail(
  ledger: Reading,
  id: CommissionId,
  tell: Telling,
): Promise<Outcome<CommissionDetail>> {
  const found = await findOrLeft(ledger, id);
  if (found === undefined) return noCommission(id);
  const isLeft = "damage" in found;
  return done(await (isLeft ? tell.derived(found) : tell.commission(found)));
}

export async function readResult(ledger: Reading, id: CommissionId): Promise<Outcome<CommissionResult>> {
  const found = await findOrLeft(ledger, id);
  if (found === undefined) return noCommission(id);
  return "damage" in found ? resultOfDerived(found) : resultOf(found);
}

async function findOrLeft(ledger: Reading, id: CommissionId): Promise<Commission | Derived | undefined> {
  try {
    return await ledger.find(id);
  } catch (error) {
    const left = await ledger.derived(id);
    if (!left) throw error;
    return left;
  }
}

function noCommission(id: CommissionId): Refusal {
  return refuse("not_found", `There is no commission ${id}.`);
}
