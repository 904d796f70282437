// Turns the report of a guild member on a job into facts, and leaves out what is already on record. Long
// texts are cut, because nothing else limits their length.
import type { ArtifactRef, LeftArtifact } from "../../contract/commission/artifact-ref.ts";
import type { FactBody } from "../../contract/commission/facts.ts";
import type { JobResult, JobStatusReply } from "../../contract/member/worker-protocol.ts";
import { decisionLength, type NoteKind, notesOf, whyNoMore } from "../limits/note-bounds.ts";
import type { CommissionRecord } from "../commission/state.ts";

const most = { words: 20_000, output: 1_000_000, items: 200, name: 1000 };

type Known = Pick<CommissionRecord, "summary" | "decisions" | "questions">;
type Reported = Pick<JobStatusReply, "jobId" | "summary" | "decisions" | "questions">;

export function jobNews(known: Known, reported: Reported): FactBody[] {
  return [
    ...progressNews(known, reported),
    ...decisionNews(known, reported),
    ...questionNews(known, reported),
  ];
}

function progressNews({ summary: told }: Known, { jobId, summary }: Reported): FactBody[] {
  const said = cut(summary?.trim() ?? "", most.words);
  if (said === "" || said === told) return [];
  return [{ type: "progress.reported", callKey: `${jobId}:summary`, summary: said }];
}

/**
 * Returns the decisions that are not on record yet. A decision is recognised by its number, even after a restart of the
 * hall, or by its words.
 */
function decisionNews({ decisions }: Known, { jobId, decisions: made }: Reported): FactBody[] {
  const told = new Set(decisions.flatMap(({ callKey, ...each }) => [callKey, wordsOf(each)]));
  const room = createRoom("decision", notesOf({ decisions, questions: [] }, "decision"));
  return (made ?? []).slice(0, most.items).flatMap((each, i): FactBody[] => {
    const callKey = `${jobId}:decision-${i + 1}`;
    const decision = {
      question: cut(each.question, most.words),
      decision: cut(each.decision, most.words),
      reasoning: cut(each.reasoning, most.words),
    };
    return isNew(told, [callKey, wordsOf(decision)]) && room(decisionLength(decision))
      ? [{ type: "decision.recorded", callKey, ...decision }]
      : [];
  });
}

function wordsOf({ question, decision, reasoning }: Record<"question" | "decision" | "reasoning", string>) {
  return JSON.stringify([question, decision, reasoning]);
}

function questionNews({ questions }: Known, { jobId, questions: asked }: Reported): FactBody[] {
  const room = createRoom("question", notesOf({ decisions: [], questions }, "question"));
  const told = new Set(questions.flatMap(({ callKey, question }) => [callKey, JSON.stringify([question])]));
  return (asked ?? []).slice(0, most.items).flatMap((each, i): FactBody[] => {
    const callKey = `${jobId}:question-${i + 1}`;
    const question = cut(each.trim(), most.words);
    const isNews =
      question !== "" && isNew(told, [callKey, JSON.stringify([question])]) && room(question.length);
    return isNews ? [{ type: "question.logged", callKey, question }] : [];
  });
}

function isNew(told: Set<string>, marks: readonly string[]): boolean {
  const isTold = marks.some((mark) => told.has(mark));
  for (const mark of marks) told.add(mark);
  return !isTold;
}

/** Returns a function that says whether another note fits. The bounds are the same as for the hall's own workers. */
function createRoom(kind: NoteKind, taken: number[]): (length: number) => boolean {
  return (length) => {
    if (whyNoMore(kind, taken, length) !== null) return false;
    taken.push(length);
    return true;
  };
}

/** The files of a result that the hall fetched from the member, and those that it did not. */
export interface FetchedFiles {
  kept: readonly ArtifactRef[];
  left: readonly LeftArtifact[];
}

/** Returns the names of a result's files, no more than the hall records. */
export function namesIn({ artifacts }: Pick<JobResult, "artifacts">): string[] {
  return (artifacts ?? []).slice(0, most.items);
}

/**
 * Returns the fact for a job's result; `null` if the result is empty. The job's last progress report does not
 * count as a result.
 */
export function resultFact(result: JobResult, { kept, left }: FetchedFiles): FactBody | null {
  const text = cut(result.output, most.output);
  const names = namesIn(result);
  if (text.trim() === "" && names.length === 0) return null;
  const leftArtifacts = left.map(({ path, reason }) => ({
    path: cut(path, most.name),
    reason: cut(reason, most.name),
  }));
  const stays = { memberArtifacts: leftArtifacts.map(({ path }) => path), leftArtifacts };
  return {
    type: "result.submitted",
    callKey: `${result.jobId}:result`,
    summary: firstWords([text, ...names].join("\n")),
    output: text,
    artifacts: [...kept],
    ...(left.length > 0 && stays),
  };
}

const longestSummary = 200;

/** Returns the first line with words, without the markdown signs of a heading, a quote or a list. */
function firstWords(text: string): string {
  const lines = text.split("\n").map((line) => line.trim().replace(/^(?:[#>*+-]+\s+)+|\s+#+$/g, ""));
  const said = lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "";
  return said.length <= longestSummary ? said : `${whole(said, longestSummary - 1)}…`;
}

/** Cuts a text and says how much is missing. Never splits a surrogate pair. */
export function cut(text: string, at: number): string {
  if (text.length <= at) return text;
  const kept = whole(text, at);
  return `${kept}\n[${text.length - kept.length} more characters were cut here]`;
}

function whole(text: string, at: number): string {
  return text.slice(0, at).replace(/[\ud800-\udbff]$/, "");
}
