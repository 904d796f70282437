// Tests how a guild member (an external program that takes jobs from the hall) reports a finished job: its
// status, its result and its files, and that they no longer change.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  cancelReply,
  deleteReply,
  detailedList,
  jobResult,
} from "../../../contract/member/worker-protocol.ts";
import { fail, holds, type ConformanceCheck } from "../check.ts";
import { hasTool, said } from "../closing-turns.ts";
import type { Finished } from "../scenes.ts";
import type { Subject } from "../subject.ts";
import { isGone } from "./deleting.ts";

const completed = async (member: Subject): Promise<Finished> => {
  const found = await member.scenes.finished();
  const { status, error } = found.status;
  holds(status === "completed", `It ended as ${status}: ${error}`);
  return found;
};

/**
 * Returns the finished job, or a reason to skip the check. It is skipped if the worker does not offer this
 * tool, because the kit's scripted model could not call it.
 */
async function called(member: Subject, tool: string): Promise<Finished | string> {
  const found = await completed(member);
  if (found.seen.some(({ tools }) => hasTool(tools, tool))) return found;
  return `its worker has no tool ${tool} that the kit could call`;
}

async function told(member: Subject): Promise<void> {
  const { jobId } = await completed(member);
  const { completedAt, error, startedAt } = await member.status(jobId);
  holds(error === null, `It has an error: ${error}`);
  holds(completedAt !== null, "It has no completedAt.");
  holds(Date.parse(completedAt) >= Date.parse(startedAt), "Its completedAt is before its startedAt.");
}

async function result(member: Subject): Promise<void> {
  const { jobId, seen } = await completed(member);
  const found = await member.ask({ method: "worker/result", params: { jobId }, reply: jobResult });
  holds(found.jobId === jobId, `It tells of ${found.jobId}.`);
  holds(found.output.trim() !== "", "There is no output.");
  for (const path of found.artifacts ?? [])
    holds(!path.startsWith("/") && !path.split("/").includes(".."), `"${path}" is not below the job.`);
  if (seen.some(({ tools }) => hasTool(tools, "submit_result")))
    holds(
      found.output.trim() === said.output.trim(),
      `The output is not what was submitted: ${found.output}`,
    );
}

async function summary(member: Subject): Promise<string | void> {
  const found = await called(member, "update_summary");
  if (typeof found === "string") return found;
  const listed = await member.ask({
    method: "worker/list",
    params: { detail: "detailed" },
    reply: detailedList,
  });
  const inList = listed.jobs.find(({ jobId }) => jobId === found.jobId)?.summary;
  holds(found.status.summary !== null, "worker/status has no summary.");
  holds(inList === found.status.summary, "worker/list has another summary than worker/status.");
}

async function questions(member: Subject): Promise<string | void> {
  const found = await called(member, "log_question");
  if (typeof found === "string") return found;
  const all = found.status.questions ?? [];
  holds(all.length === 1, `One question was asked, and ${all.length} came back.`);
  holds(all[0] === said.question, `It came back as ${JSON.stringify(all[0])}.`);
}

async function decisions(member: Subject): Promise<string | void> {
  const found = await called(member, "record_decision");
  if (typeof found === "string") return found;
  const all = JSON.stringify(found.status.decisions);
  holds(all === JSON.stringify([said.decision]), `They came back as ${all}.`);
}

async function header(member: Subject): Promise<void> {
  const { jobId, seen } = await completed(member);
  for (const { job } of seen) holds(job === jobId, `A request says that it is for ${job}.`);
}

async function unchanged(member: Subject): Promise<void> {
  const { jobId } = await completed(member);
  const before = JSON.stringify(await member.status(jobId));
  const { status } = await member.ask({ method: "worker/cancel", params: { jobId }, reply: cancelReply });
  holds(status === "completed", `Cancelling it is answered with ${status}.`);
  const after = JSON.stringify(await member.status(jobId));
  holds(before === after, `It was ${before}, and then ${after}.`);
  await member.ask({ method: "worker/result", params: { jobId }, reply: jobResult });
}

const files = ["task.md", "config.json", "meta.json", "result.md"];

async function onDisk(member: Subject): Promise<void> {
  const { jobId } = await completed(member);
  const directory = join(member.stage?.directory ?? "", "jobs", jobId);
  const names = await readdir(directory).catch(() => fail(`There is no jobs/${jobId}.`));
  const missing = files.filter((name) => !names.includes(name));
  holds(missing.length === 0, `There is no ${missing.join(", ")}.`);
  JSON.parse(await readFile(join(directory, "meta.json"), "utf8"));
  JSON.parse(await readFile(join(directory, "config.json"), "utf8"));
}

export const finishedChecks: readonly ConformanceCheck[] = [
  { id: "status/completed", clause: "A job that ended well is completed, with completedAt and without an error.", needs: ["jobs"], run: told },
  { id: "status/summary", clause: "status and list tell the worker's latest summary.", needs: ["directory"], run: summary },
  { id: "status/questions", clause: "A question of many lines comes back as one.", needs: ["directory"], run: questions },
  { id: "status/decisions", clause: "Decisions come back as they were recorded.", needs: ["directory"], run: decisions },
  { id: "result/completed", clause: "A completed job has its output and the names of its artifacts.", needs: ["jobs"], run: result },
  { id: "cancel/completed", clause: "Cancelling a completed job changes nothing, and says so.", needs: ["jobs"], run: unchanged },
  { id: "model/job-header", clause: "Requests to the model say which job they are for.", needs: ["directory"], run: header },
  { id: "files/job-directory", clause: "jobs/<id>/ holds the files that docs/files.md names.", needs: ["directory"], run: onDisk },
]; // prettier-ignore

/** Runs after all other checks, because it deletes the job that they share. */
export const deleteFinished: ConformanceCheck = {
  id: "delete/completed",
  clause: "A completed job is deleted for good.",
  needs: ["jobs"],
  run: async (member) => {
    const { jobId } = await completed(member);
    await member.ask({ method: "worker/delete", params: { jobId }, reply: deleteReply });
    await isGone(member, jobId);
  },
};
