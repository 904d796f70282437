// Builds the orders for this member's two kinds of session: a job's own, and the condensing of memory.
import { join } from "node:path";
import type { JobRecorder, Job } from "./job.ts";
import { limitsOf } from "./job-limits.ts";
import { systemPrompt } from "./prompt.ts";
import type { CompactionQuestion } from "./remember/compaction.ts";
import type { MemoryPrompt } from "./remember/memory-prompt.ts";
import type { SessionOrder } from "./session/open-session.ts";
import { builtInTools, grantedTools } from "./tool-names.ts";
import { createWebFetch, publicNet } from "./web/web-fetch.ts";
import { createWorkerTools, type WorkerToolDeps } from "./worker-tools.ts";

export interface JobOrder {
  job: Job;
  recorder: JobRecorder;
  memories: MemoryPrompt;
  remember: WorkerToolDeps["remember"];
}

export function jobOrder(root: string, { job, recorder, memories, remember }: JobOrder): SessionOrder {
  const granted = grantedTools(job.config.tools);
  const web = granted.includes("WebFetch") ? [createWebFetch({ recorder, net: publicNet })] : [];
  return {
    prompt: job.task,
    systemPrompt: systemPrompt({ tools: granted, memories: memories.text }),
    model: job.config.model ?? job.hall?.model,
    limits: limitsOf(job),
    builtIns: builtInTools.filter((name) => granted.includes(name)),
    tools: [...web, ...createWorkerTools({ recorder, remember })],
    headers: { "x-guild-job": job.jobId },
    directory: join(root, "work", job.jobId),
    beforeWebSearch: () => recorder.noteWeb(),
  };
}

/**
 * Builds the order for condensing memory. It runs under the job's id, but is marked as separate from the
 * job's own conversation.
 */
export function questionOrder(
  root: string,
  { jobId, systemPrompt, prompt }: CompactionQuestion,
): SessionOrder {
  return {
    prompt,
    systemPrompt,
    model: undefined,
    limits: { maxTurns: 1, maxBudgetUsd: 0.5 },
    builtIns: [],
    tools: [],
    headers: { "x-guild-job": jobId, "x-guild-purpose": "memory" },
    directory: join(root, "work", `${jobId}.memory`),
    beforeWebSearch: async () => undefined,
  };
}
