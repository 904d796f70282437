// Describes commissions as a kind of run, and the bench of one.
import { type LedgerEvent, ledgerEvent } from "../../contract/commission/events.ts";
import { type FactBody, fact, factBody } from "../../contract/commission/facts.ts";
import type { CourseFact } from "../../contract/course/course-facts.ts";
import { commissionBenches } from "../../contract/home/bench-places.ts";
import { type CommissionLayout, workLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { evolve, fold } from "../../rules/commission/evolve.ts";
import { learn } from "../../rules/commission/learn.ts";
import { type Commission, type CommissionRecord, isAtWork } from "../../rules/commission/state.ts";
import { bringsStrangersWords } from "../../rules/project/taint.ts";
import type { BenchKind, BenchTypes } from "./bench-kind.ts";
import type { BenchOf } from "./open-bench.ts";

export interface CommissionRun extends BenchTypes {
  id: CommissionId;
  layout: CommissionLayout;
  event: LedgerEvent;
  state: Commission;
  record: CommissionRecord;
  ownFact: Exclude<FactBody, CourseFact>;
}

export interface Bench extends Omit<BenchOf<CommissionRun>, "state"> {
  /** The commission as it was when this bench was opened. */
  commission: Commission;
}

export const commissionRun: BenchKind<CommissionRun> = {
  noun: "commission",
  places: commissionBenches,
  workLayoutOf: (home, id, { record }) => workLayout(home, id, record.tree),
  event: ledgerEvent,
  fact,
  factBody,
  fold,
  take: (commission, each) => evolve(commission, each) ?? commission,
  recordOf: ({ record }) => record,
  learn,
  isTainting: bringsStrangersWords,
  isWanted: (commission, bench) => isAtWork(commission) && commission.record.bench === bench,
  isCalledOff: ({ record }) => record.cancel !== null || record.stopRequested,
};
