// Suggests things to wait for, and labels, as a person types. Pure.
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { attemptWords } from "../../words/attempt.ts";
import { plain } from "../../words/plain.ts";
import { statusWords } from "../../words/status.ts";
import { workerShown } from "../../words/worker-name.ts";
import type { Offer } from "./chips-field.tsx";
import { isCommissionId, isDocumentPath, isLabel, mostLabels } from "./faults.ts";

const most = 30;

interface Sought {
  text: string;
  /** Newest first. */
  commissions: readonly ListedCommission[];
  /** The ids of commissions that another one continues. */
  continued: ReadonlySet<string>;
  /** The branch on which documents are searched; `null` if documents do not apply. */
  branch: string | null;
  /** The matching documents that exist; `undefined` while they are not known. */
  documents: readonly string[] | undefined;
  /** Whether `documents` belongs to exactly this text. */
  isKnown: boolean;
}

/**
 * Lists commissions under way first, because they are what people wait for. If the text looks like a path, lists
 * documents first.
 */
export function thingsToWaitFor(sought: Sought): Offer[] {
  const { text, commissions, continued, branch, documents = [], isKnown } = sought;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commissions.filter(
    ({ chore, title, worker, project, id }) =>
      chore === null &&
      words.every((word) => `${title}\n${worker}\n${project ?? ""}\n${id}`.toLowerCase().includes(word)),
  );
  const open = found.filter(({ endedAt }) => endedAt === null);
  const ended = found.filter(({ endedAt }) => endedAt !== null);
  const work = [...open, ...ended].slice(0, most).map((each) => offerOf(each, continued));
  if (branch === null) return work;
  const there = documents
    .slice(0, most)
    .map((path) => ({ value: path, name: plain(path), says: `on ${branch}` }));
  const typed =
    isToCome(text) && !documents.includes(text)
      ? [{ value: text, name: plain(text), says: isKnown ? "not there yet" : "the document" }]
      : [];
  if (/[/.]/.test(text)) return [...there, ...typed, ...work];
  return [...work, ...there, ...(work.length + there.length === 0 ? typed : [])];
}

function offerOf(commission: ListedCommission, continued: ReadonlySet<string>): Offer {
  const { id, title, worker, status, rehearsed } = commission;
  const says = [
    attemptWords(commission, continued),
    workerShown(worker),
    statusWords[status].word.toLowerCase(),
    rehearsed && "rehearsed",
  ];
  return { value: id, name: title, says: says.filter(Boolean).join(" · ") };
}

/**
 * Returns whether the text is the path of a document, which need not exist yet. A text that begins like an id is never
 * a path.
 */
function isToCome(text: string): boolean {
  return !/\s/.test(text) && !/^[0-9a-f]{8}(-|$)/i.test(text) && isDocumentPath(text);
}

/** Returns the id or path that the text stands for; `null` if it is only a word to search for. */
export function waitedFor(text: string, hasRepository: boolean): string | null {
  const isPath = hasRepository && /[/.]/.test(text) && isToCome(text);
  return isCommissionId(text) || isPath ? text : null;
}

export function labelOffers(text: string, { known, chosen }: Labels): Offer[] {
  if (chosen.length >= mostLabels) return [];
  const fitting = known.filter((label) => label.toLowerCase().includes(text.toLowerCase()));
  const isNew = isLabel(text) && !known.includes(text);
  return [
    ...(isNew ? [{ value: text, name: text, says: "a new label" }] : []),
    ...fitting.slice(0, most).map((label) => ({ value: label, name: label })),
  ];
}

interface Labels {
  /** The labels of all commissions. */
  known: readonly string[];
  chosen: readonly string[];
}

/** Says why the typed text is not offered as a label. */
export function noLabelWords(text: string, chosen: readonly string[]): string {
  if (chosen.includes(text)) return `“${text}” is chosen already.`;
  if (chosen.length >= mostLabels) return `A commission has at most ${mostLabels} labels.`;
  if (text === "") return "Type a word, then press Enter.";
  if (text.length > 64) return "A label has at most 64 characters.";
  return "A label begins with a letter or a digit, and has only letters, digits, spaces and . _ : / @ - in it.";
}
