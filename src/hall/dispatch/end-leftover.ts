// Kills leftover workbenches, which hold the lock of a commission that the hall does not follow. Such a
// workbench hung after its commission ended, or an earlier hall gave it up. While it lives, the commission
// cannot be started again or removed.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import type { ConductorState, DispatchDeps } from "./deps.ts";
import { findReadable } from "./find-readable.ts";
import { wait } from "../following/wait.ts";

const pollMs = 50;
const patienceMs = 5000;
/** Each query is quick, but ten thousand in a row would block the event loop. */
const askedAtOnce = 200;

/** Kills the process that holds the lock. Returns true once the lock is free, false if that takes too long. */
export async function endLeftover(conductor: ConductorState, id: CommissionId): Promise<boolean> {
  const { deps } = conductor;
  if (!deps.engine.isHeld(id)) return true;
  const ref = { id, bench: (await findReadable(deps.ledger, id))?.record.bench ?? 0 };
  const known = await identityOf(deps, ref);
  const ended = deps.engine.signal(ref, "kill", known);
  deps.log.error("a workbench held the lock of a commission that no longer has one; its tree was ended", {
    ...ref,
    pid: known?.pid ?? 0,
    signalled: ended ? "yes" : "no",
  });
  const begun = deps.clock.monotonic();
  while (deps.engine.isHeld(id)) {
    if (deps.clock.monotonic() - begun > patienceMs || conductor.stopping.aborted) return false;
    await wait(conductor, pollMs);
  }
  return true;
}

/**
 * Kills the leftover workbenches of all ended commissions, at start-up. A waiting commission is checked just
 * before it is started.
 */
export async function endLeftovers(conductor: ConductorState): Promise<void> {
  let asked = 0;
  for (const { id, status } of conductor.deps.ledger.summaries()) {
    if (conductor.stopping.aborted) return;
    if (!isEndedStatus(status)) continue;
    await endLeftover(conductor, id);
    asked += 1;
    if (asked % askedAtOnce === 0) await wait(conductor, 0);
  }
}

/**
 * Reads the identity of the workbench's process from the ledger, or from its journal if no hall has copied it to the
 * ledger.
 */
async function identityOf(deps: DispatchDeps, ref: BenchRef): Promise<CommissionRecord["process"]> {
  const known = (await findReadable(deps.ledger, ref.id))?.record.process;
  if (known) return known;
  const facts =
    ref.bench === 0
      ? []
      : await deps.journals
          .tail(ref, 0)
          .read()
          .catch(() => []);
  const started = facts.find((fact) => fact.type === "bench.started");
  return started?.type === "bench.started" ? started : null;
}
