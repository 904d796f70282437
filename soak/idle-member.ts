// The researcher's program with jobs that need no model: a job that asks for it ends at once, all others wait until
// they are stopped.
import type { Ending, StartJob } from "../guild-members/researcher/job.ts";
import { runMember } from "../guild-members/researcher/run-member.ts";

const startJob: StartJob = (job, desk) => {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  if (job.task.includes("end at once"))
    void desk.submit({ output: job.task, artifacts: [] }).then(
      () => resolve({ how: "finished", finalText: "Done." }),
      (error: unknown) => resolve({ how: "failed", error: String(error) }),
    );
  const stop = async () => resolve({ how: "failed", error: "The session was stopped." });
  return { ended: promise, stop };
};

await runMember({ start: startJob, close: async () => undefined });
