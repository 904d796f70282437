// Follows running commissions by the rules of their kind: the facts become commands, and a commission whose workbench
// is gone is concluded.
import type { Fact } from "../../contract/commission/facts.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { type Commission, isAtWork, isRunning } from "../../rules/commission/state.ts";
import { follow as followOne } from "../following/follow.ts";
import type { Follower, FollowKind } from "../following/follower.ts";
import { conclude } from "./conclude.ts";
import type { ConductorState, DispatchDeps, CommissionFollow } from "./deps.ts";
import { noteAnswer, noteSpentQuota } from "./quota.ts";
import { againAfterMs } from "./unfinished.ts";

/** Begins to follow the commission, unless it is followed already. */
export function follow(conductor: ConductorState, id: CommissionId): void {
  followOne(followerOf(conductor), id);
}

function followerOf(conductor: ConductorState): Follower<CommissionFollow> {
  const { deps, following, unrecorded, stopping } = conductor;
  return { deps, following, unrecorded, stopping, kind: rulesOf(conductor) };
}

function rulesOf(conductor: ConductorState): FollowKind<CommissionFollow> {
  const { deps, unfinished } = conductor;
  return {
    noun: "commission",
    findLive: (id) => deps.ledger.live().find((live) => live.record.request.id === id),
    find: (id) => deps.ledger.find(id),
    takeFacts: (ref, facts) => takeFacts(conductor, { ...ref, facts }),
    loseBench: ({ id, bench }, loss) => execute(deps, id, [{ do: "lose-workbench", bench, ...loss }]),
    courseOf: ({ record }) => record,
    workerOf: ({ record }) => record.request.worker,
    isRunning,
    isAtWork,
    isToStop: ({ record }) => record.cancel !== null || record.stopRequested,
    needsFollowing,
    conclude: async (id, commission) => {
      await noteSpentQuota(conductor, commission);
      await conclude(conductor, id);
    },
    left: (id) => {
      unfinished.delete(id);
      conductor.admit();
    },
    whyUnfinished: (id) => unfinished.get(id)?.reason ?? null,
    againAfterMs: (id) => againAfterMs(conductor, id),
  };
}

export function needsFollowing(commission: Commission): boolean {
  return isRunning(commission) || commission.record.plan !== null;
}

interface NewFacts {
  id: CommissionId;
  bench: number;
  facts: readonly Fact[];
}

async function takeFacts(conductor: ConductorState, { id, bench, facts }: NewFacts): Promise<Commission> {
  const commands = facts.map(({ v: _v, seq, at, ...fact }) => ({
    do: "take-fact" as const,
    bench,
    benchSeq: seq,
    at,
    fact,
  }));
  const commission = await execute(conductor.deps, id, commands);
  if (facts.some(isAnswer)) await noteAnswer(conductor, id);
  return commission;
}

/**
 * Returns true if the fact proves that the model answered. An estimated charge may belong to a request that was never
 * answered.
 */
function isAnswer(each: Fact): boolean {
  return each.type === "model.answered" && each.estimated !== true;
}

async function execute(
  { ledger }: DispatchDeps,
  id: CommissionId,
  commands: readonly Command[],
): Promise<Commission> {
  const done = await ledger.execute(id, commands);
  if (!done.ok) throw new Error(done.problem.message);
  return done.commission;
}
