// Lets the hall call the worker/* methods of one guild member. Only a member that declares the capability `worker` has
// such a handle.
import { canWork } from "../../../contract/member/member.ts";
import type {
  ArtifactReply,
  DetailedJob,
  DispatchParams,
  JobResult,
  JobStatus,
  JobStatusReply,
  SimpleJob,
} from "../../../contract/member/worker-protocol.ts";
import { createJsonRpcClient } from "./json-rpc-client.ts";
import type { RpcDeps } from "./rpc-call.ts";

export interface WorkerHandle {
  dispatch(params: DispatchParams, signal?: AbortSignal): Promise<{ jobId: string }>;
  list(params?: { filter?: string; detail?: "simple" }, signal?: AbortSignal): Promise<{ jobs: SimpleJob[] }>;
  listDetailed(params?: { filter?: string }, signal?: AbortSignal): Promise<{ jobs: DetailedJob[] }>;
  status(jobId: string, signal?: AbortSignal): Promise<JobStatusReply>;
  result(jobId: string, signal?: AbortSignal): Promise<JobResult>;
  cancel(jobId: string, signal?: AbortSignal): Promise<{ jobId: string; status: JobStatus }>;
  delete(jobId: string, signal?: AbortSignal): Promise<{ jobId: string; deleted: true }>;
  /** A member that does not offer this method refuses it with -32601. */
  artifact(asked: { jobId: string; path: string }, signal?: AbortSignal): Promise<ArtifactReply>;
  /** Returns the version of worker/* that the member announces. `null` if it announces none. */
  version(signal?: AbortSignal): Promise<string | null>;
}

export interface WorkerHandleDeps extends RpcDeps {
  /** The capabilities in the member's manifest. */
  capabilities: string[];
}

/** Returns `null` if the member does not declare that it takes work, so that it is never asked to. */
export function createWorkerHandle(deps: WorkerHandleDeps): WorkerHandle | null {
  if (!canWork(deps)) return null;
  const client = createJsonRpcClient(deps);
  return {
    dispatch: (params, signal) => client.dispatchWorker(params, signal),
    list: ({ filter } = {}, signal) => client.listWorkers(matching(filter), signal),
    listDetailed: ({ filter } = {}, signal) => client.listWorkersDetailed(matching(filter), signal),
    status: (jobId, signal) => client.workerStatus({ jobId }, signal),
    result: (jobId, signal) => client.workerResult({ jobId }, signal),
    cancel: (jobId, signal) => client.cancelWorker({ jobId }, signal),
    delete: (jobId, signal) => client.deleteWorker({ jobId }, signal),
    artifact: (asked, signal) => client.workerArtifact(asked, signal),
    version: (signal) => client.workerVersion(signal),
  };
}

function matching(filter: string | undefined): { filter?: string } {
  return filter === undefined ? {} : { filter };
}
