// Applies one ledger line to the state of a commission. Any line in any state gives a state. An ended commission
// ignores everything after its end, except answers to its questions and acts on its finished work.
import type {
  CarriedWork,
  FinishPlan,
  HallEventBody,
  LedgerEvent,
  ReturnCause,
  TakenFactBody,
} from "../../contract/commission/events.ts";
import { awaitBench, isNews, loseBench, readLine, startBench } from "../course/benches.ts";
import { evolveAfterEnd, isLandingEvent, type LandingEvent } from "./after-end.ts";
import { describeEnding } from "../course/describe-ending.ts";
import { approvalOf } from "./exits.ts";
import { learn } from "./learn.ts";
import { failsWithoutWork } from "../checks/landing.ts";
import { describeFailures } from "../checks/proof.ts";
import { newCommissionRecord } from "./new-record.ts";
import { isOfUnsaid, said } from "./notes.ts";
import { type Commission, isEnded, type Landing, type CommissionRecord } from "./state.ts";

export function evolve(before: Commission | null, event: LedgerEvent): Commission | null {
  if (event.type === "commission.created") {
    return (
      before ?? { status: "pending", record: newCommissionRecord(event.request, event.at), notBefore: null }
    );
  }
  if (before !== null && event.type === "question.answered") return answered(before, event);
  if (before !== null && isLandingEvent(event)) return evolveAfterEnd(before, event);
  if (before === null || isEnded(before) || isLandingEvent(event)) return before;
  return isTakenFact(event) ? takeFact(before, event) : applyHallEvent(before, event);
}

export function fold(events: Iterable<LedgerEvent>): Commission | null {
  let commission: Commission | null = null;
  for (const event of events) commission = evolve(commission, event);
  return commission;
}

function isTakenFact(event: LedgerEvent): event is LedgerEvent & TakenFactBody {
  return "benchSeq" in event;
}

function takeFact(before: Commission, event: LedgerEvent & TakenFactBody): Commission {
  if (!isNews(before.record, event)) return before;
  const read = readLine(before.record, event);
  const record = isOfUnsaid(read, event) ? read : learn(read, event);
  if (isBeginning(event.type) && before.status === "dispatched") return { status: "in_progress", record };
  return { ...before, record };
}

/**
 * Whether this fact shows that the work has begun. A session is not the only sign: a workbench may only run
 * checks, and the session of a guild member is not visible here.
 */
function isBeginning(type: LedgerEvent["type"]): boolean {
  return (
    type === "session.started" ||
    type === "member.dispatched" ||
    type === "work.finished" ||
    type === "merge.tried"
  );
}

type Unended = Exclude<Commission, { outcome: unknown }>;

function applyHallEvent(
  before: Unended,
  event: Exclude<LedgerEvent & HallEventBody, LandingEvent>,
): Commission {
  const record = before.record;
  switch (event.type) {
    case "commission.created":
      return before;
    case "commission.blocked":
      return before.status === "pending" || before.status === "blocked"
        ? { status: "blocked", record, waitingFor: event.waitingFor }
        : before;
    case "commission.unblocked":
      return before.status === "blocked" ? { status: "pending", record, notBefore: null } : before;
    case "commission.dispatched":
      // The status changes only with the next line, `workbench.starting`, because a power cut may keep only this one.
      return { ...before, record: dispatched(record, event) };
    case "workbench.starting":
      return { status: "dispatched", record: { ...startBench(record, event), approve: null } };
    case "workbench.lost":
      return { ...before, record: loseBench(record, event) };
    case "commission.requeued":
      return {
        status: "pending",
        notBefore: event.notBefore,
        record: countReturn(record, event),
      };
    case "commission.paused":
      return { status: "paused", until: event.until, record: rest(record, event) };
    case "stop.requested":
      return { ...before, record: { ...record, stopRequested: true } };
    case "cancel.requested":
      return {
        ...before,
        record: { ...record, cancel: record.cancel ?? { by: event.by, reason: event.reason } },
      };
    case "finish.planned":
      return { ...before, record: record.plan ? record : planned(record, event) };
    case "merge.planned":
      return { ...before, record: planMerge(record, event) };
    case "finish.withdrawn":
      return { ...before, record: { ...record, plan: null, planned: null, merge: null } };
    case "question.answered":
      return answered(before, event);
    case "note.said":
      return { ...before, record: { ...record, notes: said(record.notes, event) } };
    case "finish.applied":
      return {
        ...before,
        record: { ...record, applied: appliedBy(event) },
      };
    case "commission.completed":
    case "commission.failed":
    case "commission.cancelled":
      return end(record, event);
  }
}

function appliedBy({ artifacts, problems, chore, tree, hashes }: Applied): CommissionRecord["applied"] {
  return { artifacts, problems, chore: chore ?? null, tree: tree ?? null, ...(hashes && { hashes }) };
}

