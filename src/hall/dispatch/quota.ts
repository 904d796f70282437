// Tracks the pause of a model credential whose quota is spent: records the pause, lets one commission (the
// probe) try the model after the reset, and clears the pause when the model answers the probe.
import type { CommissionId } from "../../contract/home/ids.ts";
import type { QuotaPause } from "../../contract/commission/quota.ts";
import { pauseAfter } from "../../rules/admission/quota.ts";
import type { Commission } from "../../rules/commission/state.ts";
import type { ConductorState } from "./deps.ts";

export interface HeldQuota {
  pause: QuotaPause;
  /** Zero or less after the reset. */
  msLeft: number;
}

export function heldQuota({ deps, deadlines }: ConductorState): HeldQuota | null {
  const pause = deps.quota.current();
  if (pause === null) return null;
  const { pausedUntil: until, since } = pause;
  // Even if the clock was set back before a restart, the pause lasts no longer than it was meant to.
  const atMostMs = Date.parse(until) - Date.parse(since);
  return { pause, msLeft: deadlines.msUntil({ whose: "quota", until, atMostMs }) };
}

/**
 * Records that the quota is spent if the commission's session ended for that reason. Ignores a rehearsal, whose quota
 * is only part of its script.
 */
export async function noteSpentQuota(conductor: ConductorState, { record }: Commission): Promise<void> {
  const { end, plan, request } = record;
  if (end?.how !== "quota" || plan !== null || request.rehearsal !== null) return;
  await noteRefusal(conductor, { id: request.id, resetAt: end.resetAt, message: end.message });
}

export interface QuotaRefusal {
  /** `null` if the refused request belongs to no commission. */
  id: CommissionId | null;
  resetAt: string;
  message: string;
}

export async function noteRefusal(conductor: ConductorState, refused: QuotaRefusal): Promise<void> {
  const { deps } = conductor;
  const pause = pauseAfter({ ...refused, now: deps.clock.now(), before: heldQuota(conductor) });
  await deps.quota.replace(pause);
  const whose = refused.id === null ? {} : { id: refused.id };
  deps.log.info("the quota is used up", { ...whose, until: pause.pausedUntil });
}

export async function sendProbe({ deps }: ConductorState, id: CommissionId): Promise<void> {
  const pause = deps.quota.current();
  if (pause) await deps.quota.replace({ ...pause, probe: id });
}

/** Clears the pause if the model answered the probe: the quota is free, and the other commissions may start. */
export async function noteAnswer(conductor: ConductorState, id: CommissionId): Promise<void> {
  const { deps } = conductor;
  if (deps.quota.current()?.probe !== id) return;
  await deps.quota.replace(null);
  deps.log.info("the quota is free again", { id });
  conductor.admit();
}
