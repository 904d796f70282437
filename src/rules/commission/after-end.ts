// Computes what became of finished work after its commission ended, from the ledger lines about it. The status, the
// outcome and the trust of the commission stay as they are.
import type {
  LandingAct,
  LandingBody,
  LandedState,
  StoppedLanding,
} from "../../contract/commission/landing.ts";
import type { LedgerEvent } from "../../contract/commission/events.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CheckResult } from "../../contract/project/tree.ts";
import type { Commission } from "./state.ts";

export interface AfterEnd {
  /** The act that a person asked for and that is not done yet; `null` if there is none. */
  acting: {
    act: LandingAct;
    by: string;
    at: string;
    /** Why the person rejected the work, which is merged and thereby undone; `null` if no reason was given. */
    reason: string | null;
    /** The move of the integration branch that is about to be made; `null` before that. */
    planned: { into: string; expected: string; commit: string; checks: readonly CheckResult[] } | null;
  } | null;
  /** The commit with which the work was accepted; `null` if it was not. */
  accepted: MovedBranch | null;
  /** The commit that reverts the work; `null` if it was not undone. */
  undone: (MovedBranch & { reason: string | null }) | null;
  sentBack: { as: CommissionId; at: string } | null;
  rejected: { reason: string | null; at: string } | null;
  /** The last act that ended without an effect; `null` once another has an effect. */
  stopped: (StoppedLanding & { at: string }) | null;
  seen: boolean;
}

export interface MovedBranch {
  into: string;
  commit: string;
  checks: readonly CheckResult[];
  at: string;
}

export const nothingAfterEnd: AfterEnd = {
  acting: null,
  accepted: null,
  undone: null,
  sentBack: null,
  rejected: null,
  stopped: null,
  seen: false,
};

export type LandingEvent = Extract<LedgerEvent, { type: `landing.${string}` }>;

export function isLandingEvent(event: LedgerEvent): event is LandingEvent {
  return event.type.startsWith("landing.");
}

/** Returns the commission after the line. A line about a commission without finished work has no effect. */
export function evolveAfterEnd(before: Commission, event: LandingEvent): Commission {
  if (landingStateOf(before) === null) return before;
  const { record } = before;
  return { ...before, record: { ...record, afterEnd: next(record.afterEnd, event) } };
}

function next(before: AfterEnd, event: LandingBody & { at: string }): AfterEnd {
  const { at } = event;
  switch (event.type) {
    case "landing.requested":
      return {
        ...before,
        acting: { act: event.act, by: event.by, at, reason: event.reason ?? null, planned: null },
      };
    case "landing.planned": {
      const { act, into, expected, commit, checks } = event;
      const { acting } = before;
      return acting?.act === act
        ? { ...before, acting: { ...acting, planned: { into, expected, commit, checks } } }
        : before;
    }
    case "landing.stopped": {
      const { act, cause, message, conflicts, standing, checks } = event;
      return { ...before, acting: null, stopped: { act, cause, message, conflicts, standing, checks, at } };
    }
    case "landing.accepted":
      return { ...before, acting: null, stopped: null, accepted: moved(event, at) };
    case "landing.undone": {
      const undone = { ...moved(event, at), reason: before.acting?.reason ?? null };
      return { ...before, acting: null, stopped: null, undone };
    }
    case "landing.sent_back":
      return { ...before, sentBack: { as: event.as, at } };
    case "landing.returned":
      return before.sentBack?.as === event.as ? { ...before, sentBack: null } : before;
    case "landing.rejected":
      return { ...before, rejected: { reason: event.reason, at } };
    case "landing.seen":
      return { ...before, seen: event.seen };
  }
}

function moved({ into, commit, checks }: Pick<MovedBranch, "into" | "commit" | "checks">, at: string) {
  return { into, commit, checks, at };
}

/** Returns what became of the finished work; `null` if there is none, or it can neither be accepted nor undone. */
export function landingStateOf(commission: Commission): LandedState | null {
  if (commission.status !== "completed") return null;
  const { record, outcome } = commission;
  const { acting, accepted, undone, sentBack, rejected } = record.afterEnd;
  const tree = record.applied?.tree ?? null;
  if (tree === null) return null;
  if (acting !== null) return acting.act === "accept" ? "accepting" : "undoing";
  if (undone !== null) return "undone";
  if (sentBack !== null) return "sent_back";
  if (rejected !== null) return "rejected";
  if (accepted !== null) return "accepted";
  if (tree.state === "merged") return "merged";
  return tree.state === "kept" && tree.tip !== null && outcome.trust !== "refuted" ? "ready" : null;
}

/**
 * Returns the commit through which the integration branch has the work; `null` if it has none, or the merge was undone.
 */
export function mergedAs({ record }: Commission): string | null {
  const { accepted, undone } = record.afterEnd;
  if (undone !== null) return null;
  const tree = record.applied?.tree ?? null;
  return accepted?.commit ?? (tree?.state === "merged" ? tree.commit : null);
}
