// The one draft of this browser: kept until it is sent or discarded, over reloads and restarts of the hall.
import { create } from "zustand";
import { newIntent } from "../../api/intent.ts";
import { keep, readKept } from "../../api/kept.ts";
import { type CommissionDraft, emptyDraft, parseDraft } from "./draft.ts";

const key = "guild-hall-draft";

interface Kept {
  draft: CommissionDraft;
  /** However often this very draft is sent, it is taken on once. Another text is another intent. */
  intent: string;
  /** False: this browser keeps nothing. */
  isKept: boolean;
}

export const useDraft = create<Kept>(() => read());

export function changeDraft(change: Partial<CommissionDraft>): void {
  const draft = { ...useDraft.getState().draft, ...change };
  const intent = newIntent();
  useDraft.setState({ draft, intent, isKept: write({ draft, intent }) });
}

export function discardDraft(): void {
  useDraft.setState({ draft: emptyDraft, intent: newIntent() });
  keep("local", key, null);
}

/** Once it was sent. What was written since stays: it is another intent. */
export function discardSent(intent: string): void {
  if (useDraft.getState().intent === intent) discardDraft();
}

/** All tabs write the one draft; none writes over what it has not seen. */
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
