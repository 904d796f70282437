// worker/* of one member, for whoever gives it work. Exists only for members that declare the capability.
import type {
  DetailedJob,
  DispatchParams,
  JobResult,
  JobStatus,
  JobStatusReply,
  SimpleJob,
} from "../contract/worker-protocol.ts";

export interface WorkerHandle {
  dispatch(params: DispatchParams, signal?: AbortSignal): Promise<{ jobId: string }>;
  list(params?: { filter?: string; detail?: "simple" }, signal?: AbortSignal): Promise<{ jobs: SimpleJob[] }>;
  listDetailed(params?: { filter?: string }, signal?: AbortSignal): Promise<{ jobs: DetailedJob[] }>;
  status(jobId: string, signal?: AbortSignal): Promise<JobStatusReply>;
  result(jobId: string, signal?: AbortSignal): Promise<JobResult>;
  cancel(jobId: string, signal?: AbortSignal): Promise<{ jobId: string; status: JobStatus }>;
  delete(jobId: string, signal?: AbortSignal): Promise<{ jobId: string; deleted: true }>;
}
