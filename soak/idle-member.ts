// Runs the researcher, a guild member, with jobs that need no model. A job whose task says so ends at once;
// all others wait until they are stopped.
import type { Ending, StartJob } from "../guild-members/researcher/job.ts";
import { runMember } from "../guild-members/researcher/run-member.ts";

const startJob: StartJob = (job, recorder) => {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  if (job.task.includes("end at once"))
    void recorder.submit({ output: job.task, artifacts: [] }).then(
      () => resolve({ how: "finished", finalText: "Done." }),
      (error: unknown) => resolve({ how: "failed", error: String(error) }),
    );
  const stop = async () => resolve({ how: "failed", error: "The session was stopped." });
  return { ended: promise, stop };
};

await runMember({ start: startJob, close: async () => undefined });
