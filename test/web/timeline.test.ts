// The timeline of a commission: every line of a ledger has its place in it, and what belongs together stands together.
import { describe, expect, test } from "bun:test";
import { factTypes, hallEventTypes, type LedgerEvent } from "../../src/contract/commission/events.ts";
import { createTimeline } from "../../web/views/commission/timeline/timeline.ts";
import type { TimelineEntry, EntryOf } from "../../web/views/commission/timeline/timeline-entry.ts";
import { before, called, callKey, ledgerOf, lineOf, places, returned } from "./timeline-lines.ts";

function timelineOf(events: readonly LedgerEvent[]): readonly TimelineEntry[] {
  const timeline = createTimeline();
  timeline.add(events);
  return timeline.entries();
}

const workers = (...lines: Parameters<typeof ledgerOf>) =>
  timelineOf(ledgerOf(...lines)) as EntryOf<"worker">[];

describe("the timeline of a commission", () => {
  test("knows every kind of line that a ledger can hold", () => {
    expect(places.map(([{ type }]): string => type).sort()).toEqual([...hallEventTypes, ...factTypes].sort());
  });

  test.each(places.map(([line, ...adds]) => ({ type: line.type, line, adds })))(
    "gives $type its place",
    ({ line, adds }) => {
      const kinds = timelineOf(ledgerOf(...before, line)).map(({ kind }) => kind);
      expect(kinds).toEqual(["asked", "ready", ...adds]);
    },
  );

  test("says in one line what was made ready, also where the set-up came between", () => {
    const types = [
      "workbench.starting",
      "tree.made",
      "setup.ran",
      "memory.given",
      "instructions.given",
      "session.started",
    ] as const;
    const [, ready, setup] = timelineOf(ledgerOf(...before, ...types.map(lineOf)));
    expect((ready as EntryOf<"ready">).parts.map(({ text }) => text)).toEqual([
      "worktree ready in 84 ms",
      "1 entry of memory, 2 left out, some untrusted",
      "told AGENTS.md, 1 file for parts of the project, skills: release",
      "not told: CLAUDE.md (it is a link)",
      "sandbox",
      "bubblewrap",
      "1 tool",
      "m",
    ]);
    expect(setup?.kind).toBe("run");
  });

  test("puts calls under what was said before them, each with what came back", () => {
    const [first, second] = workers(
      { type: "session.said", text: "I will read." },
      called("c1"),
      called("c2", "Grep"),
      returned("c2", true),
      returned("c1"),
      { type: "session.said", text: "Now I know." },
    );
    expect(first?.calls.map(({ callId, returned }) => [callId, returned?.isError])).toEqual([
      ["c1", false],
      ["c2", true],
    ]);
    expect(second).toMatchObject({ text: "Now I know.", calls: [] });
  });

  test("shows a call of the hall's own tools only where it failed", () => {
    const own = "mcp__commission__report_progress";
    expect(workers(called("c1", own), returned("c1"))).toEqual([]);
    const [entry] = workers(called("c1", own), returned("c1", true));
    expect(entry?.calls.map(({ tool, returned }) => [tool, returned?.isError])).toEqual([[own, true]]);
  });

  test("says that a call never came back once its session is over", () => {
    expect(workers(called())[0]?.calls[0]).toMatchObject({ returned: null, isCut: false });
    for (const type of ["workbench.lost", "session.ended", "commission.failed"] as const)
      expect(workers(called(), lineOf(type))[0]?.calls[0]).toMatchObject({ returned: null, isCut: true });
  });

  test("puts what was recorded of a call on that call", () => {
    const entries = workers(called("c1", "mcp__base__write_memory"), lineOf("memory.written"));
    expect(entries).toHaveLength(1);
    expect(entries[0]?.calls[0]?.facts).toEqual(["written as version 3"]);
  });

  test("shows an answer at its question, the last one where there are several", () => {
    const ask = (question: string) => ({ type: "question.logged", callKey, question }) as const;
    const answer = (answer: string) =>
      ({ type: "question.answered", number: 2, answer, by: "person" }) as const;
    const questions = timelineOf(ledgerOf(ask("One?"), ask("Two?"), answer("no"), answer("yes")));
    expect(questions).toMatchObject([
      { number: 1, answer: null },
      { number: 2, answer: { text: "yes", by: "person" } },
    ]);
  });

  test("says at the question that its latest answer was heard, and not of an earlier one", () => {
    const ask = { type: "question.logged", callKey, question: "One?" } as const;
    const answer = { type: "question.answered", number: 1, answer: "no", by: "person" } as const;
    const heard = (answer: number) => ({ type: "answer.heard", answer, turn: 6 }) as const;
    expect(timelineOf(ledgerOf(ask, answer, heard(1)))).toMatchObject([
      { kind: "question", answer: { heard: 6 } },
      { kind: "note", title: "The answer to question 1 was heard at turn 6" },
    ]);
    expect(timelineOf(ledgerOf(ask, answer, answer, heard(1)))[0]).toMatchObject({ answer: { heard: null } });
  });

  test("counts the same failure of the model instead of telling it again", () => {
    const failed = lineOf("model.failed");
    expect(timelineOf(ledgerOf(failed, failed, failed))).toMatchObject([{ kind: "note", times: 3 }]);
  });

  test("marks a result that a later one replaced", () => {
    const result = lineOf("result.submitted");
    expect(timelineOf(ledgerOf(result, result))).toMatchObject([{ isReplaced: true }, { isReplaced: false }]);
  });

  test("explains a failure once", () => {
    const [, end] = timelineOf(
      ledgerOf(
        { type: "session.ended", end: { how: "died", message: "signal 9" } },
        { type: "commission.failed", endedBy: "died", reason: "crashed", message: "signal 9" },
      ),
    );
    expect(end).toMatchObject({ kind: "end", text: "" });
  });

  test("tells a failure of the model once, though the session ended with it", () => {
    const message = "overloaded";
    const failed = { type: "model.failed", kind: "main", status: 529, message, retried: false } as const;
    const end = { how: "api", status: 529, message } as const;
    expect(timelineOf(ledgerOf(failed, { type: "session.ended", end }))).toHaveLength(1);
  });

  test("is the same told at once or line by line, and leaves alone what did not change", () => {
    const events = ledgerOf(...before, ...places.map(([line]) => line));
    const timeline = createTimeline();
    for (const event of events) timeline.add([event]);
    const earlier = timeline.entries();
    expect(earlier).toEqual(timelineOf(events));
    timeline.add(ledgerOf({ type: "session.said", text: "More." }));
    expect(
      timeline
        .entries()
        .slice(0, -1)
        .every((entry, at) => entry === earlier[at]),
    ).toBe(true);
  });

  test("passes over a line of a release to come", () => {
    const strange = { ...ledgerOf(called())[0], type: "moon.landed" } as unknown as LedgerEvent;
    expect(timelineOf([strange])).toEqual([]);
  });
});
