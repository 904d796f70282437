// Keeps the comments on a commission's diff that are not sent yet in the browser's storage, for all tabs.
import { create } from "zustand";
import type { ReviewComment } from "../../../../src/contract/commission/review-comment.ts";
import { keep, readKept } from "../../../api/kept.ts";

export interface CommentDraft extends ReviewComment {
  key: string;
  at: string;
}

export interface ReviewDraft {
  comments: readonly CommentDraft[];
  /** The note that goes with the comments. */
  note: string;
}

const none: ReviewDraft = { comments: [], note: "" };
/** The hall takes at most this many at once. */
export const mostComments = 500;

const useDrafts = create<{ drafts: ReadonlyMap<string, ReviewDraft> }>(() => ({ drafts: new Map() }));

const storageKey = (id: string) => `guild-hall-review:${id}`;

/** Returns the unsent comments and the note for a commission. */
export function useReviewDraft(id: string): ReviewDraft {
  return useDrafts(({ drafts }) => drafts.get(id) ?? read(id));
}

export function readReviewDraft(id: string): ReviewDraft {
  return useDrafts.getState().drafts.get(id) ?? read(id);
}

export function changeReviewDraft(id: string, change: (before: ReviewDraft) => ReviewDraft): void {
  const now = change(readReviewDraft(id));
  const isEmpty = now.comments.length === 0 && now.note === "";
  keep("local", storageKey(id), isEmpty ? null : JSON.stringify(now));
  useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(id, now) }));
}

export function putComment(id: string, comment: CommentDraft): void {
  changeReviewDraft(id, (before) => {
    const others = before.comments.filter(({ key }) => key !== comment.key);
    return { ...before, comments: [...others, comment] };
  });
}

export function dropComment(id: string, key: string): void {
  changeReviewDraft(id, (before) => ({
    ...before,
    comments: before.comments.filter((each) => each.key !== key),
  }));
}

export function clearReviewDraft(id: string): void {
  changeReviewDraft(id, () => none);
}

/** Returns the comments as the hall takes them. */
export function bodyOf({ comments, note }: ReviewDraft) {
  return {
    ...(note.trim() !== "" && { note: note.trim() }),
    comments: comments.map(({ key: _key, at: _at, ...comment }) => comment),
  };
}

/** The draft of each commission as it was last parsed, so that a reader gets the same object until it changes. */
const parsed = new Map<string, { text: string; draft: ReviewDraft }>();

function read(id: string): ReviewDraft {
  const text = readKept("local", storageKey(id));
  if (text === null) return none;
  const before = parsed.get(id);
  if (before?.text === text) return before.draft;
  const draft = parseReviewDraft(text);
  parsed.set(id, { text, draft });
  return draft;
}

/** Ignores what does not fit, because another release may have stored it. */
export function parseReviewDraft(text: string): ReviewDraft {
  try {
    const { comments, note } = JSON.parse(text) as { comments?: unknown; note?: unknown };
    return {
      comments: Array.isArray(comments) ? comments.filter(isDraft).slice(0, mostComments) : [],
      note: typeof note === "string" ? note : "",
    };
  } catch {
    return none;
  }
}

function isDraft(value: unknown): value is CommentDraft {
  if (typeof value !== "object" || value === null) return false;
  const { key, at, path, line, side, code, text } = value as Record<string, unknown>;
  return (
    [key, at, path, code, text].every((each) => typeof each === "string") &&
    (line === null || Number.isInteger(line)) &&
    (side === "old" || side === "new")
  );
}

/** Another tab changed a draft: this one reads it again. */
if (typeof window !== "undefined")
  window.addEventListener("storage", ({ key }) => {
    const id = key?.startsWith(storageKey("")) ? key.slice(storageKey("").length) : null;
    if (id === null) return;
    useDrafts.setState(({ drafts }) => {
      const others = new Map(drafts);
      others.delete(id);
      return { drafts: others };
    });
  });
