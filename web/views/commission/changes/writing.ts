// Holds the comment that a person is writing, because its row unmounts while the person scrolls.
import { create } from "zustand";
import { hallNow } from "../../../api/hall-clock.ts";
import { type CommentDraft, mostComments, putComment, readReviewDraft } from "../review/comment-drafts.ts";
import type { CommentPlace } from "./comment-rows.ts";

interface Writing {
  commission: string;
  place: CommentPlace;
  /** The key of the comment that is changed; `null` for a new one. */
  key: string | null;
  text: string;
}

export const useWriting = create<{ writing: Writing | null }>(() => ({ writing: null }));

/** Begins a comment on a line. Text that was typed for another line moves along. */
export function beginComment(commission: string, place: CommentPlace): void {
  const { writing } = useWriting.getState();
  const text = writing?.commission === commission && writing.key === null ? writing.text : "";
  useWriting.setState({ writing: { commission, place, key: null, text } });
}

export function changeComment(commission: string, comment: CommentDraft): void {
  const { key, text, path, line, side, code } = comment;
  useWriting.setState({ writing: { commission, place: { path, line, side, code }, key, text } });
}

export function writeText(text: string): void {
  useWriting.setState(({ writing }) => ({ writing: writing && { ...writing, text } }));
}

export function stopWriting(): void {
  useWriting.setState({ writing: null });
}

/** Adds what was written to the comments that are not sent yet. Returns why that is not possible; else `null`. */
export function addComment(): string | null {
  const { writing } = useWriting.getState();
  if (writing === null || writing.text.trim() === "") return "write something first";
  const { commission, place, key, text } = writing;
  const count = readReviewDraft(commission).comments.length;
  if (key === null && count >= mostComments) return `at most ${mostComments} comments are sent at once`;
  putComment(commission, {
    ...place,
    text: text.trim(),
    key: key ?? newKey(),
    at: new Date(hallNow()).toISOString(),
  });
  stopWriting();
  return null;
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}
