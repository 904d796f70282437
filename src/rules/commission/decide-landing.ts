// Decides what a person may do with finished work after its commission ended. Each act counts once: a second request,
// from another tab or another person, is refused with what has happened.
import type {
  LandingAct,
  LandingDetail,
  LandedState,
  StoppedLanding,
} from "../../contract/commission/landing.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { refuse } from "../../contract/api/problem.ts";
import type { CheckResult } from "../../contract/project/tree.ts";
import { landingStateOf, mergedAs } from "./after-end.ts";
import { type Commission, isEnded } from "./state.ts";
import { not, nothing, type Verdict, write } from "./verdict.ts";

export type LandingCommand =
  /** A person asks to accept or to undo the work. */
  | { do: "request-landing"; act: LandingAct; by: string; reason?: string | null }
  /** A commit is ready, and the integration branch is to be moved to it. */
  | {
      do: "plan-landing";
      act: LandingAct;
      into: string;
      expected: string;
      commit: string;
      checks: readonly CheckResult[];
    }
  /** The integration branch is at the commit. */
  | { do: "finish-landing"; act: LandingAct; into: string; commit: string; checks: readonly CheckResult[] }
  | { do: "stop-landing"; stop: StoppedLanding }
  /** The work was sent back: another commission continues it. */
  | { do: "send-back"; as: CommissionId; comments: number; by: string }
  /** The commission that continued the work ended without any, or is about to be deleted. */
  | { do: "take-back"; as: CommissionId }
  | { do: "turn-down"; reason: string | null; by: string }
  | { do: "mark-seen"; seen: boolean; by: string };

const landingCommands: ReadonlySet<string> = new Set<LandingCommand["do"]>([
  "request-landing",
  "plan-landing",
  "finish-landing",
  "stop-landing",
  "send-back",
  "take-back",
  "turn-down",
  "mark-seen",
]);

export function isLandingCommand(command: { do: string }): command is LandingCommand {
  return landingCommands.has(command.do);
}

/** The work may have been undone since the hall found that it comes back. */
function takeBack({ record: { afterEnd } }: Commission, as: CommissionId): Verdict {
  const comesBack = afterEnd.sentBack?.as === as && afterEnd.undone === null;
  return comesBack ? write({ type: "landing.returned", as }) : nothing;
}

export function decideLanding(commission: Commission, command: LandingCommand): Verdict {
  switch (command.do) {
    case "request-landing":
      return request(commission, command);
    case "plan-landing": {
      if (commission.record.afterEnd.acting?.act !== command.act) return not("be merged", commission);
      const { act, into, expected, commit, checks } = command;
      return write({ type: "landing.planned", act, into, expected, commit, checks: [...checks] });
    }
    case "finish-landing":
      return finish(commission, command);
    case "stop-landing":
      return stopLanding(commission, command.stop);
    case "send-back":
      return sendBack(commission, command);
    case "take-back":
      return takeBack(commission, command.as);
    case "turn-down": {
      const why = refuseTurnDown(commission);
      return why === null
        ? write({ type: "landing.rejected", by: command.by, reason: command.reason })
        : refuse("wrong_state", why);
    }
    case "mark-seen":
      return markSeen(commission, command);
  }
}

function request(
  commission: Commission,
  { act, by, reason = null }: Extract<LandingCommand, { do: "request-landing" }>,
): Verdict {
  const why = refusalsOfLanding(commission)[act];
  if (why !== null) return refuse("wrong_state", why);
  return write({ type: "landing.requested", act, by, ...(reason !== null && { reason }) });
}

/** Once a move is planned, the branch may have the commit already: only the hall, which knows, may stop the act then. */
function stopLanding(commission: Commission, stop: StoppedLanding): Verdict {
  const { acting } = commission.record.afterEnd;
  const isCalledOff = stop.cause === "cancelled";
  // An act that was called off or finished meanwhile has nothing left to stop. A person is told so.
  if (acting?.act !== stop.act)
    return isCalledOff ? refuse("wrong_state", "It was over before it could be called off.") : nothing;
  if (isCalledOff && acting.planned !== null)
    return refuse("wrong_state", "The integration branch is being moved: it can no longer be called off.");
  return write({ type: "landing.stopped", ...stop });
}

