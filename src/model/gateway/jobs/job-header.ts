// Reads the headers in which a guild member says which job a request is for, and whether it is for the
// member's memory. They come from outside, so they are validated.
import { noJob } from "../../../contract/member/spend.ts";
import { jobHeader, jobId, purposeHeader } from "../../../contract/member/worker-protocol.ts";
import type { ModelRequest } from "../asked.ts";

export interface JobRequest {
  jobId: string;
  asked: ModelRequest;
}

/** Returns `undefined` if the header is not a job id. */
export function readJobRequest(asked: ModelRequest): JobRequest | undefined {
  const named = jobId.safeParse(asked.headers.get(jobHeader) ?? noJob);
  if (!named.success) return undefined;
  return { jobId: named.data, asked: isForMemory(asked) ? { ...asked, kind: "memory" } : asked };
}

/**
 * Returns whether the request condenses the member's memory. The member does that in another session, so the
 * request is not a turn of the job.
 */
function isForMemory({ counting, headers }: ModelRequest): boolean {
  return !counting && headers.get(purposeHeader) === "memory";
}
