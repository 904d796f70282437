// One job of the researcher with the real claude against a scripted model.
import { readdirSync, readFileSync } from "node:fs";
import { createAgent } from "../../guild-members/researcher/agent.ts";
import type { Job, RunningJob } from "../../guild-members/researcher/job.ts";
import { createKeptRecorder, type KeptRecorder } from "../fakes/job-recorder.ts";
import { countSession } from "../harness/sessions.ts";
import { openScriptedModel, type ScriptedModel, type Turn } from "../model/session/scripted-model.ts";

export const realKey = "key-of-the-person";

export interface RigOrder {
  /** The member's directory. */
  root: string;
  turns: readonly Turn[];
  /** False: as on a machine that has no bubblewrap. */
  sandbox?: boolean;
  job?: Partial<Job>;
  env?: Record<string, string>;
}

export interface JobRig {
  model: ScriptedModel;
  recorder: KeptRecorder;
  running: RunningJob;
  close(): Promise<void>;
}

const path = process.env["PATH"] ?? "/usr/bin:/bin";

export async function openJob({ root, turns, sandbox = true, job, env }: RigOrder): Promise<JobRig> {
  const model = await openScriptedModel(turns);
  const recorder = createKeptRecorder();
  const access = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: realKey };
  if (!env || Object.values(env).some((value) => value !== "")) countSession();
  const agent = createAgent({
    root,
    env: { PATH: sandbox ? path : root, ...access, ...env },
    log: () => undefined,
  });
  const startedAt = new Date().toISOString();
  const running = agent.start(
    { jobId: "job-1", description: "A job", task: "Find out.", config: {}, startedAt, ...job },
    recorder,
  );
  return {
    model,
    recorder,
    running,
    close: async () => {
      await running.stop();
      await agent.close();
      await model.close();
    },
  };
}

/** The environments of all processes that hold these words in theirs. */
export function environmentsWith(words: string): string[] {
  return processesWith(words).map(({ text }) => text);
}

export function pidsWith(words: string): number[] {
  return processesWith(words).map(({ pid }) => pid);
}

function processesWith(words: string): { pid: number; text: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const text = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/environ`, "utf8") : "";
      return text.includes(words) ? [{ pid: Number(name), text }] : [];
    } catch {
      return [];
    }
  });
}
