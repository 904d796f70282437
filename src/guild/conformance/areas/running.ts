// Tests how a guild member (an external program that takes jobs from the hall) handles a running job: its
// status, the requests that are refused meanwhile, and its cancellation.
import { cancelReply } from "../../../contract/member/worker-protocol.ts";
import { sleep } from "../../../host/clock.ts";
import { fail, holds, type ConformanceCheck } from "../check.ts";
import { isRefused } from "../reply.ts";
import { description } from "../scenes.ts";
import type { Subject } from "../subject.ts";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

async function told(member: Subject): Promise<void> {
  const jobId = await member.scenes.held();
  const status = await member.status(jobId);
  holds(status.jobId === jobId, `It tells of ${status.jobId}.`);
  holds(status.status === "running", `Its status is ${status.status}.`);
  holds(status.description === description.held, `Its description is ${JSON.stringify(status.description)}.`);
  holds(time.test(status.startedAt), `startedAt is ${JSON.stringify(status.startedAt)}, and no time.`);
  holds(status.completedAt === null && status.error === null, "completedAt or error is not null.");
}

async function queuedTold(member: Subject): Promise<void> {
  const status = await member.status(await member.dispatch());
  holds(status.status === "running", `Its status is ${status.status}.`);
  holds(time.test(status.startedAt), `startedAt is ${JSON.stringify(status.startedAt)}, and no time.`);
}

const endMs = 2000;

/**
 * Cancels a job whose session waits for an answer of the conformance kit's scripted model. The session has ended once
 * it has closed its connection to that model.
 */
async function cancelled(member: Subject): Promise<void> {
  const jobId = await member.scenes.held();
  const seen = member.stage?.model.seen("[kit:hold]") ?? [];
  const reply = await member.ask({ method: "worker/cancel", params: { jobId }, reply: cancelReply });
  holds(reply.status === "cancelled", `It answers with ${reply.status}.`);
  for (let waited = 0; seen.some(({ hasLeft }) => !hasLeft); waited += 50) {
    if (waited > endMs) fail(`Its session still waits for the model after ${endMs} ms.`);
    await sleep(member.clock, 50);
  }
  const { status, completedAt } = await member.status(jobId);
  holds(status === "cancelled" && completedAt !== null, `Afterwards it is ${status}, ended ${completedAt}.`);
}

export const runningChecks: readonly ConformanceCheck[] = [
  {
    id: "status/running",
    clause: "A job at work has every field, a startedAt, and neither completedAt nor error.",
    needs: ["directory"],
    run: told,
  },
  {
    id: "status/queued",
    clause: "A job that waits for its turn is running, and startedAt is when it was taken.",
    needs: ["directory"],
    run: queuedTold,
  },
  {
    id: "result/running",
    clause: "The result of a job at work is refused.",
    needs: ["directory"],
    run: async (member) =>
      isRefused(await member.call("worker/result", { jobId: await member.scenes.held() })),
  },
  {
    id: "delete/running",
    clause: "A job at work is not deleted.",
    needs: ["directory"],
    run: async (member) => {
      const jobId = await member.dispatch();
      isRefused(await member.call("worker/delete", { jobId }));
      await member.status(jobId);
    },
  },
  {
    id: "cancel/running",
    clause: `Cancelling a job at work ends its session within ${endMs / 1000} s.`,
    needs: ["directory"],
    run: async (member) => {
      try {
        await cancelled(member);
      } finally {
        await member.scenes.release();
      }
    },
  },
];
