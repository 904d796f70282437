// A job, and what stands between the part that keeps jobs and the part that carries them out.
import type { HallJob } from "./hall-job.ts";

export type JobStatus = "running" | "completed" | "failed" | "cancelled";

export interface JobConfig {
  maxTurns?: number;
  maxBudgetUsd?: number;
  model?: string;
  /** May narrow the worker's tools, never widen them. */
  tools?: string[];
  /** Set by halls of the first release, as `commission` is by later ones. */
  hallCommission?: string;
  /** Set by halls of the first release. */
  rehearsed?: boolean;
}

export interface Job {
  jobId: string;
  description: string;
  task: string;
  config: JobConfig;
  /** What the hall said of it; undefined: no hall sent it, or one of the first release. */
  hall?: HallJob | undefined;
  startedAt: string;
}

/** A script plays its model. */
export function isRehearsed({ config, hall }: Pick<Job, "config" | "hall">): boolean {
  return hall?.rehearsed ?? config.rehearsed ?? false;
}

export interface Decision {
  question: string;
  decision: string;
  reasoning: string;
}

/** What a worker leaves in its job's directory. Durable when each resolves; calls for one job are kept in order. */
export interface Desk {
  setSummary(summary: string): Promise<void>;
  addDecision(decision: Decision): Promise<void>;
  addQuestion(question: string): Promise<void>;
  /** May be called again: the last one counts. */
  submit(result: { output: string; artifacts: readonly { path: string; content: string }[] }): Promise<void>;
  /** How the session is contained, for meta.json. */
  noteSession(mode: { sandbox: "bubblewrap" | "none"; permissionMode: string }): Promise<void>;
  /** The job has read the web from now on. */
  noteWeb(): Promise<void>;
  hasReadWeb(): boolean;
}

export type Ending = { how: "finished"; finalText: string } | { how: "failed"; error: string };

export interface RunningJob {
  /** Never rejects. */
  ended: Promise<Ending>;
  /** Ends the session and every process of it; resolves when they are gone. */
  stop(): Promise<void>;
}

export type StartJob = (job: Job, desk: Desk) => RunningJob;
