// Stops the hall together with its work. Every request to stop is on record first, so that the next hall can continue
// if this one dies half-way.
import type { CommissionId } from "../../contract/home/ids.ts";
import { isRunning } from "../../rules/commission/state.ts";
import type { ConductorState } from "./deps.ts";
import { follow } from "./follow.ts";
import { firstOf } from "../following/wait.ts";

export interface StoppedWork {
  /** Commissions that now wait for the next hall. */
  stopped: CommissionId[];
  /** Commissions that did not end in time; the next hall handles them. */
  left: CommissionId[];
}

/** Longer than a workbench is given to end by itself and then to be killed. */
const patienceMs = 5000;

export async function stopWork(
  conductor: ConductorState,
  admitted: () => Promise<void>,
): Promise<StoppedWork> {
  conductor.isHalted = true;
  await admitted();
  const asked = runningNow(conductor);
  await Promise.all(asked.map((id) => askToStop(conductor, id)));
  await firstOf(conductor, patienceMs, [allEnded(conductor, asked)]);
  const left = runningNow(conductor);
  return { stopped: asked.filter((id) => !left.includes(id)), left };
}

async function allEnded({ following }: ConductorState, ids: readonly CommissionId[]): Promise<void> {
  for (const id of ids) await following.get(id);
}

function runningNow({ deps }: ConductorState): CommissionId[] {
  return deps.ledger
    .live()
    .filter(isRunning)
    .map(({ record }) => record.request.id);
}

async function askToStop(conductor: ConductorState, id: CommissionId): Promise<void> {
  const { deps } = conductor;
  const asked = await deps.ledger.execute(id, [{ do: "stop", by: "person" }]);
  if (!asked.ok)
    return deps.log.error("a commission could not be asked to stop", { id, reason: asked.problem.message });
  follow(conductor, id);
  deps.nudges.poke(id);
}