function finish(commission: Commission, command: Extract<LandingCommand, { do: "finish-landing" }>): Verdict {
  const { acting } = commission.record.afterEnd;
  const { act, into, commit, checks } = command;
  if (acting?.act !== act) return not("be merged", commission);
  const type = act === "accept" ? "landing.accepted" : "landing.undone";
  return write({ type, by: acting.by, into, commit, checks: [...checks] });
}

/** Records that the work was sent back. The same line is not written twice, because a restart may repeat the command. */
function sendBack(commission: Commission, command: Extract<LandingCommand, { do: "send-back" }>): Verdict {
  const { as, comments, by } = command;
  if (commission.record.afterEnd.sentBack?.as === as) return nothing;
  const why = refusalsOfLanding(commission).sendBack;
  if (why !== null) return refuse("wrong_state", why);
  return write({ type: "landing.sent_back", by, as, comments });
}

function markSeen(
  commission: Commission,
  { seen, by }: Extract<LandingCommand, { do: "mark-seen" }>,
): Verdict {
  if (landingStateOf(commission) === null) return refuse("wrong_state", whyNoWork(commission));
  return commission.record.afterEnd.seen === seen ? nothing : write({ type: "landing.seen", by, seen });
}

/** Returns for each act why it would be refused now; `null` if it would not. */
export function refusalsOfLanding(commission: Commission): LandingDetail["refusals"] {
  const state = landingStateOf(commission);
  if (state === null) {
    const why = whyNoWork(commission);
    return { accept: why, sendBack: why, reject: why, undo: why };
  }
  const { undone, sentBack } = commission.record.afterEnd;
  return refusalsOfState({ state, commit: undone?.commit ?? mergedAs(commission), as: sentBack?.as ?? null });
}

export interface LandingNow {
  state: LandedState;
  /** The commit on the integration branch; for undone work, the one that reverts it; `null` if there is none. */
  commit: string | null;
  /** The commission that continues work that was sent back; `null` if it is not known. */
  as: CommissionId | null;
}

export function refusalsOfState(now: LandingNow): LandingDetail["refusals"] {
  const { state, commit } = now;
  const isMerged = state === "merged" || state === "accepted";
  const canUndo = isMerged || (state === "sent_back" && commit !== null);
  const happened = whatHappened(now);
  const undo = canUndo ? null : state === "ready" ? notMerged : happened;
  return {
    accept: state === "ready" ? null : happened,
    sendBack: state === "ready" || isMerged ? null : happened,
    // Work that is merged is rejected by undoing its merge.
    reject: state === "ready" ? null : undo,
    undo,
  };
}

const notMerged = "It is not merged, so there is nothing to undo.";

function refuseTurnDown(commission: Commission): string | null {
  const state = landingStateOf(commission);
  if (state === null) return whyNoWork(commission);
  return state === "ready" ? null : refusalsOfLanding(commission).accept;
}

/** Says what has happened to the work, for a person who asks for something else. */
function whatHappened({ state, commit, as }: LandingNow): string {
  const short = commit?.slice(0, 12) ?? "";
  switch (state) {
    case "ready":
      return "It waits for you on its own branch.";
    case "merged":
      return `It is merged already, as commit ${short}.`;
    case "accepting":
      return "It is being accepted.";
    case "undoing":
      return "Its merge is being undone.";
    case "accepted":
      return `It was accepted already, as commit ${short}.`;
    case "sent_back":
      return `It was sent back already: ${as?.slice(0, 13) ?? "another commission"} continues it.`;
    case "rejected":
      return "It was rejected already. Its branch is kept; redispatch it to continue its work.";
    case "undone":
      return `It was undone already, by commit ${short}.`;
  }
}

function whyNoWork(commission: Commission): string {
  const { status, record } = commission;
  if (!isEnded(commission)) return "It has not ended.";
  if (status !== "completed") return `It is ${status}: it has no finished work.`;
  if (commission.outcome.trust === "refuted") return "Its checks refuted its work, which is never merged.";
  switch (record.applied?.tree?.state) {
    case "conflict":
      return "Its work is in conflict with the integration branch: redispatch it to have it brought over.";
    case "unchanged":
      return "It changed nothing in its project's repository.";
    case undefined:
      return "It worked on no project's repository.";
    case "kept":
    case "merged":
      return "Its branch could not be finished, so there is nothing to merge.";
  }
}
