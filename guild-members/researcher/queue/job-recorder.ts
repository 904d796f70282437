// Writes what a worker's tools submit to the job's directory. Refuses once the job is over.
import { rename } from "node:fs/promises";
import type { Decision, JobRecorder } from "../job.ts";
import { bounds } from "../bounds.ts";
import { Refusal } from "../refusal.ts";
import { checkArtifacts, replaceArtifacts } from "../store/artifacts.ts";
import { formatDecisions, parseDecisions } from "../store/decisions-file.ts";
import { replaceFile } from "../store/durable.ts";
import type { JobId } from "../store/job-id.ts";
import type { JobStore } from "../store/job-store.ts";
import { isOver, type Meta } from "../store/meta.ts";
import { addQuestion, parseQuestions } from "../store/questions-file.ts";

interface At {
  store: JobStore;
  id: JobId;
}

export function createJobRecorder(store: JobStore, id: JobId): JobRecorder {
  const at: At = { store, id };
  return {
    setSummary: (summary) => whileOpen(at, () => setSummary(at, summary)),
    addDecision: (decision) => whileOpen(at, () => addDecision(at, decision)),
    addQuestion: (question) => whileOpen(at, () => logQuestion(at, question)),
    submit: (result) => whileOpen(at, () => submit(at, result)),
    noteSession: ({ sandbox, permissionMode }) =>
      whileOpen(at, () => note(at, (meta) => ({ ...meta, sandbox, permissionMode }))),
    noteWeb: () => whileOpen(at, () => note(at, (meta) => ({ ...meta, readWeb: true }))),
    hasReadWeb: () => store.find(id)?.meta.readWeb ?? false,
  };
}

function whileOpen({ store, id }: At, task: () => Promise<void>): Promise<void> {
  return store.inLane(id, async () => {
    const meta = store.find(id)?.meta;
    if (!meta) throw new Refusal("This job was deleted; nothing more can be kept of it.");
    if (isOver(meta.status)) throw new Refusal(`This job is ${meta.status}; nothing more is added to it.`);
    await task();
  });
}

async function setSummary({ store, id }: At, summary: string): Promise<void> {
  const text = checked({ what: "The summary", text: summary, most: bounds.summaryCharacters });
  await replaceFile(store.places(id).status, text);
}

async function addDecision({ store, id }: At, { question, decision, reasoning }: Decision): Promise<void> {
  const most = bounds.noteCharacters;
  const entry = {
    question: checked({ what: "The question", text: question, most }),
    decision: checked({ what: "The decision", text: decision, most }),
    reasoning: checked({ what: "The reasoning", text: reasoning, most }),
  };
  const path = store.places(id).decisions;
  const file = store.read(path) ?? "[]";
  const before = parseDecisions(file);
  if (!before) await rename(path, `${path}.damaged`); // a manual edit broke the file: it is kept for the person
  if ((before?.length ?? 0) >= bounds.notes) throw new Refusal(`At most ${bounds.notes} decisions are kept.`);
  await replaceFile(path, formatDecisions([...(before ?? []), entry]));
}

async function logQuestion({ store, id }: At, question: string): Promise<void> {
  const text = checked({ what: "The question", text: question, most: bounds.noteCharacters });
  const path = store.places(id).questions;
  const file = store.read(path) ?? "";
  if (parseQuestions(file).length >= bounds.notes)
    throw new Refusal(`At most ${bounds.notes} questions are kept.`);
  await replaceFile(path, addQuestion(file, text));
}

/** Writes the result last, because its presence is what marks a submission. */
async function submit({ store, id }: At, result: Parameters<JobRecorder["submit"]>[0]): Promise<void> {
  const output = checked({ what: "The output", text: result.output, most: bounds.outputCharacters });
  if (output.trim() === "") throw new Refusal("The output is empty.");
  const artifacts = result.artifacts.map(({ path, content }) => ({ path, content: content.toWellFormed() }));
  checkArtifacts(artifacts);
  const places = store.places(id);
  await replaceArtifacts(places, artifacts);
  await replaceFile(places.result, output);
}

async function note({ store, id }: At, change: (meta: Meta) => Meta): Promise<void> {
  await store.change(id, change);
}

/**
 * Throws if the text is too long. Replaces lone surrogates with the replacement character, because a UTF-8 file cannot
 * hold them.
 */
function checked({ what, text, most }: { what: string; text: string; most: number }): string {
  if (text.length > most)
    throw new Refusal(`${what} may have at most ${most} characters, not ${text.length}.`);
  return text.toWellFormed();
}
