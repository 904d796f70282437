// Updates a fetched detail with what the stream has reported since. Pure.
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import type { LandingDetail } from "../../../src/contract/commission/landing.ts";

/**
 * The refusals in a detail are those of the work as it was fetched. Once the stream says that something has become of the
 * work since, none is known until the detail is fetched again, and the hall itself answers an act.
 */
export function asOfNow(detail: CommissionDetail, live: ListedCommission | undefined): CommissionDetail {
  if (live === undefined) return detail;
  const now = { ...detail, ...live };
  if (isSame(detail.landing, live.landing)) return now;
  return { ...now, afterEnd: live.landing && { ...(detail.afterEnd ?? nothing), refusals: none } };
}

function isSame(one: CommissionDetail["landing"], other: CommissionDetail["landing"]): boolean {
  return one?.state === other?.state && one?.commit === other?.commit;
}

const none: LandingDetail["refusals"] = { accept: null, sendBack: null, reject: null, undo: null };
const nothing: LandingDetail = { lastStop: null, checks: [], reason: null, refusals: none };
