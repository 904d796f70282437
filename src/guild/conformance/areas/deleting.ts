// Tests worker/delete of a guild member (an external program that takes jobs from the hall): a deletion is
// permanent, and safe beside other deletions and cancellations.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { deleteReply, simpleList } from "../../../contract/member/worker-protocol.ts";
import { holds, inCase, type ConformanceCheck } from "../check.ts";
import { isRefused, resultOf } from "../reply.ts";
import type { Subject } from "../subject.ts";

async function cancelledJob(member: Subject): Promise<string> {
  const jobId = await member.dispatch();
  await member.call("worker/cancel", { jobId });
  return jobId;
}

/** Checks that the job is gone: every method refuses it, and it is neither in the list nor on the disk. */
export async function isGone(member: Subject, jobId: string): Promise<void> {
  for (const method of ["status", "result", "cancel", "delete"]) {
    const reply = await member.call(`worker/${method}`, { jobId });
    await inCase(`worker/${method} afterwards`, () => isRefused(reply));
  }
  const { jobs } = await member.ask({ method: "worker/list", params: {}, reply: simpleList });
  holds(!jobs.some((job) => job.jobId === jobId), "It is still in the list.");
  if (member.stage === null) return;
  const directory = await stat(join(member.stage.directory, "jobs", jobId)).catch(() => null);
  holds(directory === null, "Its directory is still there.");
}

async function forGood(member: Subject): Promise<void> {
  const jobId = await cancelledJob(member);
  const reply = await member.ask({ method: "worker/delete", params: { jobId }, reply: deleteReply });
  holds(reply.jobId === jobId, `It answers for ${reply.jobId}.`);
  await isGone(member, jobId);
}

async function atOnce(member: Subject): Promise<void> {
  const jobId = await cancelledJob(member);
  const replies = await Promise.all(Array.from({ length: 8 }, () => member.call("worker/delete", { jobId })));
  const done = replies.filter((reply) => "result" in reply);
  for (const reply of replies) if ("error" in reply) isRefused(reply);
  for (const reply of done) resultOf(reply, deleteReply);
  holds(done.length > 0, "No delete was answered with success.");
  await isGone(member, jobId);
}

/**
 * Sends a delete and a cancel at the same time. Whichever the member handles first, the job must then be gone
 * or ended.
 */
async function againstCancel(member: Subject): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const jobId = await member.dispatch();
    const [cancelled, deleted] = await Promise.all([
      member.call("worker/cancel", { jobId }),
      member.call("worker/delete", { jobId }),
    ]);
    if ("error" in cancelled) isRefused(cancelled);
    if ("error" in deleted) isRefused(deleted);
    if ("result" in deleted) await isGone(member, jobId);
    else holds((await member.status(jobId)).status !== "running", "Neither of the two was carried out.");
  }
}

export const deletingChecks: readonly ConformanceCheck[] = [
  {
    id: "delete/cancelled",
    clause: "A cancelled job is deleted for good: no method knows it, and its directory is gone.",
    needs: ["jobs"],
    run: forGood,
  },
  {
    id: "delete/at-once",
    clause:
      "When deletes arrive at the same time, at least one succeeds; the others succeed too or are refused.",
    needs: ["jobs"],
    run: atOnce,
  },
  {
    id: "delete/against-cancel",
    clause: "A delete and a cancel at the same time leave a job that is gone or that has ended.",
    needs: ["jobs"],
    run: againstCancel,
  },
];
