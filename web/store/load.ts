// Fetches the list of all commissions: first what is open and what ended today, which is all that home shows; then, when
// nobody waits for anything else, the others from the newest to the oldest.
import type { CommissionList } from "../../src/contract/api/api.ts";
import { call } from "../api/call.ts";
import { hallNow } from "../api/hall-clock.ts";
import { isHallProblem } from "../api/problem.ts";
import { dayBegan } from "../words/time-of-day.ts";
import { leisure } from "./leisure.ts";

export interface Loading {
  /** False: another load has overtaken this one. */
  isWanted(): boolean;
  /** `knownSince`: with this page, all are known that have not ended, or ended since then. */
  page(list: CommissionList, knownSince: string | null): void;
}

const pageSize = 1000;

/** False: it was overtaken. Throws where the hall does not answer, or refuses. */
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
    asked = list.nextCursor === null ? null : askPage(list.nextCursor); // it comes while this one is taken in
    loading.page(list, null);
    if (asked !== null) await leisure();
  }
  return true;
}

/** A hall of an earlier release does not know `since`: then nothing comes first. */
function unlessUnknown(problem: unknown): null {
  if (isHallProblem(problem) && problem.code === "bad_shape") return null;
  throw problem;
}

function askPage(cursor: string | null): Promise<CommissionList> {
  const page = call("list", { query: { limit: pageSize, ...(cursor && { cursor }) }, inNoHurry: true });
  page.catch(() => undefined); // it is awaited in its turn
  return page;
}
