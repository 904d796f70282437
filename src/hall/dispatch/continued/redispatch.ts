// Redispatches an ended commission: a new commission continues its work and is told about the attempts before it.
import type { Attachment } from "../../../contract/commission/attachments.ts";
import type { CommissionConfig, CommissionRequest } from "../../../contract/commission/commission.ts";
import type { RedispatchRequest } from "../../../contract/commission/follow-up.ts";
import type { SentBack } from "../../../contract/commission/review-comment.ts";
import { commissionId, type CommissionId } from "../../../contract/home/ids.ts";
import { memberOf } from "../../../contract/member/member.ts";
import { storageCodeOf } from "../../../contract/home/storage-fault.ts";
import { done, type Outcome } from "../../../contract/api/problem.ts";
import { attachmentsOf } from "../../../rules/attachments/attachments-of.ts";
import { backgroundOf } from "../../../rules/prompt/background.ts";
import { type CarryOver, findConflict } from "../../../rules/project/carry-over.ts";
import { conflictOf } from "../../../rules/project/review.ts";
import { reviewTools } from "../../../rules/limits/tools.ts";
import { refuseRedispatch } from "../../../rules/commission/refusals.ts";
import type { Commission } from "../../../rules/commission/state.ts";
import { acceptNew, type RequestOrigin, type NamedRequest, once } from "../accept.ts";
import type { Executed } from "../../../rules/commission/verdict.ts";
import { findAttachments } from "../attachments.ts";
import type { ConductorState, DispatchDeps } from "../deps.ts";
import { findReadable } from "../find-readable.ts";
import { inTurn, noCommission } from "./follow-ups.ts";

export interface RedispatchOrder extends RedispatchRequest {
  id: CommissionId;
}

export function redispatch(
  conductor: ConductorState,
  order: RedispatchOrder,
  key: string | null,
): Promise<Executed> {
  return once(conductor, key, () =>
    inTurn(conductor, order.id, async () => {
      const old = await conductor.deps.ledger.find(order.id);
      if (!old) return noCommission(order.id);
      const refusal = refuseRedispatch(old, conductor.dependencies.continuationOf(order.id) ?? null);
      return refusal ?? continueWork(conductor, { old, order, key, sentBack: stillToDo(old, order) });
    }),
  );
}

/** Returns a person's note and comments that the old attempt was given and whose work it has not finished. */
function stillToDo(old: Commission, { fresh = false }: RedispatchOrder): SentBack | null {
  const isFinished = old.status === "completed" && old.outcome.trust !== "refuted";
  return fresh || isFinished ? null : (old.record.request.sentBack ?? null);
}

interface Continuation {
  old: Commission;
  order: RedispatchOrder;
  key: string | null;
  /** The person's note and comments on the earlier work; `null` if there are none. */
  sentBack: SentBack | null;
}

/** Accepts a commission that continues the old one and is told about it. The caller has refused what it must. */
export async function continueWork(conductor: ConductorState, how: Continuation): Promise<Executed> {
  const { deps } = conductor;
  const { old, order, key: idempotencyKey, sentBack } = how;
  const startAt = order.fresh ? null : tipOf(old);
  const attached = await attachedTo(deps, how);
  if (!attached.ok) return attached;
  const attempts = await attemptsBefore(deps, old);
  const carryOver = order.fresh ? null : await findCarryOver(deps, attempts);
  const request = requestOf(conductor, how);
  const asker: RequestOrigin = {
    createdBy: "person",
    chore: null,
    idempotencyKey,
    continues: order.id,
    attempt: old.record.request.attempt + 1,
    background: backgroundOf({
      chain: attempts,
      note: order.note ?? null,
      sentBack,
      hasReviewTools: mayAnswer(request),
      keepsFiles: startAt !== null,
      carryOver,
    }),
    untrusted: attempts.some(({ record }) => record.tainted),
    startAt,
    attachments: attached.value,
    ...(sentBack !== null && { sentBack }),
  };
  return acceptNew(conductor, request, asker);
}

/** Returns the files of the old attempt, and those of the person's note. */
async function attachedTo(
  { attachments }: DispatchDeps,
  { old, order }: Continuation,
): Promise<Outcome<Attachment[]>> {
  const earlier = attachmentsOf(old.record);
  const found = await findAttachments(attachments, { refs: order.attachments, with: "note", earlier });
  return found.ok ? done([...earlier, ...found.value]) : found;
}

