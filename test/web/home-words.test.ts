// What home says and in which order, without a browser.
import { describe, expect, test } from "bun:test";
import type { ListedCommission } from "../../src/contract/api/api.ts";
import { commissionId, packageName } from "../../src/contract/home/ids.ts";
import type { BranchState } from "../../src/contract/project/tree.ts";
import { newUuid } from "../../src/host/ids.ts";
import { fold } from "../../src/rules/commission/evolve.ts";
import { summaryOf } from "../../src/rules/show/show.ts";
import { glanceOf } from "../../web/words/glance.ts";
import { needsTitle } from "../../src/rules/show/needs-title.ts";
import { homeSentence } from "../../web/words/home-sentence.ts";
import { laterChoices, untilWords } from "../../web/words/later.ts";
import { quietFor } from "../../web/words/quiet.ts";
import { quickAnswers } from "../../web/words/quick-answers.ts";
import { spentWithin } from "../../web/words/spent.ts";
import { completed, stamp } from "../harness/ledger/histories.ts";

const dayBegan = "2026-11-16T00:00:00.000Z";
const folded = fold(stamp(completed));
if (!folded) throw new Error("it was never created");
const pattern: ListedCommission = { ...summaryOf(folded), waitingFor: null };

const work = (changes: Partial<ListedCommission> = {}): ListedCommission => ({
  ...pattern,
  id: commissionId.parse(newUuid()),
  worker: packageName.parse("researcher"),
  endedAt: "2026-11-16T09:00:00.000Z",
  ...changes,
});
const branch = (state: BranchState) => ({ name: "claude/1", state, into: "claude/main", commit: null });
const running = { status: "in_progress", endedAt: null, trust: null } as const;
const look = (commissions: ListedCommission[]) => glanceOf(commissions, { dayBegan, limit: 12 });

describe("a glance at all commissions", () => {
  test("shows a dozen of each of ten thousand, and counts them all", () => {
    const back = Array.from({ length: 8000 }, (_, i) =>
      work({ title: `${i}`, endedAt: new Date(Date.parse(dayBegan) + i).toISOString() }),
    );
    const waiting = Array.from({ length: 2000 }, () => work({ status: "pending", endedAt: null }));
    const glance = look([...back, ...waiting]);
    expect(glance.cameBack.total).toBe(8000);
    expect(glance.cameBack.first.map(({ title }) => title)).toEqual(
      Array.from({ length: 12 }, (_, i) => `${7999 - i}`),
    );
    expect(glance.waiting.total).toBe(2000);
    expect(glance.waiting.first.map(({ id }) => id)).toEqual(
      waiting
        .map(({ id }) => id)
        .sort()
        .slice(0, 12),
    );
  });

  test("puts what has run longest first", () => {
    const [late, early] = ["2026-11-16T10:00:00.000Z", "2026-11-16T08:00:00.000Z"];
    const { first } = look([
      work({ ...running, startedAt: late }),
      work({ ...running, startedAt: early }),
    ]).running;
    expect(first.map(({ startedAt }) => startedAt)).toEqual([early, late]);
  });

  test.each([
    ["what came back yesterday", { endedAt: "2026-11-15T23:59:59.999Z" }],
    ["what a person cancelled", { status: "cancelled" }],
    ["the hall's own side work", { chore: { kind: "compaction", scope: "global" } }],
  ] as const)("leaves out %s", (_what, changes) => {
    expect(look([work(changes as Partial<ListedCommission>)]).cameBack.total).toBe(0);
  });
});

describe("what came back last", () => {
  const at = (endedAt: string, changes: Partial<ListedCommission> = {}) => work({ endedAt, ...changes });
  const yesterday = at("2026-11-15T12:00:00.000Z");
  const early = at("2026-11-16T08:00:00.000Z");
  const late = at("2026-11-16T09:00:00.000Z", { status: "failed", trust: null });
  const after = "2026-11-16T10:00:00.000Z";
  const chore = { kind: "compaction", scope: "global" } as ListedCommission["chore"];
  test.each([
    ["is none where nothing did", [work(running)], null],
    ["is the latest, however it came out", [early, late, yesterday], late],
    ["may be of another day", [yesterday, work(running)], yesterday],
    ["is not what a person cancelled", [early, at(after, { status: "cancelled" })], early],
    ["is not the hall's own side work", [early, at(after, { chore })], early],
  ])("%s", (_what, commissions, last) => {
    expect(look(commissions).lastBack).toBe(last);
  });
});

