// Shows what a commission cost: nothing for a rehearsal, and unknown if a price is not known.
import type { Cost as CommissionCost } from "../../src/contract/commission/meta.ts";
import { dollars } from "../words/say.ts";

export function Cost({ cost: { usd, rehearsed } }: { cost: CommissionCost }) {
  if (rehearsed)
    return (
      <span title="A rehearsal costs nothing">
        <span aria-hidden="true">–</span>
        <span className="unseen">costs nothing: rehearsed</span>
      </span>
    );
  if (usd === null) return <span title="The price of its model is not known">unknown</span>;
  return <span>{dollars(usd)}</span>;
}
