// Applies one fact of a workbench's journal to the record of its commission.
import type { TakenFactBody } from "../../contract/commission/events.ts";
import type { CourseFact, CopiedFact } from "../../contract/course/course-facts.ts";
import { isOfCourse, learnCourse, notice } from "../course/learn-course.ts";
import { commentsIn } from "./comments.ts";
import { learnOfProof } from "./learn-proof.ts";
import { learnOfWords } from "./notes.ts";
import type { CommissionRecord, MemberJob, Submission } from "./state.ts";

export function learn(record: CommissionRecord, fact: TakenFactBody): CommissionRecord {
  if (!isOfCourse(fact)) return { ...notice(record, fact), ...learnOwn(record, fact) };
  const learnt = learnCourse(record, fact);
  return fact.type === "session.started" ? { ...learnt, ...unchecked } : learnt;
}

/** A new session drops the results of earlier checks, because its work is unchecked. */
const unchecked = { proof: null, landing: null } as const;

type OwnFact = Exclude<TakenFactBody, CopiedFact<CourseFact>>;
type Of<T extends OwnFact["type"]> = Extract<OwnFact, { type: T }>;

function learnOwn(record: CommissionRecord, fact: OwnFact): Partial<CommissionRecord> {
  switch (fact.type) {
    case "progress.reported":
      return { summary: fact.summary };
    case "question.logged":
      return { questions: withQuestion(record, fact) };
    case "comment.answered":
      return { commentAnswers: withComment(record, fact) };
    case "result.submitted":
      return { summary: fact.summary, submission: submitted(fact) };
    case "words.given":
    case "note.heard":
    case "answer.heard":
      return { heardWords: learnOfWords(record.heardWords, fact) };
    case "member.dispatching":
    case "member.dispatched":
      return { job: jobAfter(record, fact) };
    case "tree.carried":
    case "work.finished":
    case "merge.tried":
    case "check.ran":
      return learnOfProof(record, fact);
  }
}

function withQuestion(
  { questions }: CommissionRecord,
  { question, callKey, at: askedAt }: Of<"question.logged">,
): CommissionRecord["questions"] {
  const isKnown = questions.some((known) => known.callKey === callKey || known.question === question);
  return isKnown ? questions : [...questions, { question, askedAt, callKey }];
}

/** Keeps the worker's latest answer to each comment. Ignores one to a comment that is not there. */
function withComment(
  { request, commentAnswers }: CommissionRecord,
  { number, outcome, answer }: Of<"comment.answered">,
): CommissionRecord["commentAnswers"] {
  if (number > commentsIn(request).length) return commentAnswers;
  return new Map(commentAnswers).set(number, { outcome, answer });
}

function submitted(fact: Of<"result.submitted">): Submission {
  const { summary, output, artifacts, memberArtifacts = [] } = fact;
  const leftArtifacts = fact.leftArtifacts ?? memberArtifacts.map((path) => ({ path, reason: notFetched }));
  return { summary, output, artifacts, memberArtifacts, leftArtifacts, refuted: false };
}

const notFetched = "an earlier release of the hall did not fetch it";

function jobAfter(
  { job }: CommissionRecord,
  fact: Of<"member.dispatching" | "member.dispatched">,
): MemberJob | null {
  const { bench } = fact;
  if (fact.type === "member.dispatched") return job && { ...job, jobId: fact.jobId, bench };
  return { member: fact.member, hallCommission: fact.hallCommission, bench, jobId: null };
}
