// Decides how the session of a guild member's commission ended, from the status of its job and the verdict of the
// hall's gateway.
import type { GatewayVerdict, SessionEnd } from "../../contract/course/session-end.ts";
import type { JobStatusReply } from "../../contract/member/worker-protocol.ts";
import { cut } from "./job-news.ts";
import type { CommissionRecord } from "../commission/state.ts";

export interface JobOver {
  member: string;
  last: Pick<JobStatusReply, "status" | "error">;
  /**
   * Why the gateway refused further requests; `null` if it did not. The verdict is more precise than the
   * member's own report.
   */
  verdict: GatewayVerdict | null;
  /** The part of the rehearsal script that was not played; `null` if all of it was. */
  unplayed: string | null;
  /** How much the commission has used so far, over all its jobs. */
  used: Pick<CommissionRecord, "limits" | "turns" | "budgetUsd">;
}

export function jobEnd({ member, last, verdict, unplayed, used }: JobOver): SessionEnd {
  if (verdict !== null) return verdict;
  switch (last.status) {
    case "completed":
      // The job's result is recorded in a line of its own.
      return unplayed === null ? { how: "normal", finalText: "" } : { how: "rehearsal", message: unplayed };
    case "cancelled":
      return {
        how: "member",
        message: `The job was cancelled at guild member "${member}", and not by the hall.`,
      };
    case "failed":
    case "running":
      return limitMet(used) ?? { how: "member", message: `Guild member "${member}" ${saidOf(last)}` };
  }
}

/**
 * Returns the limit that the job has reached; `null` if none. A member enforces the same limits, and may end a job
 * before the gateway has to refuse a request.
 */
function limitMet({ limits, turns, budgetUsd }: JobOver["used"]): GatewayVerdict | null {
  if (limits === null) return null;
  const { maxTurns, maxBudgetUsd } = limits;
  if (budgetUsd >= maxBudgetUsd) return { how: "budget", limitUsd: maxBudgetUsd };
  return turns >= maxTurns ? { how: "turns", limit: maxTurns } : null;
}

function saidOf({ error }: JobOver["last"]): string {
  const said = error?.trim() ?? "";
  return said === "" ? "failed, and does not say why." : `says: ${cut(said, 2000)}`;
}

const decisive: readonly GatewayVerdict["how"][] = ["turns", "budget", "quota", "rehearsal", "storage"];

/**
 * Whether the job cannot continue, whatever its member says. Any other verdict means that the model is unreachable,
 * which may pass.
 */
export function isDecisive(verdict: GatewayVerdict | null): boolean {
  return verdict !== null && decisive.includes(verdict.how);
}
