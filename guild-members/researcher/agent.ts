// Carries a job out: one contained session of claude with this worker's prompt and tools.
import { join } from "node:path";
import { findContainment, type Containment } from "./containment.ts";
import type { Desk, Ending, Job, RunningJob, StartJob } from "./job.ts";
import { limitsOf } from "./limits.ts";
import { type Environment, readModelAccess } from "./model-access.ts";
import { systemPrompt } from "./prompt.ts";
import { openSession } from "./session.ts";
import { builtInTools, grantedTools } from "./tool-names.ts";
import { createWorkerTools } from "./worker-tools.ts";

export interface AgentDeps {
  /** The member's own directory: `memory/` and `work/` are in it. */
  root: string;
  /** What this process was started with: where the model is, what opens it, PATH, and the member's own settings. */
  env: Environment;
}

export function createStartJob(deps: AgentDeps): StartJob {
  const containment = findContainment({ path: deps.env["PATH"] ?? "", sandbox: true });
  return (job, desk) => startJob({ deps, containment, job, desk });
}

interface Start {
  deps: AgentDeps;
  containment: Promise<Containment>;
  job: Job;
  desk: Desk;
}

function startJob(start: Start): RunningJob {
  const stopping = new AbortController();
  let session: RunningJob | null = null;
  const ended = prepare(start)
    .then((prepared): Ending | Promise<Ending> => {
      if (stopping.signal.aborted) return { how: "failed", error: "The session was stopped." };
      session = openSession(prepared.deps, prepared.order);
      return session.ended;
    })
    .catch((cause: unknown): Ending => ({
      how: "failed",
      error: `The job could not be started: ${String(cause)}`,
    }));
  return {
    ended,
    stop: async () => {
      stopping.abort();
      await session?.stop();
      await ended;
    },
  };
}

async function prepare({ deps, containment, job, desk }: Start) {
  const found = await containment;
  await desk.noteSession({ sandbox: found.sandbox, permissionMode: found.permissionMode });
  const granted = grantedTools(job.config.tools);
  return {
    deps: { access: readModelAccess(deps.env), containment: found },
    order: {
      prompt: job.task,
      systemPrompt: systemPrompt({ tools: granted, memories: "" }),
      model: job.config.model,
      limits: limitsOf(job.config),
      builtIns: builtInTools.filter((name) => granted.includes(name)),
      tools: createWorkerTools({ desk }),
      headers: { "x-guild-job": job.jobId },
      directory: join(deps.root, "work", job.jobId),
      beforeWebSearch: () => desk.noteWeb(),
    },
  };
}
