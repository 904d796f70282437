// Tests worker/cancel of a guild member (an external program that takes jobs from the hall): once, twice,
// several at the same time, and the state of the job afterwards.
import { cancelReply } from "../../../contract/member/worker-protocol.ts";
import { holds, type ConformanceCheck } from "../check.ts";
import { isRefused } from "../reply.ts";
import type { Subject } from "../subject.ts";

async function cancel(member: Subject, jobId: string): Promise<string> {
  const reply = await member.ask({ method: "worker/cancel", params: { jobId }, reply: cancelReply });
  holds(reply.jobId === jobId, `It answers for ${reply.jobId}.`);
  return reply.status;
}

/**
 * Checks that a second cancel is answered like the first. A job with a real model may end before it is cancelled. So
 * only a member that the conformance kit started with its own scripted model (`stage`) must answer with `cancelled`.
 */
async function twice(member: Subject): Promise<void> {
  const jobId = await member.dispatch();
  const first = await cancel(member, jobId);
  if (member.stage !== null) holds(first === "cancelled", `It answers with ${first}.`);
  const second = await cancel(member, jobId);
  holds(second === first, `The first answer is ${first}, the second ${second}.`);
}

async function atOnce(member: Subject): Promise<void> {
  const jobId = await member.dispatch();
  const all = await Promise.all(Array.from({ length: 8 }, () => cancel(member, jobId)));
  holds(new Set(all).size === 1, `8 at once are answered with ${[...new Set(all)].join(" and ")}.`);
  const { status } = await member.status(jobId);
  holds(status === all[0], `They were answered with ${all[0]}, and then it is ${status}.`);
}

async function absorbs(member: Subject): Promise<string | void> {
  const jobId = await member.dispatch();
  if ((await cancel(member, jobId)) !== "cancelled") return "the job ended before it could be cancelled";
  isRefused(await member.call("worker/result", { jobId }));
  const { status, completedAt, error } = await member.status(jobId);
  holds(status === "cancelled", `Its status is ${status}.`);
  holds(completedAt !== null, "It has no completedAt.");
  holds(error === null, `It has an error: ${error}`);
}

export const cancellingChecks: readonly ConformanceCheck[] = [
  { id: "cancel/twice", clause: "Cancelling again changes nothing.", needs: ["jobs"], run: twice },
  {
    id: "cancel/at-once",
    clause: "Cancels that arrive at the same time all get the same answer.",
    needs: ["jobs"],
    run: atOnce,
  },
  {
    id: "cancel/absorbs",
    clause: "A cancelled job stays cancelled, has an end and no error, and no result.",
    needs: ["jobs"],
    run: absorbs,
  },
];
