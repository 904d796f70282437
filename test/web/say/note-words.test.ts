// The sentences about a person's words to a commission: whether they were heard, and where else to say them.
import { describe, expect, test } from "bun:test";
import { packageName } from "../../../src/contract/home/ids.ts";
import { maxNoteCharacters, noteRequest } from "../../../src/contract/commission/notes.ts";
import { type Talked, whyNoNote } from "../../../web/views/commission/say/why-no-note.ts";
import { heardWords, mayHearAnswer, noteFault, noteNews, whenHeard } from "../../../web/words/note-words.ts";
import { someId } from "../../harness/ledger/histories.ts";

const open: Talked = {
  worker: packageName.parse("scholar"),
  endedAt: null,
  cancelRequested: false,
  continuedBy: null,
  refusals: { cancel: null, redispatch: null, remove: { refusal: null, toTrash: false } },
  afterEnd: null,
};
const at = "2026-11-19T12:00:00.000Z";
const ended: Talked = { ...open, endedAt: at };
const landed = (sendBack: string | null): Talked => ({
  ...ended,
  afterEnd: {
    lastStop: null,
    checks: [],
    reason: null,
    refusals: { accept: null, sendBack, reject: null, undo: null },
  },
});
const member: Talked = { ...open, worker: "member:scout" as Talked["worker"] };
const says = (commission: Talked, isFinishing = false) => whyNoNote(commission, isFinishing)?.says ?? null;

describe("a word to work under way", () => {
  test("may be said until the finish is planned, and not to a guild member", () => {
    expect(says(open)).toBeNull();
    expect(says(open, true)).toStartWith("Its work is done, and the hall is finishing it.");
    expect(says({ ...open, cancelRequested: true })).toStartWith("It is being cancelled.");
    expect(says(member)).toStartWith("A guild member takes no word under way.");
  });

  test("has another way once the work has ended", () => {
    expect(says(ended)).toBe("It has ended. To say more, redispatch it with a note.");
    expect(says(landed(null))).toBe("It has ended. To say more, send it back with a note.");
    expect(says(landed("It was rejected."))).toBe("It has ended. To say more, redispatch it with a note.");
    expect(whyNoNote({ ...landed(null), continuedBy: someId }, false)).toEqual({
      says: "It has ended. To say more, go to",
      next: someId,
    });
    const refusals = { ...open.refusals, redispatch: "A chore is not redispatched." };
    expect(says({ ...ended, refusals })).toBe("It has ended. A chore is not redispatched.");
  });

  test("says when it is heard, and what becomes of it unheard", () => {
    expect(whenHeard("in_progress")).toContain("next request");
    expect([whenHeard("paused"), whenHeard("blocked")]).toEqual([
      "It hears your words when it continues.",
      "It hears your words when it begins.",
    ]);
    expect(heardWords({ at, turn: 4 }, ended)).toBe("Heard at turn 4");
    expect(heardWords(null, open)).toBe("Not heard yet");
    expect(heardWords(null, ended)).toContain("the next attempt is told");
    expect(heardWords(null, { ...ended, continuedBy: someId })).toContain("the next attempt was told");
  });

  test("is announced when it is on record, and when it is heard", () => {
    const note = { number: 1, text: "Use v2.", by: "person", at, heard: null };
    const heard = { ...note, heard: { at, turn: 4 } };
    expect(noteNews([], [note])).toBe("Note 1 is on record.");
    expect(noteNews([note], [heard])).toBe("Note 1 was heard at turn 4.");
    expect(noteNews([], [heard])).toBe("Note 1 was heard at turn 4.");
    expect(noteNews([heard], [heard])).toBeNull();
  });

  test.each(["", " \n\t ", "a", "x".repeat(maxNoteCharacters), ` ${"x".repeat(maxNoteCharacters)} `])(
    "is refused beforehand exactly where the hall refuses it (%#)",
    (text) => expect(noteFault(text) === null).toBe(noteRequest.safeParse({ text }).success),
  );

  test("that is too long is refused with its length", () => {
    const text = "x".repeat(maxNoteCharacters + 1);
    expect(noteRequest.safeParse({ text }).success).toBe(false);
    expect(noteFault(text)).toBe("It has 20,001 characters; a note has at most 20,000 characters.");
  });

  test("reaches a worker as an answer only while it is under way", () => {
    expect(mayHearAnswer(open)).toBe(true);
    for (const each of [ended, member, { ...open, cancelRequested: true }])
      expect(mayHearAnswer(each)).toBe(false);
  });
});
