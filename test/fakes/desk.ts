// A desk that keeps a worker's submissions in memory.
import type { Decision, Desk } from "../../guild-members/researcher/job.ts";

export interface KeptDesk extends Desk {
  summaries: string[];
  decisions: Decision[];
  questions: string[];
  results: Parameters<Desk["submit"]>[0][];
  modes: Parameters<Desk["noteSession"]>[0][];
}

export function createKeptDesk(): KeptDesk {
  let web = false;
  const kept = {
    summaries: [] as string[],
    decisions: [] as Decision[],
    questions: [] as string[],
    results: [] as KeptDesk["results"],
    modes: [] as KeptDesk["modes"],
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
