// Sets up the jobs that several checks of the conformance kit share. Each job costs a session with a model, so each is
// dispatched only once.
import { z } from "zod";
import {
  dispatchReply,
  jobStatus,
  jobStatusReply,
  type JobStatusReply,
} from "../../contract/member/worker-protocol.ts";
import { sleep, stopwatch, type Clock } from "../../host/clock.ts";
import { fail } from "./check.ts";
import { resultOf } from "./reply.ts";
import { finishMark, type SeenRequest } from "./scripted-model.ts";
import type { ConformanceStage } from "./stage.ts";
import { callOnce, idleTask } from "./subject.ts";
import type { MemberAddress, WireDeps } from "./wire.ts";

export interface Finished {
  jobId: string;
  status: JobStatusReply;
  /** The requests that reached the kit's scripted model; empty with a real model. */
  seen: readonly SeenRequest[];
}

export interface Scenes {
  /**
   * Occupies the only slot (room for one running job) of a member that the kit started, so that jobs
   * dispatched later start no session.
   */
  hold(): Promise<void>;
  /** Returns the running job that takes the slot. */
  held(): Promise<string>;
  /** Frees the slot by cancelling the job that takes it. From then on `hold` does nothing. */
  release(): Promise<void>;
  /** Returns a job that has ended, after waiting for its end. */
  finished(): Promise<Finished>;
  /** Returns a job that was running when the kit killed all processes of the member and restarted it. */
  lost(): Promise<string>;
  /** Returns all jobs that were dispatched here. */
  jobs(): readonly string[];
}

export interface SceneDeps extends WireDeps {
  clock: Clock;
  place(): MemberAddress;
  stage: ConformanceStage | null;
}

/** `made`: the ids of the jobs that were dispatched so far. */
type Setting = SceneDeps & { made: string[] };

export const description = {
  held: "Conformance: held",
  finished: "Conformance: finished",
  lost: "Conformance: lost",
} as const;

export function createScenes(given: SceneDeps): Scenes {
  const deps: Setting = { ...given, made: [] };
  let holding: Promise<string> | null = null;
  let finishing: Promise<Finished> | null = null;
  let losing: Promise<string> | null = null;
  let isReleased = false;
  const held = () => (holding ??= takeSlot(deps));
  const release = async () => {
    isReleased = true;
    const jobId = await holding?.catch(() => null);
    if (jobId) await callOnce(deps, { method: "worker/cancel", params: { jobId } });
  };
  const free = async <T>(scene: () => Promise<T>) => {
    if (!isReleased) await release();
    return scene();
  };
  return {
    hold: async () => void (deps.stage !== null && !isReleased && (await held())),
    held,
    release,
    finished: () => (finishing ??= free(() => finish(deps))),
    lost: () => (losing ??= free(() => lose(deps))),
    jobs: () => deps.made,
  };
}

const holdMark = "[kit:hold]";
const lostMark = "[kit:lost]";

async function takeSlot(deps: Setting): Promise<string> {
  const jobId = await dispatch(deps, { description: description.held, task: idleTask });
  await untilAsked(deps, holdMark);
  return jobId;
}

async function finish(deps: Setting): Promise<Finished> {
  const task = `This is a conformance check ${finishMark}. Submit the word "done" as your result, and end.`;
  const jobId = await dispatch(deps, { description: description.finished, task });
  const status = await untilEnded(deps, jobId);
  return { jobId, status, seen: deps.stage?.model.seen(finishMark) ?? [] };
}

async function lose(deps: Setting): Promise<string> {
  const task = `This is a conformance check ${lostMark}. There is nothing to do.`;
  const jobId = await dispatch(deps, { description: description.lost, task });
  await untilAsked(deps, lostMark);
  await deps.stage?.restart();
  return jobId;
}

async function dispatch(deps: Setting, params: { description: string; task: string }): Promise<string> {
  const { jobId } = resultOf(await callOnce(deps, { method: "worker/dispatch", params }), dispatchReply);
  deps.made.push(jobId);
  return jobId;
}

const askMs = 60_000;
const endMs = { played: 120_000, live: 900_000 } as const;

async function untilAsked(deps: SceneDeps, mark: string): Promise<void> {
  const passed = stopwatch(deps.clock);
  while ((deps.stage?.model.seen(mark).length ?? 0) === 0) {
    if (passed() > askMs)
      fail(`A job was dispatched, and no model was asked for it within ${askMs / 1000} s.`);
    await sleep(deps.clock, 50);
  }
}

/** Requires only the status, because other checks examine the rest of a running job's reply. */
const atLeast = z.looseObject({ status: jobStatus });

async function untilEnded(deps: SceneDeps, jobId: string): Promise<JobStatusReply> {
  const limitMs = deps.stage === null ? endMs.live : endMs.played;
  const passed = stopwatch(deps.clock);
  for (;;) {
    const reply = await callOnce(deps, { method: "worker/status", params: { jobId } });
    if (resultOf(reply, atLeast).status !== "running") return resultOf(reply, jobStatusReply);
    if (passed() > limitMs) fail(`A job did not end within ${limitMs / 1000} s.`);
    await sleep(deps.clock, 100);
  }
}
