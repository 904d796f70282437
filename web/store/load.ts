// Fetches the list of all commissions: first the open ones and those that ended today, which is all that the home view
// shows; then, while the page is idle, the others from newest to oldest.
import type { CommissionList } from "../../src/contract/api/api.ts";
import { call } from "../api/call.ts";
import { hallNow } from "../api/hall-clock.ts";
import { isHallProblem } from "../api/problem.ts";
import { dayBegan } from "../words/time-of-day.ts";
import { leisure } from "./leisure.ts";

export interface Loading {
  /** False if another load has superseded this one. */
  isWanted(): boolean;
  /**
   * `knownSince`: the commissions so far include all that are open and all that have ended since that time;
   * `null` if that is not certain.
   */
  page(list: CommissionList, knownSince: string | null): void;
}

const pageSize = 1000;

/** Returns false if another load superseded this one. Throws if the hall does not answer, or refuses. */
export async function loadAll(loading: Loading): Promise<boolean> {
  const since = dayBegan(hallNow());
  const today = await call("list", { query: { since, limit: pageSize } }).catch(unlessUnknown);
  if (!loading.isWanted()) return false;
  if (today !== null) {
    loading.page(today, today.nextCursor === null ? since : null);
    await leisure();
  }
  for (let asked: Promise<CommissionList> | null = askPage(null); asked !== null;) {
    const list: CommissionList = await asked;
    if (!loading.isWanted()) return false;
    asked = list.nextCursor === null ? null : askPage(list.nextCursor); // fetched while this page is processed
    loading.page(list, null);
    if (asked !== null) await leisure();
  }
  return true;
}

/** Returns `null` if the hall is of an earlier release and does not know `since`: then the full list comes first. */
function unlessUnknown(problem: unknown): null {
  if (isHallProblem(problem) && problem.code === "bad_shape") return null;
  throw problem;
}

function askPage(cursor: string | null): Promise<CommissionList> {
  const page = call("list", { query: { limit: pageSize, ...(cursor && { cursor }) }, inNoHurry: true });
  page.catch(() => undefined); // the loop awaits the page and sees the failure
  return page;
}
