// Defines the types that the job store and the agent share: a job, the recorder that writes its files, and its ending.
import type { HallJob } from "./hall-job.ts";

export type JobStatus = "running" | "completed" | "failed" | "cancelled";

export interface JobConfig {
  maxTurns?: number;
  maxBudgetUsd?: number;
  model?: string;
  /** May narrow the worker's tools, never widen them. */
  tools?: string[];
  /** Set by halls of the first release; later ones send `commission` instead. */
  hallCommission?: string;
  /** Set by halls of the first release. */
  rehearsed?: boolean;
}

export interface Job {
  jobId: string;
  description: string;
  task: string;
  config: JobConfig;
  /** `undefined` if no hall sent the job, or a hall of the first release did. */
  hall?: HallJob | undefined;
  startedAt: string;
}

/** Returns whether a script replaces the job's model. */
export function isRehearsed({ config, hall }: Pick<Job, "config" | "hall">): boolean {
  return hall?.rehearsed ?? config.rehearsed ?? false;
}

export interface Decision {
  question: string;
  decision: string;
  reasoning: string;
}

/** Writes to the job's directory for its worker. Each write is durable when it resolves; calls keep their order. */
export interface JobRecorder {
  setSummary(summary: string): Promise<void>;
  addDecision(decision: Decision): Promise<void>;
  addQuestion(question: string): Promise<void>;
  /** Submits the result. If it is called again, the last call counts. */
  submit(result: { output: string; artifacts: readonly { path: string; content: string }[] }): Promise<void>;
  /** Records in meta.json how the session is contained. */
  noteSession(mode: { sandbox: "bubblewrap" | "none"; permissionMode: string }): Promise<void>;
  /** Records that the job has read the web. */
  noteWeb(): Promise<void>;
  hasReadWeb(): boolean;
}

export type Ending = { how: "finished"; finalText: string } | { how: "failed"; error: string };

export interface RunningJob {
  /** Never rejects. */
  ended: Promise<Ending>;
  /** Ends the session and all its processes; resolves when they are gone. */
  stop(): Promise<void>;
}

export type StartJob = (job: Job, recorder: JobRecorder) => RunningJob;
