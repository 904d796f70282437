// Says in a sentence what one commission waits for.
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { waitOf, type WaitReasons } from "./admission.ts";

type Waiter = Pick<
  CommissionSummary,
  "id" | "status" | "worker" | "rehearsed" | "chore" | "waitsUntil" | "cancelRequested" | "blockedBy"
>;

/** Returns `null` if the commission waits for nothing, or if no reason is known yet. */
export function waitingForOf(waiter: Waiter, waits: WaitReasons): string | null {
  if (waiter.cancelRequested) return null;
  if (waiter.status === "blocked") return blockedText(waiter);
  if (waiter.status === "paused") return pausedText(waiter, waits);
  if (waiter.status !== "pending") return null;
  return waitOf(waits, { ...waiter, isChore: waiter.chore !== null })?.message ?? null;
}

/** Joins all reasons; each is a phrase such as "waits for ...". */
function blockedText({ blockedBy }: Waiter): string | null {
  return blockedBy.length === 0 ? null : blockedBy.join("; ");
}

/**
 * Says what a paused commission waits for: a rehearsal for a time in its script, all others for the shared
 * credential.
 */
function pausedText({ rehearsed, waitsUntil }: Waiter, { unrehearsed }: WaitReasons): string {
  const own = `The quota is used up until ${waitsUntil}.`;
  return rehearsed ? own : (unrehearsed?.message ?? own);
}
