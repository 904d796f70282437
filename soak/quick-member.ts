// Runs a guild member with the researcher's jobs and HTTP server, whose sessions use no model: each reports
// something, submits a result if its task says so, and ends after the milliseconds in its task.
import type { JobRecorder, Ending, Job, StartJob } from "../guild-members/researcher/job.ts";
import { runMember } from "../guild-members/researcher/run-member.ts";

const startJob: StartJob = (job, recorder) => {
  const stopped = Promise.withResolvers<Ending>();
  const ended = Promise.race([work(job, recorder).catch(failed), stopped.promise]);
  return { ended, stop: async () => stopped.resolve({ how: "failed", error: "It was stopped." }) };
};

async function work({ task }: Job, recorder: JobRecorder): Promise<Ending> {
  const ms = Number(/after (\d+) ms/.exec(task)?.[1] ?? 0);
  await recorder.setSummary("At it.");
  await recorder.addQuestion(`What about ${task}?`);
  await recorder.addDecision({ question: "Which?", decision: task, reasoning: "So." });
  await Bun.sleep(ms / 2);
  if (task.includes("hand it in"))
    await recorder.submit({ output: `# ${task}`, artifacts: [{ path: "a.md", content: task }] });
  await Bun.sleep(ms / 2);
  return { how: "finished", finalText: `# ${task}` };
}

function failed(error: unknown): Ending {
  return { how: "failed", error: error instanceof Error ? error.message : String(error) };
}

await runMember({ start: startJob, close: async () => undefined });
