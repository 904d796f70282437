// Redispatches an ended commission: a new commission continues its work and is told about the attempts before it.
import type { CommissionRequest } from "../../contract/commission/commission.ts";
import type { RedispatchRequest } from "../../contract/commission/follow-up.ts";
import { commissionId, type CommissionId } from "../../contract/home/ids.ts";
import { refuse } from "../../contract/api/problem.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import { backgroundOf } from "../../rules/prompt/background.ts";
import { type CarryOver, findConflict } from "../../rules/project/carry-over.ts";
import { refuseRedispatch } from "../../rules/commission/refusals.ts";
import type { Commission } from "../../rules/commission/state.ts";
import { acceptNew, type RequestOrigin, type NamedRequest, once, oneByOne } from "./accept.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import type { ConductorState, DispatchDeps } from "./deps.ts";
import { findReadable } from "./find-readable.ts";

export interface RedispatchOrder extends RedispatchRequest {
  id: CommissionId;
}

export function redispatch(
  conductor: ConductorState,
  order: RedispatchOrder,
  key: string | null,
): Promise<Executed> {
  // Cannot collide with a caller's idempotency key, because such a key has no spaces.
  const chain = `continues ${order.id}`;
  return once(conductor, key, () => oneByOne(conductor, chain, () => takeUpAgain(conductor, order, key)));
}

async function takeUpAgain(
  conductor: ConductorState,
  order: RedispatchOrder,
  idempotencyKey: string | null,
): Promise<Executed> {
  const { deps } = conductor;
  const old = await deps.ledger.find(order.id);
  if (!old) return refuse("not_found", `There is no commission ${order.id}.`);
  const refusal = refuseRedispatch(old, conductor.dependencies.continuationOf(order.id) ?? null);
  if (refusal) return refusal;
  const startAt = order.fresh ? null : tipOf(old);
  const attempts = await attemptsBefore(deps, old);
  const carryOver = order.fresh ? null : await findCarryOver(deps, attempts);
  const asker: RequestOrigin = {
    createdBy: "person",
    chore: null,
    idempotencyKey,
    continues: order.id,
    attempt: old.record.request.attempt + 1,
    background: backgroundOf({
      chain: attempts,
      note: order.note ?? null,
      keepsFiles: startAt !== null,
      carryOver,
    }),
    untrusted: attempts.some(({ record }) => record.tainted),
    startAt,
  };
  return acceptNew(conductor, requestOf(conductor, old, order), asker);
}

/**
 * Returns the last commit of the attempt's branch if that was kept; `null` if it was merged, unchanged or in conflict.
 * A branch in conflict is not continued, because whatever is added to it would conflict again.
 */
function tipOf({ record }: Commission): string | null {
  const tree = record.applied?.tree;
  return tree?.state === "kept" ? tree.tip : null;
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

function requestOf(conductor: ConductorState, old: Commission, order: RedispatchOrder): NamedRequest {
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
    config: { ...request.config, ...order.config },
    ...(memberConfig !== undefined && { memberConfig }),
    after: stillWanted(conductor, old),
    checks: request.checks,
    keepWorktree: request.keepWorktree,
    onRed: order.onRed ?? request.onRed,
  };
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
