// What each route about workers does, once its request has been taken apart and found sound.
import type { Actions } from "./actions.ts";
import { answer, json } from "./answers.ts";
import type { WorkerOperations } from "./worker-operations.ts";

export type WorkerActions = Pick<Actions, "workers" | "worker" | "rehearsals">;

export function createWorkerActions(workers: WorkerOperations): WorkerActions {
  return {
    workers: async () => json(200, await workers.list()),
    worker: async ({ params }) => answer(await workers.find(params.name), (found) => found.worker),
    rehearsals: async () => json(200, await workers.rehearsals()),
  };
}
