// The conductor: carries every commission from acceptance to its end. A face; the work is in the files beside it.
import { messageOf } from "../../base/text/message-of.ts";
import type { CommissionRequest } from "../../contract/commission/commission.ts";
import type { AnswerRequest } from "../../contract/commission/follow-up.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Refusal } from "../../contract/api/problem.ts";
import { noWaits, type Waits } from "../../rules/admission/admission.ts";
import type { Unrecorded } from "../../rules/commission/unrecorded.ts";
import { accept, acceptChore, type ChoreRequest } from "./accept.ts";
import { answer } from "./answer.ts";
import { cancel, remove, type Removed } from "./cancel.ts";
import type { Conduct, DispatchDeps, Executed } from "./deps.ts";
import { createDeadlines } from "./deadlines.ts";
import { createDependencies } from "./dependencies.ts";
import { endLeftovers } from "./end-leftover.ts";
import { follow, needsFollowing } from "./follow.ts";
import { admitAll } from "./look.ts";
import { noteRefusal, type QuotaRefusal } from "./quota.ts";
import { redispatch, type RedispatchOrder } from "./redispatch.ts";
import { type StoppedWork, stopWork } from "./stop-work.ts";

export interface Conductor {
  accept(request: CommissionRequest, idempotencyKey: string | null): Promise<Executed>;
  /** Takes on side work of the hall's own. */
  acceptChore(request: ChoreRequest): Promise<Executed>;
  /** Has an ended one taken up again by a new commission. */
  redispatch(order: RedispatchOrder, idempotencyKey: string | null): Promise<Executed>;
  /** A person says something to one of its questions, also after its end. */
  answer(id: CommissionId, given: AnswerRequest): Promise<Executed>;
  cancel(id: CommissionId, reason: string | null): Promise<Executed>;
  remove(id: CommissionId, failedToo: boolean): Promise<Removed | Refusal>;
  /** Finds running workbenches again, goes on with cut-short finishes, and starts what may start. */
  recover(): void;
  /** Looks again whether something may start: the settings have changed, or a project's branch was moved. */
  reconsider(): void;
  /** A job that is no commission's was told that the credential's quota is spent. */
  quotaSpent(refused: Omit<QuotaRefusal, "id">): void;
  /** The latest commission that goes on with this one's work. */
  continuationOf(id: CommissionId): CommissionId | undefined;
  /** Why those that could start wait, as the latest look found it. */
  waits(): Waits;
  /** The running ones of which the hall cannot write down what it sees, such as while the disk is full. */
  unrecorded(): ReadonlyMap<CommissionId, Unrecorded>;
  /** Starts nothing more and interrupts all that runs, for a later hall to go on with. */
  stopWork(): Promise<StoppedWork>;
  /** Stops following. Workbenches go on. */
  stop(): Promise<void>;
}

export function createConductor(deps: DispatchDeps): Conductor {
  const stopping = new AbortController();
  const admit = () => admission.request();
  const conduct: Conduct = {
    deps,
    admit,
    following: new Map(),
    accepting: new Map(),
    alarm: null,
    waits: noWaits,
    deadlines: createDeadlines(deps.clock),
    dependencies: createDependencies(deps, (id) => {
      conduct.setAside.delete(id); // it was only found to be blocked when its turn came
      admit();
    }),
    startedAt: [],
    setAside: new Map(),
    unanswered: new Set(),
    unrecorded: new Map(),
    unfinished: new Map(),
    stopping: stopping.signal,
    isHalted: false,
  };
  const admission = createAdmission(conduct);
  return {
    accept: (request, key) => accept(conduct, request, key),
    acceptChore: (request) => acceptChore(conduct, request),
    redispatch: (order, key) => redispatch(conduct, order, key),
    answer: (id, given) => answer(conduct, id, given),
    cancel: (id, reason) => cancel(conduct, id, reason),
    remove: (id, failedToo) => remove(conduct, id, failedToo),
    recover: () => recover(conduct),
    reconsider: () => reconsider(conduct),
    quotaSpent: (refused) => void noteRefusal(conduct, { ...refused, id: null }).then(admit),
    continuationOf: conduct.dependencies.continuationOf,
    waits: () => conduct.waits,
    unrecorded: () => conduct.unrecorded,
    stopWork: () => stopWork(conduct, admission.settled),
    stop: async () => {
      stopping.abort();
      conduct.alarm?.cancel();
      await conduct.dependencies.stop();
      await admission.settled();
      await Promise.all(conduct.following.values());
    },
  };
}

function recover(conduct: Conduct): void {
  for (const commission of conduct.deps.ledger.live()) {
    if (needsFollowing(commission)) follow(conduct, commission.record.request.id);
  }
  reconsider(conduct);
  void endLeftovers(conduct).catch((error: unknown) => {
    const reason = messageOf(error);
    conduct.deps.log.error("looking for workbenches without a commission failed", { reason });
  });
}

function reconsider({ dependencies, admit }: Conduct): void {
  dependencies.reconsider();
  admit();
}

/** One round of admission at a time; a request during a round leads to exactly one more. */
function createAdmission(conduct: Conduct): { request(): void; settled(): Promise<void> } {
  let running: Promise<void> | null = null;
  let wanted = false;
  const run = async () => {
    while (wanted) {
      wanted = false;
      await admitAll(conduct);
    }
    running = null;
  };
  return {
    request: () => {
      wanted = true;
      running ??= run();
    },
    settled: async () => void (await running),
  };
}
