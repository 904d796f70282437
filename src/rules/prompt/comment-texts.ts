// Tells a worker the comments with which a person sent the earlier work back. The person's words are quoted with one
// mark, paths and code with another, because workers and unknown authors wrote those.
import type { AnsweredComment, ReviewComment } from "../../contract/commission/review-comment.ts";
import { plural } from "../../base/text/plural.ts";
import { quote } from "../../base/text/quote.ts";

export type Numbered = ReviewComment & { number: number };

export interface CommentsToTell {
  comments: readonly ReviewComment[];
  /** Whether the worker has the tools that read and answer comments; a guild member has none. */
  hasTools: boolean;
}

/** The most characters of all comments in a prompt. Without the tools a worker could not read the rest. */
export const maxCommentsCharacters = { withTools: 40_000, without: 200_000 };

/** The most characters of each text of a comment: all of it, or as little as leaves room for the others. */
const cuts = [Number.POSITIVE_INFINITY, 2000, 1000, 500, 250, 120, 60];

/**
 * Returns the comments for a prompt. If not all have room, their texts are cut, the same for each; if that is not
 * enough, the last comments are left out. The text says so.
 */
export function commentsText({ comments, hasTools }: CommentsToTell): string {
  if (comments.length === 0) return "";
  const most = hasTools ? maxCommentsCharacters.withTools : maxCommentsCharacters.without;
  const { texts, isCut } = fitted(comments, most);
  const ending = closing({ isCut, shown: texts.length, total: comments.length, hasTools });
  return [opening(comments.length, hasTools), ...texts, ending].filter((part) => part !== "").join("\n\n");
}

function fitted(comments: readonly ReviewComment[], most: number): { texts: string[]; isCut: boolean } {
  let texts: string[] = [];
  for (const at of cuts) {
    texts = comments.map((comment, i) => commentText({ number: i + 1, ...comment }, at));
    if (lengthOf(texts) <= most) return { texts, isCut: Number.isFinite(at) };
  }
  return { texts: asManyAs(texts, most), isCut: true };
}

function opening(total: number, hasTools: boolean): string {
  const how = hasTools
    ? "Carry out each of them or say why not. Call answer_comment for each, with its number, once you are finished with it: the person reads there what became of it."
    : "Carry out each of them or say why not. Say in your result what you did about each, by its number.";
  return `## ${plural(total, "comment")} on the work

${how} A comment stands on lines of the work as it was when the person read it. Behind ">" are the file and the code there, behind "|" is what the person says.`;
}

interface Closing {
  isCut: boolean;
  shown: number;
  total: number;
  hasTools: boolean;
}

function closing({ isCut, shown, total, hasTools }: Closing): string {
  const read = hasTools ? " Call read_comments for all of them in full before you begin." : "";
  if (shown < total)
    return `Comments ${shown + 1} to ${total} have no room here, and texts above are cut.${read}`;
  return isCut ? `Texts above are cut, because there is no room for all of them.${read}` : "";
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length + 2, 0);
}

function asManyAs(texts: readonly string[], most: number): string[] {
  let left = most;
  return texts.filter((text) => {
    left -= text.length + 2;
    return left >= 0;
  });
}

/** Returns one comment. Each of its texts is cut after `most` characters. */
export function commentText(comment: Numbered, most = Number.POSITIVE_INFINITY): string {
  const { number, path, code, text } = comment;
  return [
    `### Comment ${number}, on ${placeWords(comment)}`,
    quote(cutStart(path, most)),
    ...(code === "" ? [] : ["which reads:", quote(cut(code, most))]),
    quote(cut(text, most), "|"),
  ].join("\n");
}

function placeWords({ line, side }: Pick<ReviewComment, "line" | "side">): string {
  const where = line === null ? "the file" : `line ${line} of the file`;
  return side === "old" ? `${where} as it was before the work` : where;
}

/** Returns the comment with the worker's own answer to it. */
export function answeredCommentText(comment: AnsweredComment): string {
  const { outcome, answer } = comment;
  const own =
    outcome === null ? "You have not answered it." : `You answered (${outcome}):\n${quote(answer ?? "")}`;
  return `${commentText(comment)}\n${own}`;
}

function cut(text: string, at: number): string {
  return text.length > at ? `${text.slice(0, at)} [cut]` : text;
}

/** Keeps the end of a path, which names the file. */
function cutStart(path: string, at: number): string {
  return path.length > at ? `[cut] ${path.slice(-at)}` : path;
}
