// The member under test, as the checks see it: its wire, its methods, and the jobs that were dispatched to it.
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
import type { Stage } from "./stage.ts";
import { messagesIn, send, type Answer, type Place, type Sending, type WireDeps } from "./wire.ts";

export interface Subject {
  /** Where it is now: a restart moves it. */
  place(): Place;
  send(sending: Sending): Promise<Answer>;
  /** One request, with an id of its own. */
  call(method: string, params?: unknown): Promise<Reply>;
  /** The result in its shape. */
  ask<T>(asked: { method: string; params?: unknown; reply: z.ZodType<T> }): Promise<T>;
  /** A job that is cancelled and deleted after the check. */
  dispatch(params?: Partial<DispatchParams>): Promise<string>;
  /** The same for one that came of something else. */
  discard(jobId: string): void;
  status(jobId: string): Promise<JobStatusReply>;
  scenes: Scenes;
  clock: Pick<Clock, "after">;
  /** null: it was not started by the kit. */
  stage: Stage | null;
}

export interface SubjectDeps extends WireDeps {
  place(): Place;
  stage: Stage | null;
  scenes: Scenes;
  /** The jobs of this check. */
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

export function onlyReply(answer: Answer, id: string | number | null): Reply {
  const messages = messagesIn(answer);
  holds(
    messages.length === 1,
    `There are ${messages.length} replies, with status ${answer.status}, and not one.`,
  );
  const reply = replyOf(messages[0]);
  holds(reply.id === id, `The reply has the id ${JSON.stringify(reply.id)} and not ${JSON.stringify(id)}.`);
  return reply;
}

/** The model that the kit plays never answers it. */
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

/** Best effort: what a member does wrong here is what its checks are about. A job that failed stays, by the protocol. */
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