describe("the sentence under the heading", () => {
  const failed = { status: "failed", trust: null } as const;
  test.each([
    ["Nothing is running, and nothing came back today.", []],
    ["One running.", [work(running)]],
    ["One running, one waiting.", [work(running), work({ status: "paused", endedAt: null })]],
    ["Nothing running, one came back today: verified.", [work({ trust: "verified" })]],
    ["Nothing running, two came back today: both claimed.", [work(), work()]],
    [
      "One running, four came back today: one verified, one claimed, one refuted, one failed.",
      [work(running), work({ trust: "verified" }), work(), work({ trust: "refuted" }), work(failed)],
    ],
    [
      "Nothing running, three came back today: one verified, one changed nothing, one in conflict.",
      [
        work({ trust: "verified" }),
        work({ trust: "verified", branch: branch("conflict") }),
        work({ trust: "claimed", branch: branch("unchanged") }),
      ],
    ],
    [
      "Nothing running, one came back today: in conflict.",
      [work({ trust: "verified", branch: branch("conflict") })],
    ],
    [
      "Nothing running, three came back today: all claimed; two of them rehearsed.",
      [work(), work({ rehearsed: true }), work({ rehearsed: true })],
    ],
    ["Nothing running, one came back today: claimed; rehearsed.", [work({ rehearsed: true })]],
    ["Nothing running, twelve came back today: all claimed.", Array.from({ length: 12 }, () => work())],
    [
      "1 running, 13 came back today: 2 verified, 11 claimed; 2 of them rehearsed.",
      [
        work(running),
        ...Array.from({ length: 11 }, () => work()),
        ...Array.from({ length: 2 }, () => work({ trust: "verified", rehearsed: true })),
      ],
    ],
  ])("%s", (sentence, commissions) => {
    expect(homeSentence(look(commissions))).toBe(sentence);
  });

  test.each([
    [0, "Nothing needs you"],
    [1, "One thing needs you"],
    [3, "Three things need you"],
    [4200, "4,200 things need you"],
  ])("of %d needs", (total, title) => {
    expect(needsTitle(total)).toBe(title);
  });
});

describe("how long a worker has been quiet", () => {
  const started = "2026-11-16T09:00:00.000Z";
  const after = (seconds: number) => new Date(Date.parse(started) + 1000 * seconds).toISOString();
  test.each([
    ["is not worth a word at first", after(0), 119, null],
    ["is told in minutes that have passed", after(1), 160, "2 min"],
    ["is never longer than it is at work", after(-600), 159, "2 min"],
    ["is told in hours", after(0), 3700, "1 h 1 min"],
  ])("%s", (_what, since, seconds, said) => {
    expect(quietFor({ since, startedAt: started, now: Date.parse(after(seconds)) })).toBe(said);
  });
});

describe("putting off", () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
  test.each([
    ["in the morning", at(16, 9), ["This evening", "Tomorrow", "Next week", "Until it changes"]],
    ["in the evening", at(16, 19), ["Tomorrow", "Next week", "Until it changes"]],
  ])("offers what is still to come, %s", (_when, now, offered) => {
    expect(laterChoices(now).map(({ says }) => says)).toEqual(offered);
    for (const { until } of laterChoices(now)) if (until) expect(Date.parse(until)).toBeGreaterThan(now);
  });

  test.each([
    ["Sunday", at(15, 12)],
    ["Monday", at(16, 12)],
    ["Saturday", at(21, 12)],
  ])("until next week is the Monday after a %s", (_day, now) => {
    const until = new Date(laterChoices(now).find(({ says }) => says === "Next week")?.until ?? "");
    expect([until.getDay(), until.getHours()]).toEqual([1, 8]);
    expect(until.getTime() - now).toBeLessThanOrEqual(7 * 86_400_000);
  });

  test.each([
    [null, "until it changes"],
    [at(16, 18), "until 18:00"],
    [at(17, 8), "until tomorrow 08:00"],
    [at(23, 8), "until Mon 23 Nov 08:00"],
  ])("until %p is said as: %s", (until, said) => {
    expect(untilWords(until === null ? null : new Date(until).toISOString(), at(16, 9))).toBe(said);
  });
});

describe("answers without typing", () => {
  test.each([
    ["Should a key survive the deletion of its job?", ["Yes", "No"]],
    [
      "Should a key survive the deletion of its job? I assume that it does not.",
      ["Agree with the assumption", "Yes", "No"],
    ],
    ["Which of the two? Assumed the first, and went on.", ["Agree with the assumption"]],
    ["Should it be kept or deleted?", []],
    ["Which port is right?", []],
    ["Is it meant so? Are there more?", []],
    ["Should it cover hosted ones? Two of the three assume one.", ["Yes", "No"]],
  ])("%s", (question, offered) => {
    expect(quickAnswers(question).map(({ says }) => says)).toEqual(offered);
  });
});

describe("what was spent", () => {
  const now = new Date(2026, 10, 16, 12).getTime();
  const hour = (day: number) => new Date(2026, 10, day, 1).toISOString().slice(0, 13);

  test("is counted by the days of this place, today and six days before", () => {
    const spent = [9, 10, 15, 16].map((day) => ({ hour: hour(day), usd: day, unpriced: 0 }));
    const { today, week } = spentWithin(spent, now);
    expect([today.usd, week.usd]).toEqual([16, 10 + 15 + 16]);
  });
});