/**
 * Returns the last commit of the attempt's branch if the next attempt begins there; `null` if its work was merged or
 * undone, is unchanged or in conflict. A branch in conflict is not continued, because whatever is added to it would
 * conflict again. An attempt that was never dispatched leaves the commit at which it was to begin.
 */
function tipOf(old: Commission): string | null {
  const { applied, afterEnd, tree, request } = old.record;
  if (afterEnd.accepted !== null || afterEnd.undone !== null || conflictOf(old) !== null) return null;
  const outcome = applied?.tree ?? null;
  if (outcome === null) return tree === null ? request.startAt : null;
  return outcome.state === "kept" ? outcome.tip : null;
}

/**
 * Reads the work of an attempt that could not be merged because of a conflict; `null` if there is none. If git can no
 * longer show the work, returns the reason instead. Throws a storage fault such as a full disk, because it may pass.
 */
async function findCarryOver(
  { trees }: DispatchDeps,
  attempts: readonly Commission[],
): Promise<CarryOver | null> {
  const found = findConflict(attempts);
  if (found === null) return null;
  try {
    return { ...found, work: await trees.carried(found.conflict) };
  } catch (error) {
    if (storageCodeOf(error) !== null || !(error instanceof Error) || isStopping(error)) throw error;
    return { ...found, work: { why: error.message } };
  }
}

function isStopping(error: Error): boolean {
  return "code" in error && error.code === "stopping";
}

const mostAttempts = 8;

/**
 * Returns this commission and the attempts before it, newest first, up to one that no longer exists or cannot be read.
 */
async function attemptsBefore(deps: DispatchDeps, old: Commission): Promise<Commission[]> {
  const found = [old];
  for (let before = old.record.request.continues; before !== null && found.length < mostAttempts;) {
    const commission = await findReadable(deps.ledger, before);
    if (!commission) break;
    found.push(commission);
    before = commission.record.request.continues;
  }
  return found;
}

function requestOf(conductor: ConductorState, { old, order, sentBack }: Continuation): NamedRequest {
  const { request } = old.record;
  const rehearsal = order.rehearsal ?? request.rehearsal;
  const memberConfig = order.memberConfig ?? request.memberConfig;
  return {
    worker: request.worker,
    title: request.title,
    task: request.task,
    ...(request.project !== null && { project: request.project }),
    labels: request.labels,
    ...(rehearsal !== null && { rehearsal }),
    config: { ...withReviewTools(request.config, sentBack), ...order.config },
    ...(memberConfig !== undefined && { memberConfig }),
    after: stillWanted(conductor, old),
    checks: request.checks,
    keepWorktree: request.keepWorktree,
    onRed: order.onRed ?? request.onRed,
    ...(request.land !== null && { land: request.land }),
  };
}

/** Returns the old config. If it narrows the tools, those of `review` are there exactly if there are comments. */
function withReviewTools(
  { tools, ...config }: CommissionConfig,
  sentBack: SentBack | null,
): CommissionConfig {
  if (tools === undefined) return config;
  const others = tools.filter((tool) => !reviewTools.includes(tool));
  return { ...config, tools: sentBack?.comments.length ? [...others, ...reviewTools] : others };
}

/** Whether the worker will have the tools to read and answer comments. */
function mayAnswer({ worker, config }: NamedRequest): boolean {
  const { tools } = config ?? {};
  return (
    memberOf(worker) === null && (tools === undefined || reviewTools.every((tool) => tools.includes(tool)))
  );
}

/**
 * Returns the dependencies of the new attempt. If the old attempt had started, its dependencies were met, so
 * commissions that were deleted since are dropped.
 */
function stillWanted(
  { deps, dependencies }: ConductorState,
  { record }: Commission,
): CommissionRequest["after"] {
  const { after } = record.request;
  if (record.startedAt === null) return after;
  return after.filter((each) => {
    const id = commissionId.safeParse(each).data;
    return id === undefined || !!(deps.ledger.summary(id) ?? dependencies.continuationOf(id));
  });
}
