// Calls the worker/* methods of one guild member over JSON-RPC, and validates each answer against the protocol.
import { z } from "zod";
import {
  artifactReply,
  type ArtifactReply,
  cancelReply,
  deleteReply,
  detailedList,
  type DetailedJob,
  type DispatchParams,
  dispatchReply,
  greeting,
  jobResult,
  type JobResult,
  type JobStatus,
  jobStatusReply,
  type JobStatusReply,
  simpleList,
  type SimpleJob,
  workerExtension,
} from "../../../contract/member/worker-protocol.ts";
import { issueWords } from "../../../base/text/thrown-text.ts";
import { call, type RpcDeps, type RpcQuestion } from "./rpc-call.ts";
import { JsonRpcProtocolError } from "./rpc-errors.ts";

interface JobAsked {
  jobId: string;
}

/**
 * Each call rejects with a JsonRpcTimeoutError, JsonRpcHttpError or JsonRpcProtocolError, with the signal's reason, or
 * with the error of `RpcDeps.endpoint` if the member cannot be reached.
 */
export interface JsonRpcClient {
  dispatchWorker(params: DispatchParams, signal?: AbortSignal): Promise<JobAsked>;
  listWorkers(params: { filter?: string }, signal?: AbortSignal): Promise<{ jobs: SimpleJob[] }>;
  listWorkersDetailed(params: { filter?: string }, signal?: AbortSignal): Promise<{ jobs: DetailedJob[] }>;
  workerStatus(params: JobAsked, signal?: AbortSignal): Promise<JobStatusReply>;
  workerResult(params: JobAsked, signal?: AbortSignal): Promise<JobResult>;
  cancelWorker(params: JobAsked, signal?: AbortSignal): Promise<JobAsked & { status: JobStatus }>;
  deleteWorker(params: JobAsked, signal?: AbortSignal): Promise<JobAsked & { deleted: true }>;
  workerArtifact(params: JobAsked & { path: string }, signal?: AbortSignal): Promise<ArtifactReply>;
  /** Returns the version of worker/* that the member announces. `null` if it announces none. */
  workerVersion(signal?: AbortSignal): Promise<string | null>;
}

export function createJsonRpcClient(deps: RpcDeps): JsonRpcClient {
  return {
    dispatchWorker: (params, signal) =>
      ask(deps, { method: "worker/dispatch", reply: dispatchReply, params, signal }),
    listWorkers: ({ filter }, signal) =>
      ask(deps, { method: "worker/list", reply: simpleList, params: { detail: "simple", filter }, signal }),
    listWorkersDetailed: ({ filter }, signal) =>
      ask(deps, {
        method: "worker/list",
        reply: detailedList,
        params: { detail: "detailed", filter },
        signal,
      }),
    workerStatus: (params, signal) =>
      askOfJob(deps, { method: "worker/status", reply: jobStatusReply, params, signal }),
    workerResult: (params, signal) =>
      askOfJob(deps, { method: "worker/result", reply: jobResult, params, signal }),
    cancelWorker: (params, signal) =>
      askOfJob(deps, { method: "worker/cancel", reply: cancelReply, params, signal }),
    deleteWorker: (params, signal) =>
      askOfJob(deps, { method: "worker/delete", reply: deleteReply, params, signal }),
    workerArtifact: (params, signal) => askArtifact(deps, params, signal),
    workerVersion: (signal) => askVersion(deps, signal),
  };
}

async function askArtifact(
  deps: RpcDeps,
  params: JobAsked & { path: string },
  signal?: AbortSignal,
): Promise<ArtifactReply> {
  const method = "worker/artifact";
  const answer = await askOfJob(deps, { method, reply: artifactReply, params, signal });
  if (answer.path === params.path) return answer;
  const what = "its result is of another file than the one that was asked for";
  throw new JsonRpcProtocolError({ member: deps.name, method, what });
}

const client = { name: "guild-hall", version: "1" };
const extension = z.looseObject({ version: z.string() });

async function askVersion(deps: RpcDeps, signal?: AbortSignal): Promise<string | null> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: client };
  const { capabilities } = await ask(deps, { method: "initialize", reply: greeting, params, signal });
  return extension.safeParse(capabilities.extensions?.[workerExtension]).data?.version ?? null;
}

interface TypedQuestion<T> extends RpcQuestion {
  reply: z.ZodType<T>;
}

/** Validates the result and drops fields that the protocol does not define. */
async function ask<T>(deps: RpcDeps, { reply, ...question }: TypedQuestion<T>): Promise<T> {
  const parsed = reply.safeParse(await call(deps, question));
  if (parsed.success) return parsed.data;
  const what = `its result does not fit: ${issueWords(parsed.error.issues.slice(0, mostIssues))}`;
  throw new JsonRpcProtocolError(
    { member: deps.name, method: question.method, what },
    { cause: parsed.error },
  );
}

const mostIssues = 3;

async function askOfJob<T extends JobAsked>(
  deps: RpcDeps,
  question: TypedQuestion<T> & { params: JobAsked },
): Promise<T> {
  const answer = await ask(deps, question);
  if (answer.jobId === question.params.jobId) return answer;
  const what = "its result is of another job than the one that was asked for";
  throw new JsonRpcProtocolError({ member: deps.name, method: question.method, what });
}
