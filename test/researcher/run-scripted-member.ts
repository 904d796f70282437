// The researcher's program with jobs that a test can see from outside: each is a real process, `sleep`, that lives until
// the job is stopped. What the task says is what it submits before.
import type { StartJob } from "../../guild-members/researcher/job.ts";
import { runMember } from "../../guild-members/researcher/run-member.ts";

const startJob: StartJob = (job, recorder) => {
  const child = Bun.spawn(["sleep", "600"], { stdio: ["ignore", "ignore", "ignore"] });
  const before = async () => {
    if (job.task.includes("throw")) leaveUncaught();
    if (job.task.includes("submit")) await recorder.submit({ output: "The report.", artifacts: [] });
    await recorder.setSummary(String(child.pid));
  };
  const ended = before().then(async () => {
    await child.exited;
    return { how: "failed", error: "The session was stopped." } as const;
  });
  return {
    ended,
    stop: async () => {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
};

function leaveUncaught(): void {
  setImmediate(() => {
    throw new Error("thrown where nobody catches");
  });
  void Promise.reject(new Error("rejected where nobody catches"));
}

await runMember({ start: startJob, close: async () => undefined });
