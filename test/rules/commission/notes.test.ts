// What a person says under way: refusals, and that each note and answer is heard at most once.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { mostUnheard } from "../../../src/contract/commission/notes.ts";
import { workerName } from "../../../src/contract/member/member.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { decide } from "../../../src/rules/commission/decide.ts";
import { unheardAnswers, unheardNotes } from "../../../src/rules/commission/notes.ts";
import { detailOf } from "../../../src/rules/show/show.ts";
import * as histories from "../../harness/ledger/histories.ts";
import { commissionAfter, factOf, inProgress, someRequest } from "../../harness/ledger/histories.ts";

const tell = (text: string, key: string | null = null): Command => ({ do: "tell", text, by: "person", key });
const said = (number: number, key?: string): EventBody => ({
  type: "note.said",
  number,
  text: `note ${number}`,
  by: "person",
  ...(key !== undefined && { key }),
});
const uuid = "00000000-0000-4000-8000-000000000001";
const heard = (seq: number, note: number, turn = 2): EventBody =>
  factOf(seq, { type: "note.heard", note, turn });
const numbers = (history: EventBody[]) =>
  unheardNotes(commissionAfter(history).record).map(({ number }) => number);

describe("a note", () => {
  test("is numbered, and a repeated key says nothing twice, also after the end", () => {
    const before = commissionAfter([...inProgress, said(1, "k")]);
    expect(decide(before, tell("More."))).toEqual({
      ok: true,
      events: [{ type: "note.said", number: 2, text: "More.", by: "person" }],
    });
    expect(decide(before, tell("More.", "k"))).toEqual({ ok: true, events: [] });
    const ended = commissionAfter([
      ...inProgress,
      said(1, "k"),
      ...histories.failed.slice(inProgress.length),
    ]);
    expect(decide(ended, tell("More.", "k"))).toEqual({ ok: true, events: [] });
  });

  test.each([
    ["of a finished commission", histories.completed, "wrong_state", "has ended: it is completed"],
    ["of one that is being finished", histories.planned, "wrong_state", "finishing it"],
    ["of one that is being cancelled", histories.cancelRequested, "wrong_state", "being cancelled"],
  ] as const)("%s is refused with the way to another attempt", (_what, history, code, message) => {
    const refused = decide(commissionAfter(history), tell("Too late."));
    expect(refused).toMatchObject({
      ok: false,
      problem: { code, message: expect.stringContaining(message) },
    });
    if (refused.ok) return;
    expect(refused.problem.hint).toContain("guild-hall redispatch");
    expect(refused.problem.hint?.includes("Once it has ended")).toBe(history !== histories.completed);
  });

  test("to a guild member is refused", () => {
    const worker = workerName.parse("member:scout");
    const before = commissionAfter([
      { type: "commission.created", request: { ...someRequest, worker } },
      ...inProgress.slice(1),
    ]);
    expect(decide(before, tell("Hello."))).toMatchObject({
      ok: false,
      problem: { code: "not_for_members", message: "A guild member takes no word under way." },
    });
  });

  test(`is refused while ${mostUnheard} are unheard, and taken once one of them is heard`, () => {
    const all = Array.from({ length: mostUnheard }, (_, i) => said(i + 1));
    const full = [...inProgress, ...all];
    expect(decide(commissionAfter(full), tell("Once more."))).toMatchObject({
      ok: false,
      problem: { code: "wrong_state", message: `${mostUnheard} notes wait to be heard already.` },
    });
    expect(decide(commissionAfter([...full, heard(3, 7)]), tell("Once more.")).ok).toBe(true);
  });

  test("is shown with the turn that heard it first, and no later line changes that", () => {
    const history = [...inProgress, said(1), said(2), heard(3, 1), heard(4, 1, 9)];
    const around = { directory: "", work: "", waitingFor: null, continuedBy: null };
    expect(detailOf(commissionAfter(history), around).notes).toMatchObject([
      { number: 1, text: "note 1", heard: { turn: 2 } },
      { number: 2, heard: null },
    ]);
  });

  test("that no person has said cannot be heard, whatever a workbench says", () => {
    expect(numbers([...inProgress, heard(3, 1), said(1)])).toEqual([1]);
    expect(numbers([...inProgress, said(1), heard(3, 1)])).toEqual([]);
    const asked: FactBody = { type: "question.logged", callKey: "k", question: "?" };
    const answered: EventBody = { type: "question.answered", number: 1, answer: "!", by: "person" };
    const early = factOf(4, { type: "answer.heard", answer: 1, turn: 2 });
    const left = (history: EventBody[]) => unheardAnswers(commissionAfter(history).record).length;
    expect(left([...inProgress, factOf(3, asked), early, answered])).toBe(1);
    expect(left([...inProgress, factOf(3, asked), answered, early])).toBe(0);
  });

  test("of a message under way is remembered until all of it is heard", () => {
    const given = factOf(3, { type: "words.given", uuid, notes: [1, 2], answers: [] });
    const open = (history: EventBody[]) => commissionAfter(history).record.heardWords.given.length;
    expect(open([...inProgress, said(1), said(2), given])).toBe(1);
    expect(open([...inProgress, said(1), said(2), given, heard(4, 1)])).toBe(1);
    expect(open([...inProgress, said(1), said(2), given, heard(4, 1), heard(5, 2)])).toBe(0);
  });
});

test("of several answers to a question only the latest waits to be heard", () => {
  const asked: FactBody = { type: "question.logged", callKey: "k", question: "?" };
  const answered = (answer: string): EventBody => ({
    type: "question.answered",
    number: 1,
    answer,
    by: "person",
  });
  const history = [...inProgress, factOf(3, asked), answered("a"), answered("b")];
  const places = (of: EventBody[]) => unheardAnswers(commissionAfter(of).record).map(({ place }) => place);
  expect(places(history)).toEqual([2]);
  const after = [...history, factOf(4, { type: "answer.heard", answer: 2, turn: 3 })];
  expect(places(after)).toEqual([]);
  expect(places([...after, answered("c")])).toEqual([3]);
});

test("in any history a note is either heard once or among the unheard", () => {
  const step = fc.oneof(fc.constant("say" as const), fc.record({ hear: fc.integer({ min: 1, max: 12 }) }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const history: EventBody[] = [...inProgress];
      const model = { said: 0, heard: new Set<number>() };
      for (const each of steps) {
        if (each === "say") history.push(said((model.said += 1)));
        else {
          history.push(heard(history.length + 1, each.hear));
          if (each.hear <= model.said) model.heard.add(each.hear);
        }
      }
      const { record } = commissionAfter(history);
      expect(unheardNotes(record).map(({ number }) => number)).toEqual(
        Array.from({ length: model.said }, (_, i) => i + 1).filter((number) => !model.heard.has(number)),
      );
    }),
  );
});
