// Gives the checks of the conformance kit access to the guild member under test: sends it requests, and
// tracks the jobs to be removed afterwards.
import type { z } from "zod";
import {
  cancelReply,
  dispatchReply,
  jobStatusReply,
  type DispatchParams,
  type JobStatusReply,
} from "../../contract/member/worker-protocol.ts";
import type { Clock } from "../../host/clock.ts";
import { holds } from "./check.ts";
import { replyOf, resultOf, type Reply } from "./reply.ts";
import type { Scenes } from "./scenes.ts";
import type { ConformanceStage } from "./stage.ts";
import {
  messagesIn,
  send,
  type WireAnswer,
  type MemberAddress,
  type WireRequest,
  type WireDeps,
} from "./wire.ts";

export interface Subject {
  /** Returns the member's present address, which a restart changes. */
  place(): MemberAddress;
  send(sending: WireRequest): Promise<WireAnswer>;
  /** Sends one request and returns its only reply. */
  call(method: string, params?: unknown): Promise<Reply>;
  /** Sends one request and returns its result, parsed. */
  ask<T>(asked: { method: string; params?: unknown; reply: z.ZodType<T> }): Promise<T>;
  /** Dispatches a job that is cancelled and deleted after the check. */
  dispatch(params?: Partial<DispatchParams>): Promise<string>;
  /** Marks another job to be cancelled and deleted after the check. */
  discard(jobId: string): void;
  status(jobId: string): Promise<JobStatusReply>;
  scenes: Scenes;
  clock: Pick<Clock, "after">;
  /** `null` if the kit did not start the member. */
  stage: ConformanceStage | null;
}

export interface SubjectDeps extends WireDeps {
  place(): MemberAddress;
  stage: ConformanceStage | null;
  scenes: Scenes;
  /** The jobs to be cancelled and deleted after the present check. */
  jobs: Set<string>;
}

export function createSubject(deps: SubjectDeps): Subject {
  const { place, scenes, stage } = deps;
  const call = (method: string, params?: unknown) => callOnce(deps, { method, params });
  return {
    place,
    scenes,
    stage,
    clock: deps.clock,
    call,
    send: (sending) => send(deps, place(), sending),
    ask: async ({ method, params, reply }) => resultOf(await call(method, params), reply),
    dispatch: (params) => dispatch(deps, params ?? {}),
    discard: (jobId) => void deps.jobs.add(jobId),
    status: async (jobId) => resultOf(await call("worker/status", { jobId }), jobStatusReply),
  };
}

export interface Called {
  method: string;
  params?: unknown;
  id?: string | number;
}

export function requestOf({ method, params, id = 1 }: Called): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
}

export async function callOnce(deps: WireDeps & Pick<SubjectDeps, "place">, called: Called): Promise<Reply> {
  return onlyReply(await send(deps, deps.place(), { body: requestOf(called) }), called.id ?? 1);
}

export function onlyReply(answer: WireAnswer, id: string | number | null): Reply {
  const messages = messagesIn(answer);
  holds(
    messages.length === 1,
    `There are ${messages.length} replies, with status ${answer.status}, and not one.`,
  );
  const reply = replyOf(messages[0]);
  holds(reply.id === id, `The reply has the id ${JSON.stringify(reply.id)} and not ${JSON.stringify(id)}.`);
  return reply;
}

/** A task that the kit's scripted model never answers, so that the job keeps running. */
export const idleTask =
  "This is a conformance check [kit:hold]. There is nothing to do: answer with the word done.";

async function dispatch(deps: SubjectDeps, given: Partial<DispatchParams>): Promise<string> {
  await deps.scenes.hold();
  const params = { description: "Conformance check", task: idleTask, ...given };
  const reply = await callOnce(deps, { method: "worker/dispatch", params });
  const { jobId } = resultOf(reply, dispatchReply);
  deps.jobs.add(jobId);
  return jobId;
}

/**
 * Cancels and deletes the jobs of the check, and ignores failures, because other checks test these methods. A failed
 * job stays, because the protocol does not let it be deleted.
 */
export async function tidy(deps: SubjectDeps): Promise<void> {
  const jobs = [...deps.jobs];
  deps.jobs.clear();
  for (const jobId of jobs) {
    await callOnce(deps, { method: "worker/cancel", params: { jobId } })
      .then((reply) => resultOf(reply, cancelReply))
      .then(() => callOnce(deps, { method: "worker/delete", params: { jobId } }))
      .catch(() => undefined);
  }
}
