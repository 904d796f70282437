// What the worker leaves behind: each call writes into its job's directory and is answered when that is on disk.
import { z } from "zod";
import { parseArtifacts } from "./artifacts.ts";
import type { Desk } from "./job.ts";
import { internalName } from "./tool-names.ts";
import { defineTool, type WorkerTool } from "./tool-server.ts";

export interface WorkerToolDeps {
  desk: Desk;
}

const most = { words: 16_000, output: 1_000_000 };
const words = z.string().trim().min(1).max(most.words);

export function createWorkerTools(deps: WorkerToolDeps): WorkerTool[] {
  return [updateSummary(deps), recordDecision(deps), logQuestion(deps), submitResult(deps)];
}

function updateSummary({ desk }: WorkerToolDeps): WorkerTool {
  return defineTool({
    name: internalName("update_summary"),
    description:
      "Say where the work stands, in a few sentences. It replaces what you said before; people read it while you work.",
    input: { summary: words },
    readOnly: false,
    handle: async ({ summary }) => {
      await desk.setSummary(summary);
      return "The summary is kept.";
    },
  });
}

function recordDecision({ desk }: WorkerToolDeps): WorkerTool {
  return defineTool({
    name: internalName("record_decision"),
    description: "Record a judgment call that you made by yourself, so that a person can review it.",
    input: { question: words, decision: words, reasoning: words },
    readOnly: false,
    handle: async (decision) => {
      await desk.addDecision(decision);
      return "The decision is recorded.";
    },
  });
}

function logQuestion({ desk }: WorkerToolDeps): WorkerTool {
  return defineTool({
    name: internalName("log_question"),
    description:
      "Leave a question that only a person can answer. Nobody answers while you work: go on without it.",
    input: { question: words },
    readOnly: false,
    handle: async ({ question }) => {
      await desk.addQuestion(question);
      return "The question is kept for a person. Go on with what you have.";
    },
  });
}

function submitResult({ desk }: WorkerToolDeps): WorkerTool {
  return defineTool({
    name: internalName("submit_result"),
    description:
      "Hand in the result: the whole report as `output`, in markdown, and files that belong to it as `artifacts`, each with a relative path and its content. May be called again; the last call counts, with all it says.",
    input: {
      output: z.string().min(1).max(most.output),
      artifacts: z.array(z.object({ path: z.string(), content: z.string() })).optional(),
    },
    readOnly: false,
    handle: async ({ output, artifacts = [] }) => {
      await desk.submit({ output, artifacts: parseArtifacts(artifacts) });
      return "The result is handed in.";
    },
  });
}
