// Runs each job as one contained claude session with this worker's prompt, tools and memory.
import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  type JobRecorder,
  type Ending,
  isRehearsed,
  type Job,
  type RunningJob,
  type StartJob,
} from "./job.ts";
import { type Compactor, createCompactor } from "./remember/compaction.ts";
import { memoryPrompt } from "./remember/memory-prompt.ts";
import { readMemorySettings } from "./remember/memory-settings.ts";
import { createMemory, type Memory } from "./remember/memory.ts";
import { type Containment, findContainment } from "./sandbox/containment.ts";
import { type Environment, readModelAccess } from "./sandbox/model-access.ts";
import { openSession, type SessionOrder } from "./session/open-session.ts";
import { type JobOrder, jobOrder, questionOrder } from "./session-orders.ts";

export interface AgentDeps {
  /** The member's own directory: `memory/` and `work/` are in it. */
  root: string;
  /** The environment of this process: the model's address and credential, PATH, and the member's own settings. */
  env: Environment;
  log(line: string): void;
}

/** Runs jobs, and the memory compaction that they trigger. */
export interface JobAgent {
  start: StartJob;
  /** Stops the compaction that is running and starts no other. */
  close(): Promise<void>;
}

interface Agent extends AgentDeps {
  containment: Promise<Containment>;
  memory: Memory;
  compaction: Compactor;
  capTokens: number;
}

export function createAgent(deps: AgentDeps): JobAgent {
  const settings = readMemorySettings(deps);
  const { capTokens } = settings;
  const containment = findContainment(deps.env["PATH"] ?? "");
  const memory = createMemory(join(deps.root, "memory"));
  const compaction = createCompactor({
    memory,
    settings,
    ask: (question) => openLater({ ...deps, containment }, async () => questionOrder(deps.root, question)),
    now: () => new Date(),
    log: deps.log,
  });
  const agent: Agent = { ...deps, containment, memory, compaction, capTokens };
  let isClean = false;
  return {
    start: (job, recorder) => {
      if (!isClean) sweep(join(deps.root, "work"));
      isClean = true;
      return startJob(agent, { job, recorder });
    },
    close: () => compaction.close(),
  };
}

/**
 * Removes the directories that a killed process left. Safe because the running member holds the lock on its directory.
 */
function sweep(work: string): void {
  try {
    rmSync(work, { recursive: true, force: true });
  } catch {
    // Best effort: each session recreates its own directory.
  }
}

interface Given {
  job: Job;
  recorder: JobRecorder;
}

function startJob(agent: Agent, given: Given): RunningJob {
  const session = openLater(agent, async (containment) => {
    await given.recorder.noteSession(containment);
    return jobOrder(agent.root, await withMemory(agent, given));
  });
  const { jobId } = given.job;
  let isOver = false;
  void session.ended.then(() => {
    isOver = true;
    agent.compaction.outlive(jobId);
  });
  return {
    ended: session.ended,
    // A job that ends by itself leaves its compaction running. A cancelled job stops it.
    stop: async () => {
      const begun = isOver ? [] : [agent.compaction.stop(jobId)];
      await Promise.all([session.stop(), ...begun]);
    },
  };
}

/**
 * Gives the job its memory. Notes that the job stores are marked as untrusted if that memory held untrusted
 * text, or if the job has read the web.
 */
async function withMemory({ memory, compaction, capTokens }: Agent, given: Given): Promise<JobOrder> {
  const { job, recorder } = given;
  const memories = memoryPrompt(await memory.list(), capTokens);
  const rehearsed = isRehearsed(job);
  compaction.consider(job); // at the start too: an earlier one may have failed, or a person may have added notes
  return {
    ...given,
    memories,
    remember: async (note) => {
      const web = memories.web || recorder.hasReadWeb();
      await memory.store({ ...note, web, rehearsed, job: job.jobId, at: new Date().toISOString() });
      compaction.consider(job);
    },
  };
}

type Prepare = (mode: Pick<Containment, "sandbox" | "permissionMode">) => Promise<SessionOrder>;

/** Opens a session once the containment is known. Turns any failure before that into the job's ending. */
function openLater({ env, containment }: Pick<Agent, "env" | "containment">, prepare: Prepare): RunningJob {
  const opening = containment.then(async (found) => {
    const { sandbox, permissionMode } = found;
    const order = await prepare({ sandbox, permissionMode });
    return openSession({ access: readModelAccess(env), containment: found }, order);
  });
  const ended = opening.then((session) => session.ended).catch(notStarted);
  return { ended, stop: () => opening.then((session) => session.stop()).catch(() => undefined) };
}

function notStarted(cause: unknown): Ending {
  const why = cause instanceof Error ? cause.message : String(cause);
  return { how: "failed", error: `The job could not be started: ${why}.` };
}
