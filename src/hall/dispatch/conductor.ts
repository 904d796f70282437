// The conductor carries every commission from acceptance to its end. This file is its interface; the work is done in
// the files beside it.
import { messageOf } from "../../base/text/message-of.ts";
import type { CommissionRequest } from "../../contract/commission/commission.ts";
import type { AnswerRequest } from "../../contract/commission/follow-up.ts";
import type { NoteRequest } from "../../contract/commission/notes.ts";
import type { PromptRequest } from "../../contract/commission/told.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Outcome, Refusal } from "../../contract/api/problem.ts";
import { noWaits, type WaitReasons } from "../../rules/admission/admission.ts";
import type { Unrecorded } from "../../rules/course/unrecorded.ts";
import { accept, acceptChore, type ChoreRequest } from "./accept.ts";
import { answer } from "./said/answer.ts";
import { cancel, remove, type RemovedCommission } from "./cancel.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import type { ConductorState, DispatchDeps } from "./deps.ts";
import { createDeadlines } from "./deadlines.ts";
import { createDependencies } from "./dependencies.ts";
import { endLeftovers } from "./end-leftover.ts";
import { follow, needsFollowing } from "./follow.ts";
import { inTurn, noteEnd, settleAll } from "./continued/follow-ups.ts";
import { admitAll } from "./look.ts";
import { noteRefusal, type QuotaRefusal } from "./quota.ts";
import { planPrompt, type PlannedPrompt } from "./plan-prompt.ts";
import { redispatch, type RedispatchOrder } from "./continued/redispatch.ts";
import { sendBack, type SendBackOrder } from "./continued/send-back.ts";
import { type StoppedWork, stopWork } from "./stop-work.ts";
import { tell, type ToldNote } from "./said/tell.ts";

export interface Conductor {
  accept(request: CommissionRequest, idempotencyKey: string | null): Promise<Executed>;
  /** Plans a commission that is never made, to show what its worker would be told. */
  planPrompt(request: PromptRequest): Promise<Outcome<PlannedPrompt>>;
  /** Accepts a commission that the hall itself creates, such as to condense memory. */
  acceptChore(request: ChoreRequest): Promise<Executed>;
  /** Continues an ended commission with a new one. */
  redispatch(order: RedispatchOrder, idempotencyKey: string | null): Promise<Executed>;
  /** Sends finished work back to be changed: a new commission continues it. */
  sendBack(order: SendBackOrder, idempotencyKey: string | null): Promise<Executed>;
  /** Runs an act on finished work while no other act, no redispatch and no sending back of it runs. */
  inTurn(id: CommissionId, act: () => Promise<Executed>): Promise<Executed>;
  /** Records a person's answer to one of the commission's questions, even after the commission has ended. */
  answer(id: CommissionId, given: AnswerRequest): Promise<Executed>;
  /** Records what a person says to the commission under way. Its workbench finds it in the ledger. */
  tell(id: CommissionId, given: NoteRequest, idempotencyKey: string | null): Promise<ToldNote>;
  cancel(id: CommissionId, reason: string | null): Promise<Executed>;
  remove(id: CommissionId, failedToo: boolean): Promise<RemovedCommission | Refusal>;
  /** Finds running workbenches again, resumes interrupted finishes, and starts the commissions that may start. */
  recover(): void;
  /** Looks again for commissions that may start, after the settings have changed or a project's branch has moved. */
  reconsider(): void;
  /** Notes that a job outside any commission was told that the credential's quota is spent. */
  quotaSpent(refused: Omit<QuotaRefusal, "id">): void;
  /** Returns the latest commission that continues this one. */
  continuationOf(id: CommissionId): CommissionId | undefined;
  /** Returns why startable commissions wait, as of the latest round of admission. */
  waits(): WaitReasons;
  /** Returns the running commissions whose facts the hall cannot record, such as while the disk is full. */
  unrecorded(): ReadonlyMap<CommissionId, Unrecorded>;
  /** Starts nothing more and interrupts all running work, for a later hall to resume. */
  stopWork(): Promise<StoppedWork>;
  /** Stops following commissions. Their workbenches keep running. */
  stop(): Promise<void>;
}

export function createConductor(deps: DispatchDeps): Conductor {
  const stopping = new AbortController();
  const admit = () => admission.request();
  const conductor: ConductorState = {
    deps,
    admit,
    following: new Map(),
    accepting: new Map(),
    alarm: null,
    waits: noWaits,
    deadlines: createDeadlines(deps.clock),
    dependencies: createDependencies(deps, (id) => {
      conductor.setAside.delete(id); // admission may have set it aside because it was blocked
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
  const admission = createAdmission(conductor);
  const unsubscribe = deps.ledger.subscribe((change) => noteEnd(conductor, change));
  return {
    accept: (request, key) => accept(conductor, request, key),
    planPrompt: (request) => planPrompt(deps, request),
    acceptChore: (request) => acceptChore(conductor, request),
    redispatch: (order, key) => redispatch(conductor, order, key),
    sendBack: (order, key) => sendBack(conductor, order, key),
    inTurn: (id, act) => inTurn(conductor, id, act),
    answer: (id, given) => answer(conductor, id, given),
    tell: (id, given, key) => tell(conductor, id, { ...given, key }),
    cancel: (id, reason) => cancel(conductor, id, reason),
    remove: (id, failedToo) => remove(conductor, id, failedToo),
    recover: () => recover(conductor),
    reconsider: () => reconsider(conductor),
    quotaSpent: (refused) => void noteRefusal(conductor, { ...refused, id: null }).then(admit),
    continuationOf: conductor.dependencies.continuationOf,
    waits: () => conductor.waits,
    unrecorded: () => conductor.unrecorded,
    stopWork: () => stopWork(conductor, admission.settled),
    stop: async () => {
      stopping.abort();
      unsubscribe();
      conductor.alarm?.cancel();
      await conductor.dependencies.stop();
      await admission.settled();
      await Promise.all(conductor.following.values());
    },
  };
}

function recover(conductor: ConductorState): void {
  settleAll(conductor);
  for (const commission of conductor.deps.ledger.live()) {
    if (needsFollowing(commission)) follow(conductor, commission.record.request.id);
  }
  reconsider(conductor);
  void endLeftovers(conductor).catch((error: unknown) => {
    const reason = messageOf(error);
    conductor.deps.log.error("looking for workbenches without a commission failed", { reason });
  });
}

function reconsider({ dependencies, admit }: ConductorState): void {
  dependencies.reconsider();
  admit();
}

/** Runs one round of admission at a time; requests during a round lead to exactly one more. */
function createAdmission(conductor: ConductorState): { request(): void; settled(): Promise<void> } {
  let running: Promise<void> | null = null;
  let wanted = false;
  const run = async () => {
    while (wanted) {
      wanted = false;
      await admitAll(conductor);
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
