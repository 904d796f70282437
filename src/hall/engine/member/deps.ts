// What it takes to carry out a guild member's commissions inside the hall. All of it comes from the composition root.
import type { BenchDeps } from "../../../workbench/bench/run-bench.ts";
import type { Handoff } from "../../../contract/home/handoff.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import type { JobsGateway } from "../../../model/gateway/jobs/jobs.ts";
import type { Log } from "../../../host/log.ts";
import type { Members } from "../../../guild/members/members.ts";

export interface MirrorDeps extends Omit<BenchDeps, "makeReady" | "print"> {
  members: Pick<Members, "worker" | "stopped">;
  gateway: Pick<JobsGateway, "expect" | "open">;
  handoff: Handoff;
  /** Whether somebody wants it cancelled by now. Else whoever is asked to stop leaves the job at work. */
  isCancelled(id: CommissionId): boolean;
  log: Pick<Log, "info" | "error">;
}

/** What may come between while a commission is carried out. */
export interface Orders {
  /** It is to stop: a person cancels it, or stops the hall with its work. */
  stop: AbortSignal;
  /** It has had its time for that. */
  drop: AbortSignal;
  /** The hall ends, and the next one goes on. */
  leave: AbortSignal;
  /** Something that may take longer than the commission itself. */
  background(task: Promise<void>): Promise<void>;
}
