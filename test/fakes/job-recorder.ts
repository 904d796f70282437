// A recorder that keeps a worker's submissions in memory.
import type { Decision, JobRecorder } from "../../guild-members/researcher/job.ts";

export interface KeptRecorder extends JobRecorder {
  summaries: string[];
  decisions: Decision[];
  questions: string[];
  results: Parameters<JobRecorder["submit"]>[0][];
  modes: Parameters<JobRecorder["noteSession"]>[0][];
}

export function createKeptRecorder(): KeptRecorder {
  let web = false;
  const kept = {
    summaries: [] as string[],
    decisions: [] as Decision[],
    questions: [] as string[],
    results: [] as KeptRecorder["results"],
    modes: [] as KeptRecorder["modes"],
  };
  return {
    ...kept,
    setSummary: async (summary) => void kept.summaries.push(summary),
    addDecision: async (decision) => void kept.decisions.push(decision),
    addQuestion: async (question) => void kept.questions.push(question),
    submit: async (result) => void kept.results.push(result),
    noteSession: async (mode) => void kept.modes.push(mode),
    noteWeb: async () => void (web = true),
    hasReadWeb: () => web,
  };
}
