// Reads what a guild member states about a request in its headers. They come from outside, and one names an account.
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

/** Memory is condensed in a session beside the job's own, so none of its requests is a turn of the job. */
function isForMemory({ counting, headers }: ModelRequest): boolean {
  return !counting && headers.get(purposeHeader) === "memory";
}
