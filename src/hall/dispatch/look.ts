// Starts the commissions that may start, one at a time, and sets a timer for the next round if one is due. Nothing is
// polled while nothing waits.
import type { CommissionId } from "../../contract/home/ids.ts";
import { type Admission, type AdmissionFacts, decideAdmission } from "../../rules/admission/admission.ts";
import { growingMs } from "../../rules/admission/gate.ts";
import { messageOf } from "../../base/text/message-of.ts";
import { admitOne } from "./admit.ts";
import type { ConductorState } from "./deps.ts";
import { heldQuota, sendProbe } from "./quota.ts";

/** How long to wait before a retry after a fault such as a full disk. */
const retryMs = 2000;

export async function admitAll(conductor: ConductorState): Promise<void> {
  const { deps, stopping } = conductor;
  try {
    while (!stopping.aborted && !conductor.isHalted) {
      const { wake, start, againInMs } = await look(conductor);
      for (const id of wake) await orSetAside(conductor, id, () => wakeOne(conductor, id));
      if (wake.length > 0) continue;
      if (start === null) return ring(conductor, againInMs);
      await orSetAside(conductor, start.id, () => begin(conductor, start));
    }
  } catch (error) {
    deps.log.error("looking for what may start failed; it is tried again", { reason: messageOf(error) });
    ring(conductor, retryMs);
  }
}

/**
 * Decides what may start, and publishes why the others wait. Awaits nothing between the two, so that both describe the
 * same state.
 */
async function look(conductor: ConductorState): Promise<Admission> {
  const diskMb = await conductor.deps.machine.freeDiskMb();
  const admission = decideAdmission(conductor.deps.ledger.live(), factsNow(conductor, diskMb));
  conductor.waits = admission.waits;
  return admission;
}

function factsNow(conductor: ConductorState, diskMb: number | undefined): AdmissionFacts {
  const { deps, deadlines } = conductor;
  const { slots, admission, members } = deps.settings();
  const now = deps.clock.monotonic();
  deadlines.sweep();
  conductor.startedAt = conductor.startedAt.filter(
    (at, i, all) => now - at < growingMs || i === all.length - 1,
  );
  for (const [id, until] of conductor.setAside) if (until <= now) conductor.setAside.delete(id);
  return {
    slots,
    memberSlots: members.slots,
    hasModel: deps.hasModel,
    limits: admission,
    machine: { memoryMb: deps.machine.availableMemoryMb(), diskMb },
    startedMsAgo: conductor.startedAt.map((at) => now - at),
    quota: heldQuota(conductor),
    msUntil: (id, until) => deadlines.msUntil({ whose: id, until }),
    setAside: new Map([...conductor.setAside].map(([id, until]) => [id, until - now])),
  };
}

async function begin(
  conductor: ConductorState,
  { id, isProbe }: NonNullable<Admission["start"]>,
): Promise<boolean> {
  if (isProbe) await sendProbe(conductor, id);
  const isStarted = await admitOne(conductor, id);
  if (isStarted) conductor.startedAt.push(conductor.deps.clock.monotonic());
  return isStarted;
}

async function wakeOne({ deps }: ConductorState, id: CommissionId): Promise<boolean> {
  return (await deps.ledger.execute(id, [{ do: "wake", now: deps.clock.now() }])).ok;
}

/**
 * Runs `task`. If it fails or returns false, skips the commission for a while, so that the others get their
 * turn.
 */
async function orSetAside(
  conductor: ConductorState,
  id: CommissionId,
  task: () => Promise<boolean>,
): Promise<void> {
  const { deps } = conductor;
  const isDone = await task().catch((error: unknown) => {
    const reason = messageOf(error);
    deps.log.error("a commission could not be admitted; it is tried again", { id, reason });
    return false;
  });
  if (!isDone) conductor.setAside.set(id, deps.clock.monotonic() + retryMs);
}

function ring(conductor: ConductorState, ms: number | null): void {
  conductor.alarm?.cancel();
  conductor.alarm =
    ms === null || conductor.stopping.aborted ? null : conductor.deps.clock.after(ms, conductor.admit);
}
