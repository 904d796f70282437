// Ends a commission: records the plan of its finish, applies the plan, and writes the terminal event. Only a person's
// answers follow that event. An interrupted step is resumed when the hall starts again.
import type { FinishPlan } from "../../contract/commission/events.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { treeToFinish } from "../../rules/checks/landing.ts";
import type { Commission, CommissionRecord } from "../../rules/commission/state.ts";
import { applyChore } from "./chores/apply-chore.ts";
import type { ConductorState, DispatchDeps } from "./deps.ts";
import {
  closeTree,
  type FinishedTree,
  type Landed,
  landTree,
  leaveTree,
  type TreeFinish,
} from "./finish-tree.ts";
import { lookAhead } from "./look-ahead.ts";
import { isHopeless, noteUnfinished } from "./unfinished.ts";

export async function conclude(conductor: ConductorState, id: CommissionId): Promise<void> {
  const { deps, stopping } = conductor;
  if (stopping.aborted) return;
  const planned = await planAndLand(conductor, id);
  // The branch has moved, or will not move: the project's next work need not wait until this commission is closed.
  conductor.admit();
  if (planned === null) return; // the commission continues later
  if (!planned.record.applied) await apply(conductor, planned);
  const settled = await step(deps, id, { do: "settle" });
  deps.log.info("commission ended", { id, status: settled.status });
  conductor.admit();
}

interface Planned {
  record: CommissionRecord;
  plan: FinishPlan;
  /**
   * The branch to finish, which was merged or kept (`landed`) or given up (`left`); `null` if there is none.
   */
  tree: { finish: TreeFinish; landed: Landed } | { left: FinishedTree } | null;
}

/** If the integration branch moves this often during one attempt, the attempt fails and is retried later. */
const mostMoves = 20;

/**
 * Plans the finish and moves the integration branch inside one `inTurn` of the project, so that no other
 * finish or sync runs in between. No checks run during that time. Returns `null` if nothing was planned and
 * the commission continues later.
 */
async function planAndLand(conductor: ConductorState, id: CommissionId): Promise<Planned | null> {
  const { deps } = conductor;
  const project = (await deps.ledger.find(id))?.record.tree?.project;
  const once = () => tryToLand(conductor, id);
  for (let tries = 0; tries < mostMoves; tries += 1) {
    const outcome = project === undefined ? await once() : await deps.trees.inTurn(project, once);
    if (outcome !== "again") return outcome;
  }
  const error = new Error("The integration branch kept moving while the hall tried to merge into it.");
  noteUnfinished(conductor, id, error);
  throw error;
}

async function tryToLand(conductor: ConductorState, id: CommissionId): Promise<Planned | null | "again"> {
  const { deps } = conductor;
  const landing = await lookAhead(conductor, id);
  const { record } = await step(deps, id, {
    do: "conclude",
    policy: deps.policy,
    now: deps.clock.now(),
    ...(landing && { landing }),
  });
  const { plan } = record;
  if (plan === null) return null;
  const found = treeToFinish(record);
  if (record.applied || !plan.tree || found === null) return { record, plan, tree: null };
  const { tree } = found;
  const finish = { record, plan, ...found };
  const landed = await orLeave(conductor, finish, () =>
    landTree(deps, finish, (command) => step(deps, id, command)),
  );
  if (landed !== "other") return { record, plan, tree: "left" in landed ? landed : { finish, landed } };
  await step(deps, id, { do: "withdraw", reason: `The branch "${tree.into}" has moved since.` });
  return "again";
}

async function apply(conductor: ConductorState, { record, plan, tree }: Planned): Promise<void> {
  const { deps, unfinished } = conductor;
  const { id } = record.request;
  const mostMb = record.limits?.diskMb ?? null;
  const { artifacts, problems, hashes } = await deps.work.collect(id, { ...plan, mostMb }, record.tree);
  const chore = await applyChore(deps, record);
  const finished = tree === null ? undefined : await close(conductor, tree);
  await step(deps, id, {
    do: "record-applied",
    artifacts,
    problems: [...problems, ...(finished?.problems ?? [])],
    chore,
    tree: finished?.outcome,
    hashes,
  });
  unfinished.delete(id);
}

async function close(conductor: ConductorState, tree: NonNullable<Planned["tree"]>): Promise<FinishedTree> {
  if ("left" in tree) return tree.left;
  const { finish, landed } = tree;
  const closed = await orLeave(conductor, finish, () => closeTree(conductor.deps, { ...finish, ...landed }));
  return "left" in closed ? closed.left : closed;
}

/**
 * Runs `task`. Rethrows its error, so that the finish is retried later. If `task` keeps failing, such as for
 * a missing repository, leaves the branch as it is and returns a report of that.
 */
async function orLeave<T>(
  conductor: ConductorState,
  finish: TreeFinish,
  task: () => Promise<T>,
): Promise<T | { left: FinishedTree }> {
  const { id } = finish.record.request;
  try {
    return await task();
  } catch (error) {
    const fault = noteUnfinished(conductor, id, error);
    if (!isHopeless(fault, error)) throw error;
    conductor.deps.log.error("a branch could not be finished, and is left as it is", {
      id,
      reason: fault.reason,
    });
    return { left: leaveTree(finish, error) };
  }
}

async function step(deps: DispatchDeps, id: CommissionId, command: Command): Promise<Commission> {
  const done = await deps.ledger.execute(id, [command]);
  if (!done.ok) throw new Error(done.problem.message);
  return done.commission;
}
