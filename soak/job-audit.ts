// Compares an ended commission with the files of the guild member's job for it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Commission } from "../src/rules/commission/state.ts";

export interface JobFiles {
  jobId: string;
  status: string;
  hallCommission: string;
  output: string | null;
}

export function readJobs(directory: string): JobFiles[] {
  const jobs = `${directory}/jobs`;
  const names = existsSync(jobs) ? readdirSync(jobs).filter((name) => !name.startsWith(".")) : [];
  return names.map((name) => {
    const read = (file: string) => readFileSync(`${jobs}/${name}/${file}`, "utf8");
    const { jobId, status } = JSON.parse(read("meta.json")) as { jobId: string; status: string };
    const { commission: hallCommission } = JSON.parse(read("hall.json")) as { commission: string };
    const output = existsSync(`${jobs}/${name}/result.md`) ? read("result.md") : null;
    return { jobId, status, hallCommission, output };
  });
}

/** Returns one sentence for each promise that does not hold. */
export function whatIsWrong({ status, record }: Commission, jobs: readonly JobFiles[]): string[] {
  const { id } = record.request;
  const own = jobs.filter(({ hallCommission }) => hallCommission.startsWith(id));
  const [job] = own;
  const { submission, questions, decisions, resumes, falseStarts, bench, job: known } = record;
  const checks: [holds: boolean, wrong: string][] = [
    [own.length <= 1, `has ${own.length} jobs`],
    [resumes === 0 && falseStarts === 0 && bench <= 1, `was charged (${resumes}, ${falseStarts}, ${bench})`],
    [known?.jobId == null || known.jobId === job?.jobId, "names another job than there is"],
    [questions.length <= 1 && decisions.length <= 1, "was told something twice"],
    [status !== "completed" || job?.status === "completed", `is completed, and its job ${job?.status}`],
    [status !== "completed" || submission?.output === job?.output, "has another result than its job"],
    [status !== "failed" || job?.status !== "completed", "failed, and its job is completed"],
    [status !== "completed" || questions.length === 1, "was not told what its job asked"],
    [job?.status !== "running", "left a job at work"],
  ];
  return checks.flatMap(([holds, wrong]) => (holds ? [] : [`${id} ${wrong}`]));
}
