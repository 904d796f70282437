// Maps the methods of the worker/* protocol to their handlers.
import { cancel, remove } from "./methods/end.ts";
import { dispatch } from "./methods/dispatch.ts";
import { list } from "./methods/list.ts";
import { artifact, result } from "./methods/result.ts";
import { status } from "./methods/status.ts";
import type { Workshop } from "./queue/workshop.ts";
import type { JobId } from "./store/job-id.ts";
import type { JobStore } from "./store/job-store.ts";

export interface HandlerDeps {
  store: JobStore;
  workshop: Workshop;
}

export type Handler = (params: unknown) => Promise<object>;

export function createHandlers(deps: HandlerDeps): Record<string, Handler> {
  const dispatching = new Map<string, Promise<JobId>>();
  return {
    "worker/dispatch": (params) => dispatch({ ...deps, dispatching }, params),
    "worker/list": (params) => list(deps, params),
    "worker/status": (params) => status(deps, params),
    "worker/result": (params) => result(deps, params),
    "worker/cancel": (params) => cancel(deps, params),
    "worker/delete": (params) => remove(deps, params),
    "worker/artifact": (params) => artifact(deps, params),
  };
}
