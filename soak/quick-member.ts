// A guild member with the researcher's own jobs and HTTP server, whose sessions use no model: each reports
// something, submits a result if its task says so, and ends after the milliseconds in its task.
import type { Desk, Ending, Job, StartJob } from "../guild-members/researcher/job.ts";
import { runMember } from "../guild-members/researcher/run-member.ts";

const startJob: StartJob = (job, desk) => {
  const stopped = Promise.withResolvers<Ending>();
  const ended = Promise.race([work(job, desk).catch(failed), stopped.promise]);
  return { ended, stop: async () => stopped.resolve({ how: "failed", error: "It was stopped." }) };
};

async function work({ task }: Job, desk: Desk): Promise<Ending> {
  const ms = Number(/after (\d+) ms/.exec(task)?.[1] ?? 0);
  await desk.setSummary("At it.");
  await desk.addQuestion(`What about ${task}?`);
  await desk.addDecision({ question: "Which?", decision: task, reasoning: "So." });
  await Bun.sleep(ms / 2);
  if (task.includes("hand it in"))
    await desk.submit({ output: `# ${task}`, artifacts: [{ path: "a.md", content: task }] });
  await Bun.sleep(ms / 2);
  return { how: "finished", finalText: `# ${task}` };
}

function failed(error: unknown): Ending {
  return { how: "failed", error: error instanceof Error ? error.message : String(error) };
}

await runMember({ start: startJob, close: async () => undefined });
