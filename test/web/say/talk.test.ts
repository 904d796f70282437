// What people said to a commission under way, as the page follows it: each note once, and heard where the ledger or the
// fetched detail says so.
import { describe, expect, test } from "bun:test";
import type { CommissionNote } from "../../../src/contract/commission/notes.ts";
import {
  foldedNotes,
  mergeNotes,
  noTalk,
  type Talk,
  talkAfter,
} from "../../../web/views/commission/say/talk.ts";
import { ledgerOf, lineOf } from "../timeline-lines.ts";

const said = (number: number) =>
  ({ type: "note.said", number, text: `Note ${number}`, by: "person" }) as const;
const heard = (note: number, turn: number) => ({ type: "note.heard", note, turn }) as const;

function talkOf(...lines: Parameters<typeof ledgerOf>): Talk {
  return ledgerOf(...lines).reduce(talkAfter, noTalk);
}

const turns = (notes: readonly CommissionNote[]) => notes.map((note) => note.heard?.turn ?? null);

describe("the notes of a commission", () => {
  test("are followed in the ledger, each with the first turn that heard it", () => {
    const { notes } = talkOf(said(1), said(2), heard(1, 4), heard(1, 9), said(3));
    expect(notes.map(({ number, text }) => [number, text])).toEqual([
      [1, "Note 1"],
      [2, "Note 2"],
      [3, "Note 3"],
    ]);
    expect(turns(notes)).toEqual([4, null, null]);
  });

  test("are not disturbed by lines that do not fit, or that say nothing of them", () => {
    const before = talkOf(said(1));
    for (const line of [said(1), said(7), heard(2, 3), { type: "session.said", text: "Hm." } as const])
      for (const event of ledgerOf(line)) expect(talkAfter(before, event)).toBe(before);
  });

  test("end with the plan of the finish, unless that is withdrawn", () => {
    expect(talkOf(said(1)).isFinishing).toBe(false);
    expect(talkOf(said(1), lineOf("finish.planned")).isFinishing).toBe(true);
    expect(talkOf(lineOf("finish.planned"), lineOf("finish.withdrawn")).isFinishing).toBe(false);
  });

  test("are merged from the detail and the ledger, whichever is ahead", () => {
    const early = talkOf(said(1), said(2), heard(2, 5)).notes;
    const late = talkOf(said(1), said(2), heard(1, 4), said(3)).notes;
    for (const merged of [mergeNotes(early, late), mergeNotes(late, early)])
      expect(turns(merged)).toEqual([4, 5, null]);
    expect(mergeNotes([], early)).toEqual(early);
    expect(mergeNotes(early, [])).toEqual(early);
  });

  test("are folded away only where they are old, heard and several", () => {
    const count = (many: number, unheard: number[] = []) => {
      const numbers = Array.from({ length: many }, (_, at) => at + 1);
      const lines = numbers.filter((n) => !unheard.includes(n)).map((n) => heard(n, n));
      return foldedNotes(talkOf(...numbers.map(said), ...lines).notes);
    };
    expect([count(0), count(5), count(6), count(7), count(30)]).toEqual([0, 0, 0, 2, 25]);
    expect([count(30, [1]), count(30, [4]), count(30, [30])]).toEqual([0, 3, 25]);
  });
});
