// A course learns from the facts of a run without knowing what the run is for.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { CourseFact, FactOrigin } from "../../../src/contract/course/course-facts.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { memberName } from "../../../src/contract/member/member.ts";
import { jobId } from "../../../src/contract/member/worker-protocol.ts";
import { learn } from "../../../src/rules/commission/learn.ts";
import { isNews, loseBench, readLine, startBench } from "../../../src/rules/course/benches.ts";
import { type Course, newCourse } from "../../../src/rules/course/course.ts";
import { isOfCourse, learnCourse } from "../../../src/rules/course/learn-course.ts";
import { facts, histories } from "../../harness/ledger/random-histories.ts";
import { answeredOnce, commissionAfter, inProgress, sentOnce } from "../../harness/ledger/histories.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 15, 9, 0, second)).toISOString();

/** Work of another kind than a commission, with a part of its own. */
interface Talk extends Course {
  words: readonly string[];
}

const talk = (isRehearsed = false): Talk => ({
  ...newCourse({ isRehearsed, tainted: false }),
  words: ["Hello."],
});

const begun: CourseFact[] = [
  { type: "bench.started", pid: 7, startTime: "1", bootId: "b", version: "1" },
  {
    type: "session.started",
    sessionId: "s",
    model: "m",
    tools: [],
    sandbox: "process",
    permissionMode: "dontAsk",
  },
];

const answered = { ...answeredOnce, request: sentOnce.request, costUsd: 2, budgetUsd: 2 };

/** Reads a journal as the hall does: each line once, in order. */
function reading(before: Talk, journal: readonly CourseFact[]): Talk {
  return journal.reduce((known, fact, n) => {
    const origin: FactOrigin = { bench: known.bench, benchSeq: n + 1, at: at(n) };
    return isNews(known, origin)
      ? learnCourse(readLine(known, { ...fact, ...origin }), { ...fact, ...origin })
      : known;
  }, before);
}

describe("work that is no commission", () => {
  const started = startBench(talk(), { bench: 1, at: at(0) });

  test("has its process, session, turns, money and time at work from its facts", () => {
    const after = reading(started, [...begun, sentOnce, answered, { type: "session.said", text: "Hi." }]);
    expect(after).toMatchObject({
      process: { pid: 7 },
      sessionId: "s",
      model: "m",
      turns: 1,
      sent: [],
      latest: { said: "Hi." },
      heard: { first: at(0), last: at(4) },
      words: ["Hello."],
    });
    expect([after.budgetUsd, after.spent.length]).toEqual([2, 1]);
  });

  test("is charged for a request that was under way when its workbench was lost, and remembers its calls and acts", () => {
    const after = reading(started, [
      ...begun,
      sentOnce,
      { type: "tool.called", callId: "c", tool: "mcp__mail__send", input: "to: Ada" },
      { type: "effect.begun", callKey: "k:c", tool: "mcp__mail__send", inputHash: "h" },
    ]);
    const lost = loseBench(after, { bench: 1, at: at(60), began: true, message: "killed" });
    expect(lost).toMatchObject({
      end: { how: "lost", began: true },
      sent: [],
      runningTools: [],
      cutOff: [{ callId: "c" }],
      unknownActs: [{ callKey: "k:c", input: "to: Ada" }],
      tainted: true,
      words: ["Hello."],
    });
    expect(lost.budgetUsd).toBeGreaterThan(0);
  });

  test("reads each line of a journal once, and none of an earlier workbench", () => {
    const once = reading(started, [...begun, answered]);
    expect(reading(once, [...begun, answered])).toEqual(once);
    const next = startBench(once, { bench: 2, at: at(90) });
    expect(isNews(next, { bench: 1, benchSeq: 9 })).toBe(false);
    expect(loseBench(next, { bench: 1, at: at(90), began: true, message: "late" })).toBe(next);
  });

  test("spends nothing by the hour while a script plays the model", () => {
    const rehearsed = reading(startBench(talk(true), { bench: 1, at: at(0) }), [...begun, answered]);
    expect(rehearsed.spent).toEqual([]);
    expect(rehearsed.turns).toBe(1);
  });
});

const ofCourse = Object.keys(newCourse({ isRehearsed: false, tainted: false }));

test("words of strangers count from facts of either part", () => {
  const before = commissionAfter(inProgress).record;
  const strangers: FactBody[] = [
    { type: "model.searching" },
    { type: "member.dispatched", member: memberName.parse("librarian"), jobId: jobId.parse("1") },
  ];
  expect(strangers.map((fact) => isOfCourse(fact))).toEqual([true, false]);
  expect(
    [before, ...strangers.map((fact) => learn(before, taken(fact)))].map((each) => each.tainted),
  ).toEqual([false, true, true]);
});

test("a fact of any run leaves the commission's own part alone, but for the checks that a new session makes void", () => {
  const seen = { course: 0, own: 0 };
  fc.assert(
    fc.property(histories, facts, ({ states }, fact) => {
      const record = states.at(-1)?.record;
      if (!record) return;
      const learnt = learn(record, taken(fact));
      const changed = Object.keys(learnt).filter((key) => !Object.is(of(learnt, key), of(record, key)));
      const own = changed.filter((key) => !ofCourse.includes(key));
      if (!isOfCourse(fact)) {
        seen.own += 1;
        // The worker's words and strangers' words count from every fact, and checks are no time at work.
        expect(changed.filter((key) => ofCourse.includes(key) && !noticed.includes(key))).toEqual([]);
        return;
      }
      seen.course += 1;
      expect(own.filter((key) => fact.type !== "session.started" || !checks.includes(key))).toEqual([]);
      const alone = learnCourse(record, { ...fact, ...origin });
      expect(ofCourse.map((key) => of(alone, key))).toEqual(ofCourse.map((key) => of(learnt, key)));
    }),
    { numRuns: 1000 },
  );
  expect(Math.min(seen.course, seen.own)).toBeGreaterThan(100); // else this would prove nothing
});

const origin: FactOrigin = { bench: 1, benchSeq: 99, at: at(30) };
const taken = (fact: FactBody) => ({ ...fact, ...origin });
const checks = ["proof", "landing"];
const noticed = ["latest", "tainted", "heard"];
const of = (record: object, key: string): unknown => Object.getOwnPropertyDescriptor(record, key)?.value;
