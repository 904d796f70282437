// How a commission's session ended that a guild member carried out, from the end of its job and what the gateway knows.
import type { GatewayVerdict, SessionEnd } from "../../contract/commission/facts.ts";
import type { JobStatusReply } from "../../contract/member/worker-protocol.ts";
import { cut } from "./job-news.ts";
import type { Dossier } from "../commission/state.ts";

export interface JobOver {
  member: string;
  last: Pick<JobStatusReply, "status" | "error">;
  /** What the gateway knows is more exact than what a member can see of it. */
  verdict: GatewayVerdict | null;
  /** What was not played of its rehearsal. */
  unplayed: string | null;
  /** What is on record of the commission, all its jobs together. */
  used: Pick<Dossier, "limits" | "turns" | "budgetUsd">;
}

export function jobEnd({ member, last, verdict, unplayed, used }: JobOver): SessionEnd {
  if (verdict !== null) return verdict;
  switch (last.status) {
    case "completed":
      // Its result is on record by itself.
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

/** A member holds its sessions to the same limits, and may end one before the gateway has had to refuse anything. */
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

/** Nothing more can come of the job, whatever its member makes of that. An unreachable model may come back. */
export function isDecisive(verdict: GatewayVerdict | null): boolean {
  return verdict !== null && decisive.includes(verdict.how);
}
