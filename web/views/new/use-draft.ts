// Holds the one draft of this browser until it is sent or discarded, across reloads and restarts of the hall.
import { create } from "zustand";
import { newIntent } from "../../api/intent.ts";
import { keep, readKept } from "../../api/kept.ts";
import type { AttachedFile } from "../../words/attached.ts";
import { type CommissionDraft, emptyDraft, filesOf, parseDraft } from "./draft.ts";

const key = "guild-hall-draft";

interface Kept {
  draft: CommissionDraft;
  /**
   * The idempotency key: however often this draft is sent, it becomes one commission. A changed draft gets a new key.
   */
  intent: string;
  /** False if the browser could not store the draft. */
  isKept: boolean;
}

export const useDraft = create<Kept>(() => read());

export function changeDraft(change: Partial<CommissionDraft>): void {
  const draft = { ...useDraft.getState().draft, ...change };
  const intent = newIntent();
  useDraft.setState({ draft, intent, isKept: write({ draft, intent }) });
}

export function changeFiles(next: (before: readonly AttachedFile[]) => readonly AttachedFile[]): void {
  const files = next(filesOf(useDraft.getState().draft));
  changeDraft({ files: files.map((file) => JSON.stringify(file)) });
}

export function discardDraft(): void {
  useDraft.setState({ draft: emptyDraft, intent: newIntent() });
  keep("local", key, null);
}

/** Discards the draft after it was sent, unless it was changed since: then it has a new key. */
export function discardSent(intent: string): void {
  if (useDraft.getState().intent === intent) discardDraft();
}

/** All tabs share one draft: this tab takes over the others' changes, so that it does not overwrite them. */
window.addEventListener("storage", ({ key: changed }) => {
  if (changed === key || changed === null) useDraft.setState(read());
});

function read(): Kept {
  try {
    const kept = JSON.parse(readKept("local", key) ?? "{}") as { draft?: unknown; intent?: unknown };
    const intent = typeof kept.intent === "string" ? kept.intent : newIntent();
    return { draft: parseDraft(kept.draft), intent, isKept: true };
  } catch {
    return { draft: emptyDraft, intent: newIntent(), isKept: true };
  }
}

function write(kept: Pick<Kept, "draft" | "intent">): boolean {
  return keep("local", key, JSON.stringify(kept));
}
