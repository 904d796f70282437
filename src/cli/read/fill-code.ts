// Gives each comment the line of code that it stands on, from the diff of the work, where the diff shows that line.
import type { Client } from "../../client/client.ts";
import { hasCode } from "../../client/problem.ts";
import type { ChangedFile } from "../../contract/commission/diff.ts";
import { type ReviewComment, reviewComment } from "../../contract/commission/review-comment.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { oneLine } from "../../host/person/terminal.ts";
import { findLine } from "../../rules/show/patch-line.ts";

export interface Commented {
  id: CommissionId;
  comments: readonly ReviewComment[];
}

export interface FilledComments {
  filled: ReviewComment[];
  /** A sentence for each comment that stands on no line of the diff. */
  remarks: string[];
}

const mostCode = reviewComment.shape.code.unwrap().maxLength ?? 0;

export async function fillCode(
  { review }: Pick<Client, "review">,
  { id, comments }: Commented,
): Promise<FilledComments> {
  const wanted = comments.filter(needsCode);
  const files = new Map<string, ChangedFile | undefined>();
  for (const path of new Set(wanted.map((comment) => comment.path)))
    files.set(path, await findFile(review, { id, path }));
  const filled = comments.map((comment) => withCode(comment, files.get(comment.path)));
  return { filled, remarks: filled.filter(needsCode).map(remarkOn) };
}

function needsCode({ line, code }: ReviewComment): boolean {
  return line !== null && code === "";
}

/** Returns `undefined` if the work did not change the file, or has no diff: then the comment is sent without code. */
async function findFile(
  review: Client["review"],
  { id, path }: { id: CommissionId; path: string },
): Promise<ChangedFile | undefined> {
  try {
    return (await review.diff(id, { path })).files[0];
  } catch (error) {
    if (hasCode(error, "not_found") || hasCode(error, "wrong_state")) return undefined;
    throw error;
  }
}

function withCode(comment: ReviewComment, file: ChangedFile | undefined): ReviewComment {
  const { line, side } = comment;
  if (line === null || comment.code !== "" || !file?.patch) return comment;
  const code = findLine(file.patch, { line, side });
  return code === undefined ? comment : { ...comment, code: code.slice(0, mostCode) };
}

function remarkOn({ path, line }: ReviewComment): string {
  return `Line ${line} of ${oneLine(path, 300)} is not in the diff, so the comment is sent without its code.`;
}
