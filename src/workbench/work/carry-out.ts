// Carries out one commission at its workbench, from the worktree to the last check of its work.
import type { SessionEnd } from "../../contract/course/session-end.ts";
import { finishedBefore } from "../../rules/checks/proof.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { createBeside } from "../spare/beside.ts";
import type { WorkbenchDeps } from "./deps.ts";
import { land } from "./land.ts";
import { prepareTree, type TreeOrder } from "./prepare-tree.ts";
import { type Played, prove } from "./acceptance-checks.ts";
import { makeReady } from "./ready.ts";
import { runSession } from "./run-session.ts";
import type { Bench } from "../bench/bench.ts";
import type { CarryOut } from "../bench/run-bench.ts";

/** Loads everything that is needed, before the lock is taken. Finished work needs no worker: only its checks run. */
export async function readyToCarryOut(deps: WorkbenchDeps, expected: CommissionRecord): Promise<CarryOut> {
  if (finishedBefore(expected) !== null) {
    const probe = await deps.probeSandbox();
    const limits = expected.limits ?? deps.config.limits;
    return (bench) =>
      carryOut(deps, bench, { probe, limits, placed: () => undefined, session: refuseSession });
  }
  const readiness = await makeReady(deps, expected);
  return async (bench) => {
    if (!readiness.ok) throw readiness.error;
    const { ready } = readiness;
    const { probe, grant } = ready;
    const beside = createBeside(deps, bench, ready);
    const session = async () => runSession(await beside.forSession(), bench, ready);
    const order = { probe, limits: grant.limits, placed: beside.start, session };
    try {
      return await carryOut(deps, bench, order);
    } finally {
      await beside.end();
    }
  };
}

/** The dependencies of the steps before and after a session. */
export type CarryOutDeps = Pick<
  WorkbenchDeps,
  | "home"
  | "disk"
  | "config"
  | "clock"
  | "trees"
  | "setUpTools"
  | "enclose"
  | "diskUse"
  | "endGroup"
  | "searchPath"
  | "readOnly"
  | "personHome"
  | "stopping"
  | "print"
>;

export interface CarryOutOrder extends TreeOrder {
  session(): Promise<Played>;
}

const refuseSession = () => Promise.reject(new Error("Its work is done: there is no session to run."));

export async function carryOut(deps: CarryOutDeps, bench: Bench, order: CarryOutOrder): Promise<SessionEnd> {
  try {
    if (bench.commission.record.landing !== null) return await land(deps, bench, order);
    const failed = await prepareTree(deps, bench, order);
    if (failed !== null) return failed;
    const end = finishedBefore(bench.commission.record);
    const played = end === null ? await order.session() : { end, unplayed: null };
    return await prove(deps, bench, { ...order, played });
  } catch (error) {
    // A step that fails after an abort says nothing about the work.
    if (deps.stopping.aborted) return { how: "stopped" };
    throw error;
  }
}
