// Which commissions need a person, and in which words.
import { describe, expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import { workerName } from "../../../src/contract/member/member.ts";
import { memoryScope } from "../../../src/contract/memory/memory.ts";
import type { CommissionSummary } from "../../../src/contract/commission/meta.ts";
import type { Cause } from "../../../src/rules/show/attention.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import { needsKey, workCauses } from "../../../src/rules/show/work-causes.ts";
import { conflicting, refuted } from "../../harness/ledger/checked.ts";
import {
  blocked,
  cancelled,
  commissionAfter,
  completed,
  created,
  factOf,
  failed,
  inProgress,
  paused,
} from "../../harness/ledger/histories.ts";
import { itemsOf } from "./attention-items.ts";

const wayOut = "redispatch to have it brought over to claude/main as it is now";

const title = "Research auth/OAuth flows";

const asks = (question: string, at: number): EventBody =>
  factOf(at, { type: "question.logged", callKey: `q${at}`, question });
const asking = [...inProgress, asks("Which flows?", 3)];
const answered: EventBody = { type: "question.answered", number: 1, answer: "All.", by: "person" };

function after(history: readonly EventBody[], changes: Partial<CommissionSummary> = {}): CommissionSummary {
  return { ...summaryOf(commissionAfter(history)), ...changes };
}

function causesOf(
  summaries: readonly CommissionSummary[],
  continued: readonly CommissionId[] = [],
): readonly Cause[] {
  return workCauses({ summaries, isContinued: (id) => continued.includes(id) });
}

describe("a commission", () => {
  test.each<[string, string[], readonly EventBody[]]>([
    ["that is at work", [], inProgress],
    ["that asks", ["question"], asking],
    ["that was answered", [], [...asking, answered]],
    ["that failed", ["failed"], failed],
    ["that was completed", [], completed],
    ["that was cancelled", [], cancelled],
    ["that asked and was cancelled", [], [...asking, ...cancelled.slice(inProgress.length)]],
    ["that asked and failed", ["question", "failed"], [...asking, ...failed.slice(inProgress.length)]],
    ["whose checks refute it", ["refuted"], refuted()],
    ["that is in conflict", ["conflict"], conflicting(["a.md"])],
    [
      "that asked and is being cancelled",
      [],
      [...asking, { type: "cancel.requested", by: "person", reason: "enough" }],
    ],
  ])("%s needs a person for %p", (_what, kinds, history) => {
    expect(itemsOf(causesOf([after(history)])).map(({ kind }) => kind)).toEqual(kinds as never);
  });

  test.each<[string, boolean, readonly EventBody[], Partial<CommissionSummary>]>([
    ["that is ready", true, created, {}],
    ["whose quota was spent", true, paused, {}],
    ["that is ready and rehearsed", false, created, { rehearsed: true }],
    ["that is being cancelled", false, created, { cancelRequested: true }],
    ["that waits for another", false, blocked, {}],
    ["at work, which has a key of its own", false, inProgress, {}],
    ["that has ended", false, completed, {}],
  ])("%s stands still without a key: %p", (_what, stands, history, changes) => {
    expect(needsKey(after(history, changes))).toBe(stands);
  });

  test("that somebody goes on with needs nobody, whatever came of it", () => {
    for (const history of [asking, failed, refuted(), conflicting([])]) {
      const summary = after(history);
      expect(causesOf([summary], [summary.id])).toEqual([]);
    }
  });

  test("of the hall's own counts where no later one of its scope does", () => {
    const chore = { kind: "compaction", scope: memoryScope.parse("global") } as const;
    const of = (id: string, history: readonly EventBody[]) =>
      after(history, { id: commissionId.parse(id), chore });
    const newer = "0197f3a2-7c1b-7abc-8def-0123456789ad";
    const older = "0197f3a2-7c1b-7abc-8def-0123456789ac";
    expect(causesOf([of(newer, completed), of(older, failed)])).toEqual([]);
    expect(itemsOf(causesOf([of(newer, failed), of(older, failed)])).map((item) => item.commission)).toEqual([
      commissionId.parse(newer),
    ]);
  });

  test.each<[string, CommissionSummary, { title: string; detail: string }]>([
    [
      "asks",
      after(asking),
      {
        title: "Which flows?",
        detail: `Researcher asks while at work on “${title}” · it goes on without an answer`,
      },
    ],
    [
      "asked as a guild member, before its questions were noted",
      after(asking, { worker: workerName.parse("member:scribe"), asks: null }),
      {
        title: `A question about “${title}”`,
        detail: `Scribe asks while at work on “${title}” · it goes on without an answer`,
      },
    ],
    [
      "asked twice",
      after([...asking, asks("Which users?", 4), ...completed.slice(inProgress.length)]),
      {
        title: "Which flows?",
        detail: `Researcher asked while at work on “${title}” · it went on without an answer · 1 more is open`,
      },
    ],
    [
      "was refuted",
      after(refuted()),
      { title: `“${title}” does not pass its checks`, detail: "make test exited 1 · branch kept" },
    ],
    [
      "was refuted before this was noted",
      after(refuted(), { against: null }),
      { title: `“${title}” does not pass its checks`, detail: "they failed · branch kept" },
    ],
    [
      "is in conflict",
      after(conflicting(["docs/install.md"])),
      {
        title: `Conflict with claude/main in “${title}”`,
        detail: `docs/install.md changed on both sides · nothing merged · ${wayOut}`,
      },
    ],
    [
      "is in conflict in many places",
      after(conflicting(["a.md", "b.md", "c.md", "d.md"])),
      {
        title: `Conflict with claude/main in “${title}”`,
        detail: `a.md, b.md and 2 more changed on both sides · nothing merged · ${wayOut}`,
      },
    ],
    ["failed", after(failed), { title: `“${title}” was refused by the model's server`, detail: "no" }],
  ])("that %s says so in plain words", (_what, summary, words) => {
    expect(itemsOf(causesOf([summary]))).toEqual([expect.objectContaining(words)]);
  });

  test("has one key as long as its cause is the same, and another with another question", () => {
    const keyAfter = (...more: EventBody[]) => causesOf([after([...asking, ...more])])[0]?.key ?? "";
    const first = keyAfter();
    const { id } = after(asking);
    expect(first).toBe(`question:${id}:1`);
    const second = keyAfter(asks("Which users?", 4));
    expect(second).toBe(`question:${id}:2`);
    // One of the two is answered: what is open was there before.
    expect(keyAfter(asks("Which users?", 4), answered)).toBe(second);
    expect(keyAfter(asks("Which users?", 4), ...failed.slice(inProgress.length))).toBe(second);
  });
});
