// Creates the toolbox `review`, with which a worker reads the comments on the earlier work and says what it did about
// each. Only a worker whose commission has comments is given it.
import { z } from "zod";
import type { FactBody } from "../../contract/commission/facts.ts";
import { commentOutcome } from "../../contract/commission/review-comment.ts";
import type { ToolAnswer, Toolbox } from "../../contract/kit/index.ts";
import { reviewToolbox } from "../../contract/package/system-toolboxes.ts";
import { commentsIn, unansweredIn } from "../../rules/commission/comments.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { answeredCommentText } from "../../rules/prompt/comment-texts.ts";
import { answeredComments } from "../../rules/show/show-landing.ts";
import { defineTool } from "./define.ts";

export interface ReviewToolboxDeps {
  /** Writes the fact to the journal of the commission. It is on disk once the promise resolves. */
  record(fact: FactBody): Promise<void>;
  /** Returns the comments and what is on record about them now, from all sessions of the commission. */
  known(): Pick<CommissionRecord, "request" | "commentAnswers">;
}

export const maxCommentAnswer = 4000;

/**
 * The most characters of comments in one answer: below the size at which `claude` would write the answer to a file
 * instead.
 */
export const maxReadComments = 40_000;

const answering = {
  number: z.int().describe("The number of the comment"),
  outcome: commentOutcome.describe("done, partly, or declined if you left the work as it is"),
  answer: z.string().trim().min(1).max(maxCommentAnswer).describe("What you did about it, or why not"),
};

/** The most answers of one session. They are limited, because the ledger keeps every one. */
export const mostAnswers = 1500;

export function createReviewToolbox(deps: ReviewToolboxDeps): Toolbox {
  let answers = 0;
  return {
    name: reviewToolbox.name,
    tools: [
      defineTool({
        name: "read_comments",
        description: "Read the person's comments on the work in full, with your answers so far.",
        input: { from: z.int().optional().describe("Number of the comment to begin at") },
        readOnly: true,
        handle: async ({ from = 1 }) => read(deps, from),
      }),
      defineTool({
        name: "answer_comment",
        description:
          "Say what you did about one comment. The person reads it beside the comment. The last answer to a comment counts.",
        input: answering,
        handle: async (answer, { callKey }) => {
          answers += 1;
          return answers > mostAnswers ? tooMany : record(deps, answer, callKey);
        },
      }),
    ],
  };
}

function read({ known }: ReviewToolboxDeps, from: number): ToolAnswer {
  const all = answeredComments(known());
  const wanted = all.filter(({ number }) => number >= from);
  if (wanted.length === 0 || from < 1) return { isError: true, text: noComment(from, all.length) };
  const shown: string[] = [];
  let room = maxReadComments;
  for (const comment of wanted) {
    const text = answeredCommentText(comment);
    // Each comment is shorter than an answer, so the first always has room.
    if (text.length > room && shown.length > 0) break;
    shown.push(text);
    room -= text.length + 2;
  }
  const next = from + shown.length;
  if (next <= all.length) shown.push(`There are ${all.length} comments: call again with from ${next}.`);
  return { text: shown.join("\n\n") };
}

type Answering = z.infer<z.ZodObject<typeof answering>>;

async function record(deps: ReviewToolboxDeps, given: Answering, callKey: string): Promise<ToolAnswer> {
  const { number, outcome, answer } = given;
  const total = commentsIn(deps.known().request).length;
  if (number < 1 || number > total)
    return { isError: true, text: `It was NOT recorded. ${noComment(number, total)}` };
  await deps.record({ type: "comment.answered", callKey, number, outcome, answer });
  return { text: `On record. ${whatIsLeft(unansweredIn(deps.known()))}` };
}

const tooMany: ToolAnswer = {
  isError: true,
  text: `It was NOT recorded: a session may answer ${mostAnswers} times. Put what is left into your result.`,
};

function noComment(number: number, total: number): string {
  return `There is no comment ${number}: they are numbered from 1 to ${total}.`;
}

const mostNamed = 20;

function whatIsLeft(numbers: readonly number[]): string {
  if (numbers.length === 0) return "Every comment has an answer.";
  const more = numbers.length - mostNamed;
  const named = numbers.slice(0, mostNamed).join(", ");
  return `Without an answer: ${named}${more > 0 ? ` and ${more} more` : ""}.`;
}
