// Formats comments.md: the note and the comments with which a person sent earlier work back, each with what the worker
// did about it. Every text is quoted line by line, so that it cannot pass for a heading.
import type { SentBack } from "../../contract/commission/review-comment.ts";
import type { CommissionRecord } from "../commission/state.ts";
import { outcomeWords } from "./comment-words.ts";
import { answeredComments } from "./show-landing.ts";

export function formatComments(
  { note }: Pick<SentBack, "note">,
  record: Pick<CommissionRecord, "request" | "commentAnswers">,
): string {
  const parts = answeredComments(record).map(({ number, path, line, side, code, text, outcome, answer }) =>
    [
      `## Comment ${number}: ${outcomeWords[outcome ?? "none"]}`,
      `${line === null ? "On the file" : `On line ${line} of the file`}${side === "old" ? ", as it was before the work" : ""}:`,
      quoted(path),
      ...(code === "" ? [] : ["It reads:", quoted(code)]),
      "The person says:",
      quoted(text),
      ...(answer === null ? [] : ["The worker answers:", quoted(answer)]),
    ].join("\n\n"),
  );
  return `${["# Comments", ...(note === null ? [] : [quoted(note)]), ...parts].join("\n\n")}\n`;
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
