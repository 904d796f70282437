// What a guild member says of a request in its head. It comes from outside, and part of it names an account.
import { noJob } from "../../../contract/member/spend.ts";
import { jobHeader, jobId, purposeHeader } from "../../../contract/member/worker-protocol.ts";
import type { ModelRequest } from "../asked.ts";

export interface JobRequest {
  jobId: string;
  asked: ModelRequest;
}

/** undefined: what stands there is no job id. */
export function readJobRequest(asked: ModelRequest): JobRequest | undefined {
  const named = jobId.safeParse(asked.headers.get(jobHeader) ?? noJob);
  if (!named.success) return undefined;
  return { jobId: named.data, asked: isForMemory(asked) ? { ...asked, kind: "memory" } : asked };
}

/** A session beside the job's own, so none of its requests is a turn of the job. */
function isForMemory({ counting, headers }: ModelRequest): boolean {
  return !counting && headers.get(purposeHeader) === "memory";
}