/** Records a dispatch. The branch is decided at the first one: a later dispatch continues on the same branch. */
function dispatched(record: CommissionRecord, event: Dispatched): CommissionRecord {
  const { sandbox, limits, tree, checks, readOnly, marked = [], land, record: recordMode, commit } = event;
  const { instructions, shell } = event;
  return {
    ...record,
    sandbox,
    limits,
    tree: record.tree ?? tree ?? null,
    checks: checks ?? [],
    readOnly: readOnly ?? record.readOnly,
    tainted: record.tainted || marked.length > 0,
    land: land ?? record.land,
    recordMode: recordMode ?? record.recordMode,
    commitStyle: commit ?? record.commitStyle,
    instructions: instructions ?? record.instructions,
    shell: shell ? { ...record.shell, hosts: shell } : record.shell,
  };
}

function planned(record: CommissionRecord, { plan, at }: { plan: FinishPlan; at: string }): CommissionRecord {
  return { ...record, plan, planned: { at, answers: record.answers.length } };
}

function planMerge(
  record: CommissionRecord,
  { into, expected, commit, tip }: MergePlanned,
): CommissionRecord {
  return { ...record, merge: { into, expected, commit, tip } };
}

function answered<C extends Commission>(before: C, { number, answer, by, at, attachments }: Answered): C {
  const answers = [...before.record.answers, { number, answer, by, at, ...(attachments && { attachments }) }];
  return { ...before, record: { ...before.record, answers } };
}

type Dispatched = Extract<HallEventBody, { type: "commission.dispatched" }>;
type MergePlanned = Extract<HallEventBody, { type: "merge.planned" }>;
type Answered = Extract<LedgerEvent, { type: "question.answered" }>;

type Applied = Extract<HallEventBody, { type: "finish.applied" }>;
/** Records a pause. */
function rest(record: CommissionRecord, { at, message }: { at: string; message: string }): CommissionRecord {
  return { ...awaitBench(record, "quota"), loss: { at, cause: "quota", message } };
}

type Requeued = Extract<HallEventBody, { type: "commission.requeued" }> & { at: string };

function countReturn(before: CommissionRecord, { at, cause, carry }: Requeued): CommissionRecord {
  const record = goBackAs(cause, before, carry);
  return {
    ...awaitBench(record, cause),
    loss: record.end ? { at, cause, message: whyBack(record, cause) } : record.loss,
    returns: record.returns + (cause === "refuted" || cause === "merge" ? 1 : 0),
  };
}

function goBackAs(
  cause: ReturnCause,
  record: CommissionRecord,
  carry: CarriedWork | undefined,
): CommissionRecord {
  switch (cause) {
    case "refuted":
      return refute(record);
    case "merge":
      return carry === undefined ? refute(record) : carryOver(refute(record), carry);
    case "land":
      return { ...record, landing: waitToLand(record) };
    case "setup":
      return { ...record, approve: record.end && approvalOf(record.end) };
    case "start":
    case "crash":
    case "quota":
    case "stop":
    case "storage":
      return record;
  }
}

/**
 * Returns the state of work that waits to land. It remembers a tip of the integration branch that fails without the
 * work, because the same merge would fail in the same way.
 */
function waitToLand({ landing }: CommissionRecord): Landing {
  const redTip = landing !== null && failsWithoutWork(landing) ? (landing.tried?.expected ?? null) : null;
  return { tried: null, runs: [], tip: [], redTip };
}

/** Moves the base of the work to the tip of the integration branch with which its merge failed. */
function carryOver(record: CommissionRecord, carry: CarriedWork): CommissionRecord {
  return {
    ...record,
    carried: { ...carry, isDone: false },
    tree: record.tree && { ...record.tree, base: carry.onto },
    tainted: record.tainted || carry.marked === true,
  };
}

function whyBack({ end, refutation }: CommissionRecord, cause: ReturnCause): string {
  if ((cause === "refuted" || cause === "merge") && refutation) return describeFailures(refutation);
  return end === null ? "" : describeEnding(end);
}

/**
 * Records that the work was refuted. If only its merge with the integration branch failed, the results of
 * that merge are the evidence.
 */
function refute(record: CommissionRecord): CommissionRecord {
  const { proof, landing, submission } = record;
  const runs = landing?.runs ?? [];
  return {
    ...record,
    proof: null,
    landing: null,
    refutation:
      proof && runs.length > 0 ? { ...proof, tree: landing?.tried?.tree ?? proof.tree, runs } : proof,
    submission: submission && { ...submission, refuted: true },
  };
}

function end(
  before: CommissionRecord,
  event: LedgerEvent & { type: "commission.completed" | "commission.failed" | "commission.cancelled" },
): Commission {
  const record = { ...before, runningTools: [] };
  const endedAt = event.at;
  switch (event.type) {
    case "commission.completed": {
      const { endedBy, anomaly, source, trust } = event;
      return {
        status: "completed",
        record,
        endedAt,
        outcome: { status: "completed", endedBy, anomaly, source, trust },
      };
    }
    case "commission.failed": {
      const { endedBy, reason, message } = event;
      return { status: "failed", record, endedAt, outcome: { status: "failed", endedBy, reason, message } };
    }
    case "commission.cancelled": {
      const { endedBy, reason } = event;
      return { status: "cancelled", record, endedAt, outcome: { status: "cancelled", endedBy, reason } };
    }
  }
}
