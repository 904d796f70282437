// Defines the tools with which a worker records its work. Each call writes to the job's directory or to the
// member's memory, and returns when the write is durable.
import { z } from "zod";
import type { JobRecorder } from "./job.ts";
import { defineTool, type WorkerTool } from "./session/tool-server.ts";
import { internalName } from "./tool-names.ts";

export interface WorkerToolDeps {
  recorder: JobRecorder;
  remember(note: { key: string; content: string }): Promise<void>;
}

/**
 * Sets no maximum: `JobRecorder`, which writes the job's files, and the memory check their own limits. The
 * worker gets their error message.
 */
const words = z
  .string()
  .min(1)
  .refine((text) => text.trim() !== "", "expected more than blanks");

export function createWorkerTools({ recorder, remember }: WorkerToolDeps): WorkerTool[] {
  return [
    updateSummary(recorder),
    recordDecision(recorder),
    logQuestion(recorder),
    storeMemory(remember),
    submitResult(recorder),
  ];
}

function updateSummary(recorder: JobRecorder): WorkerTool {
  return defineTool({
    name: internalName("update_summary"),
    description:
      "Say where the work stands, in a few sentences. It replaces what you said before; people read it while you work.",
    input: { summary: words },
    readOnly: false,
    handle: async ({ summary }) => {
      await recorder.setSummary(summary);
      return "The summary is kept.";
    },
  });
}

function recordDecision(recorder: JobRecorder): WorkerTool {
  return defineTool({
    name: internalName("record_decision"),
    description: "Record a judgment call that you made by yourself, so that a person can review it.",
    input: { question: words, decision: words, reasoning: words },
    readOnly: false,
    handle: async (decision) => {
      await recorder.addDecision(decision);
      return "The decision is recorded.";
    },
  });
}

function logQuestion(recorder: JobRecorder): WorkerTool {
  return defineTool({
    name: internalName("log_question"),
    description:
      "Leave a question that only a person can answer. No answer comes while you work: go on with what you have.",
    input: { question: words },
    readOnly: false,
    handle: async ({ question }) => {
      await recorder.addQuestion(question);
      return "The question is kept for a person. Go on with what you have.";
    },
  });
}

function storeMemory(remember: WorkerToolDeps["remember"]): WorkerTool {
  return defineTool({
    name: internalName("store_memory"),
    description:
      "Remember something for later jobs, under a short key such as `reliable-sources`. A note of the same key is replaced.",
    input: { key: z.string().trim().min(1), content: words },
    readOnly: false,
    handle: async (note) => {
      await remember(note);
      return `It is remembered as "${note.key}".`;
    },
  });
}

function submitResult(recorder: JobRecorder): WorkerTool {
  return defineTool({
    name: internalName("submit_result"),
    description:
      "Hand in the result: the whole report as `output`, in markdown, and files that belong to it as `artifacts`, each with a relative path and its content. May be called again: the last call counts.",
    input: {
      output: words,
      artifacts: z.array(z.object({ path: z.string(), content: z.string() })).optional(),
    },
    readOnly: false,
    handle: async ({ output, artifacts = [] }) => {
      await recorder.submit({ output, artifacts });
      return "The result is handed in.";
    },
  });
}
