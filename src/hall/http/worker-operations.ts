// What the HTTP door asks about workers.
import type { Refusal } from "../../contract/api/problem.ts";
import type { WorkerList } from "../../contract/package/roster.ts";
import type { RehearsalList, WorkerDetail } from "../../contract/package/worker-record.ts";

export interface WorkerOperations {
  list(): Promise<WorkerList>;
  /** By the name that a person gives it. */
  find(name: string): Promise<{ ok: true; worker: WorkerDetail } | Refusal>;
  rehearsals(): Promise<RehearsalList>;
}
