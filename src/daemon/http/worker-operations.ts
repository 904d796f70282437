// What the HTTP door asks about workers.
import type { Refusal } from "../../contract/problem.ts";
import type { WorkerList } from "../../contract/roster.ts";
import type { RehearsalList, WorkerDetail } from "../../contract/worker-record.ts";

export interface WorkerOperations {
  list(): Promise<WorkerList>;
  /** By the name that a person gives it. */
  find(name: string): Promise<{ ok: true; worker: WorkerDetail } | Refusal>;
  rehearsals(): Promise<RehearsalList>;
}
