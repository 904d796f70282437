// Reads what people say to the commission while its workbench runs. The hall alone writes the ledger; the workbench reads
// on where it stopped. So no port leads into a session, and a dead hall is not missed.
import { messageOf } from "../../base/text/message-of.ts";
import { type LedgerEvent, ledgerEvent } from "../../contract/commission/events.ts";
import type { Disk } from "../../host/files/disk.ts";
import { said } from "../../rules/commission/notes.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { createJournalTail, type JournalTail } from "../../store/ledger/journal-tail.ts";
import type { Bench } from "./bench.ts";

export interface WordsOnRecord {
  /**
   * Returns what is on record now: what the workbench knows, with the notes and answers that the ledger has. If the ledger
   * cannot be read, nothing new is said, and the next call reads it from its beginning.
   */
  now(): Promise<CommissionRecord>;
}

interface Reading {
  tail: JournalTail<LedgerEvent>;
  words: Pick<CommissionRecord, "notes" | "answers">;
}

export function createSaid(
  deps: { disk: Disk; print(line: string): void },
  { layout, known }: Pick<Bench, "layout" | "known">,
): WordsOnRecord {
  const begin = (): Reading => ({
    tail: createJournalTail<LedgerEvent>(deps, {
      path: layout.events,
      blobs: layout.blobs,
      schema: ledgerEvent,
      afterSeq: 0,
    }),
    words: { notes: [], answers: [] },
  });
  let reading = begin();
  let isTold = false;
  return {
    now: async () => {
      try {
        reading.words = (await reading.tail.read()).reduce(take, reading.words);
        isTold = false;
        return { ...known(), ...reading.words };
      } catch (error) {
        // A hall that could not sync a line writes another one in its place.
        reading = begin();
        if (!isTold) deps.print(`What people say cannot be read: ${messageOf(error)}`);
        isTold = true;
        return known();
      }
    },
  };
}

function take(words: Reading["words"], event: LedgerEvent): Reading["words"] {
  if (event.type === "note.said") return { ...words, notes: said(words.notes, event) };
  if (event.type !== "question.answered") return words;
  const { number, answer, by, at, attachments } = event;
  return {
    ...words,
    answers: [...words.answers, { number, answer, by, at, ...(attachments && { attachments }) }],
  };
}
