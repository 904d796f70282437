// Declares what is needed to carry out guild members' commissions inside the hall. The composition root provides all of
// it.
import type { BenchDeps } from "../../../workbench/bench/run-bench.ts";
import type { Handoff } from "../../../contract/home/handoff.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import type { JobsGateway } from "../../../model/gateway/jobs/jobs.ts";
import type { Log } from "../../../host/log.ts";
import type { Members } from "../../../guild/members/members.ts";

export interface MemberEngineDeps extends Omit<BenchDeps, "makeReady" | "print"> {
  members: Pick<Members, "worker" | "stopped">;
  gateway: Pick<JobsGateway, "expect" | "open">;
  handoff: Handoff;
  /**
   * Returns true if a person has cancelled the commission. If not, a request to stop leaves the job running.
   */
  isCancelled(id: CommissionId): boolean;
  log: Pick<Log, "info" | "error">;
}

/** The orders that may interrupt a commission while it is carried out. */
export interface Orders {
  /** Asks the commission to stop: a person cancelled it, or stops the hall together with its work. */
  stop: AbortSignal;
  /** The commission has not stopped in time, and must end without waiting for its member. */
  drop: AbortSignal;
  /** The hall is shutting down, and the next hall continues the commission. */
  leave: AbortSignal;
  /** Tracks a task that may take longer than the commission itself. */
  background(task: Promise<void>): Promise<void>;
}
