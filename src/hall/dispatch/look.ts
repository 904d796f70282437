// Runs one look after another for commissions that may start, with one timer for the next. Nothing is polled while
// nothing waits.
import type { CommissionId } from "../../contract/home/ids.ts";
import {
  type Admission,
  type AdmissionFacts,
  decideAdmission,
  growingMs,
} from "../../rules/admission/admission.ts";
import { messageOf } from "../../base/text/message-of.ts";
import { admitOne } from "./admit.ts";
import type { ConductorState } from "./deps.ts";
import { heldQuota, sendProbe } from "./quota.ts";

/** How long to wait before a retry after a fault such as a full disk. */
const retryMs = 2000;

export async function admitAll(conduct: ConductorState): Promise<void> {
  const { deps, stopping } = conduct;
  try {
    while (!stopping.aborted && !conduct.isHalted) {
      const { wake, start, againInMs } = await look(conduct);
      for (const id of wake) await orSetAside(conduct, id, () => wakeOne(conduct, id));
      if (wake.length > 0) continue;
      if (start === null) return ring(conduct, againInMs);
      await orSetAside(conduct, start.id, () => begin(conduct, start));
    }
  } catch (error) {
    deps.log.error("looking for what may start failed; it is tried again", { reason: messageOf(error) });
    ring(conduct, retryMs);
  }
}

/** Decides what may start, and publishes it without awaiting anything in between. */
async function look(conduct: ConductorState): Promise<Admission> {
  const diskMb = await conduct.deps.machine.freeDiskMb();
  const admission = decideAdmission(conduct.deps.ledger.live(), factsNow(conduct, diskMb));
  conduct.waits = admission.waits;
  return admission;
}

function factsNow(conduct: ConductorState, diskMb: number | undefined): AdmissionFacts {
  const { deps, deadlines } = conduct;
  const { slots, admission, members } = deps.settings();
  const now = deps.clock.monotonic();
  deadlines.sweep();
  conduct.startedAt = conduct.startedAt.filter((at, i, all) => now - at < growingMs || i === all.length - 1);
  for (const [id, until] of conduct.setAside) if (until <= now) conduct.setAside.delete(id);
  return {
    slots,
    memberSlots: members.slots,
    hasModel: deps.hasModel,
    limits: admission,
    machine: { memoryMb: deps.machine.availableMemoryMb(), diskMb },
    startedMsAgo: conduct.startedAt.map((at) => now - at),
    quota: heldQuota(conduct),
    msUntil: (id, until) => deadlines.msUntil({ whose: id, until }),
    setAside: new Map([...conduct.setAside].map(([id, until]) => [id, until - now])),
  };
}

async function begin(
  conduct: ConductorState,
  { id, isProbe }: NonNullable<Admission["start"]>,
): Promise<boolean> {
  if (isProbe) await sendProbe(conduct, id);
  const isStarted = await admitOne(conduct, id);
  if (isStarted) conduct.startedAt.push(conduct.deps.clock.monotonic());
  return isStarted;
}

async function wakeOne({ deps }: ConductorState, id: CommissionId): Promise<boolean> {
  return (await deps.ledger.execute(id, [{ do: "wake", now: deps.clock.now() }])).ok;
}

/** Sets a commission aside if it could not be admitted, so that the others get their turn. */
async function orSetAside(
  conduct: ConductorState,
  id: CommissionId,
  task: () => Promise<boolean>,
): Promise<void> {
  const { deps } = conduct;
  const isDone = await task().catch((error: unknown) => {
    const reason = messageOf(error);
    deps.log.error("a commission could not be admitted; it is tried again", { id, reason });
    return false;
  });
  if (!isDone) conduct.setAside.set(id, deps.clock.monotonic() + retryMs);
}

function ring(conduct: ConductorState, ms: number | null): void {
  conduct.alarm?.cancel();
  conduct.alarm =
    ms === null || conduct.stopping.aborted ? null : conduct.deps.clock.after(ms, conduct.admit);
}
