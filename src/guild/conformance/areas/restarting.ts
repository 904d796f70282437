// Tests a guild member (an external program that takes jobs from the hall) after a crash. All its processes
// are killed and it is restarted: ended jobs must be unchanged, and the job that was running must have
// failed.
import { cancelReply, jobResult } from "../../../contract/member/worker-protocol.ts";
import { holds, type ConformanceCheck } from "../check.ts";
import { isRefused } from "../reply.ts";
import type { Subject } from "../subject.ts";

async function failed(member: Subject): Promise<string> {
  const jobId = await member.scenes.lost();
  const { status } = await member.status(jobId);
  holds(status === "failed", `Its status is ${status}.`);
  return jobId;
}

async function withReason(member: Subject): Promise<void> {
  const { error, completedAt } = await member.status(await failed(member));
  holds(error !== null && error.trim() !== "", "Its error says nothing.");
  holds(completedAt !== null, "It has no completedAt.");
}

async function stillThere(member: Subject): Promise<void> {
  const before = await member.scenes.finished();
  await member.scenes.lost();
  const after = await member.status(before.jobId);
  holds(JSON.stringify(after) === JSON.stringify(before.status), `It is ${JSON.stringify(after)} now.`);
  await member.ask({ method: "worker/result", params: { jobId: before.jobId }, reply: jobResult });
}

async function cancelChangesNothing(member: Subject): Promise<void> {
  const jobId = await failed(member);
  const { status } = await member.ask({ method: "worker/cancel", params: { jobId }, reply: cancelReply });
  holds(status === "failed", `It is answered with ${status}.`);
  holds((await member.status(jobId)).status === "failed", "It is not failed any more.");
}

const refuses = (method: string) => async (member: Subject) => {
  const jobId = await failed(member);
  isRefused(await member.call(`worker/${method}`, { jobId }));
  await member.status(jobId);
};

export const restartingChecks: readonly ConformanceCheck[] = [
  {
    id: "restart/kept",
    clause: "A job that had ended is the same after a restart of the member.",
    needs: ["directory"],
    run: stillThere,
  },
  {
    id: "restart/lost",
    clause: "A job that was running when the member died is failed, with a reason, after the restart.",
    needs: ["directory"],
    run: withReason,
  },
  {
    id: "cancel/failed",
    clause: "Cancelling a failed job changes nothing.",
    needs: ["directory"],
    run: cancelChangesNothing,
  },
  {
    id: "result/failed",
    clause: "A failed job has no result.",
    needs: ["directory"],
    run: refuses("result"),
  },
  {
    id: "delete/failed",
    clause: "A failed job is not deleted.",
    needs: ["directory"],
    run: refuses("delete"),
  },
];
