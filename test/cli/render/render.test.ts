// What people read: pure functions from events and details to lines.
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { createLiveView } from "../../../src/cli/live/live-view.ts";
import { createPlainView } from "../../../src/cli/live/plain-view.ts";
import { commissionTable } from "../../../src/cli/render/commission/commission-table.ts";
import { detailLines } from "../../../src/cli/render/commission/detail.ts";
import { endingWithResult } from "../../../src/cli/render/commission/ending.ts";
import { entryLines } from "../../../src/cli/render/entry-lines.ts";
import { findingLines } from "../../../src/cli/render/hall/findings.ts";
import { hallLines } from "../../../src/cli/render/hall/hall.ts";
import { workerDetailLines } from "../../../src/cli/render/hall/worker-detail.ts";
import { workerLines } from "../../../src/cli/render/hall/workers.ts";
import { headerLine } from "../../../src/cli/render/commission/header.ts";
import { logLine } from "../../../src/cli/render/log-line.ts";
import { age, ago, costText, elapsed, span } from "../../../src/cli/render/measures.ts";
import { count } from "../../../src/rules/show/measures.ts";
import { createPaint, wantsColour } from "../../../src/cli/render/paint.ts";
import { shortIds } from "../../../src/cli/render/short-ids.ts";
import { timelineEntry } from "../../../src/cli/render/commission/timeline.ts";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import { memberName } from "../../../src/contract/member/member.ts";
import { columnsOf } from "../../../src/host/person/terminal.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { at, detail, event, eventsSaying, rosterSaying, sampleId, startedAt } from "./samples.ts";
import { fakeConsole } from "../support.ts";

const paint = createPaint(false);
const from = { bench: 1, benchSeq: 1, at: at(1) };
const style = { paint, width: 80, now: startedAt + 65_000 };
const hostile = "\x1b]52;c;aGk=\x07\x1b[2J\u009b1A\u202egnp.exe\u200b\rok\0\u2028\ud800";
const steers = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u202e]/;

function everyRendering(text: string): string {
  const told = detail({
    title: text,
    summary: text,
    anomaly: text,
    labels: [text],
    model: text,
    task: text,
    directory: text,
    waitingFor: text,
    problems: [text],
    error: { code: "api", message: text },
    runningTool: { tool: text, since: "now" },
    memberJob: { member: memberName.parse("scout"), jobId: text, artifacts: [text] },
    questions: [{ question: text, askedAt: "now", answer: text }],
    blockedBy: [text],
    decisions: [{ question: text, decision: text, reasoning: text, at: "now" }],
  });
  const result = {
    id: sampleId,
    summary: text,
    output: text,
    artifacts: [text],
    memberArtifacts: [text],
    endedBy: "normal",
    trust: "refuted" as const,
  };
  const { worker, toolbox } = rosterSaying(text);
  const hall = {
    version: "1",
    pid: 1,
    home: text,
    startedAt: "now",
    slots: { total: 5, used: 0 },
    url: "http://x",
    sandbox: { level: "x", detail: text },
    model: { available: true, detail: text, default: text },
    waiting: { reason: "disk", message: text } as const,
    quota: { pausedUntil: "now", since: "now", byCommission: sampleId, message: text, probe: null },
  };
  const commissions = detailCounts();
  return [
    ...detailLines({ detail: told, result: undefined }, style),
    ...detailLines({ detail: told, result }, style),
    ...workerDetailLines({ worker, posture: text, memory: null }, style),
    ...commissionTable([told], style),
    ...endingWithResult({ detail: told, result }, style),
    headerLine(told, { ...style, tick: 1 }),
    ...workerLines({ workers: [worker], toolboxes: [toolbox], problems: [text] }, style),
    ...hallLines({ ...hall, commissions, problems: [text] }, style),
    ...findingLines([{ name: "x", state: "warn", detail: text, advice: text }], style),
    logLine(JSON.stringify({ at: text, level: text, message: text, field: text }), paint),
    logLine(text, paint),
    ...eventsSaying(text).flatMap((each) => linesOf(each, 80)),
    ...eventsSaying(text).flatMap((each) => linesOf(each, Number.POSITIVE_INFINITY)),
  ].join("\n");
}

function detailCounts() {
  const names = [
    "pending",
    "blocked",
    "dispatched",
    "in_progress",
    "paused",
    "completed",
    "failed",
    "cancelled",
  ] as const;
  return Object.fromEntries(names.map((name) => [name, 1])) as Record<(typeof names)[number], number>;
}

function linesOf(each: Parameters<typeof timelineEntry>[0], width: number): string[] {
  const entry = timelineEntry(each);
  return entry ? entryLines(entry, { paint, since: startedAt, width }) : [];
}

test("hostile text in any place a worker can write to reaches the terminal only as visible escapes", () => {
  const all = everyRendering(hostile);
  expect(all).not.toMatch(steers);
  expect(all).toContain("\\x1b]52;c;aGk=\\x07");
});

test("both views filter what a worker says", () => {
  const clock = createManualClock();
  const console = fakeConsole([], { window: { columns: 80, rows: 24 } });
  const plain = fakeConsole([]);
  for (const view of [
    createLiveView({ console, clock, paint }),
    createPlainView({ console: plain, paint }),
  ]) {
    for (const each of eventsSaying(hostile)) view.event(each);
    view.commission(detail({ title: hostile, summary: hostile }));
    view.close();
  }
  const own = /\x1b\[\?2026[hl]|\x1b\[\?25[hl]|\x1b\[[0-9]*A|\x1b\[2?[JK]|\r(?=\x1b|$)/g;
  expect(console.written().out.replace(own, "")).not.toMatch(steers);
  expect(plain.written().out).not.toMatch(steers);
  expect(clock.pending()).toBe(0);
});

test("in a pipe each event is one line", () => {
  const plain = fakeConsole([]);
  const view = createPlainView({ console: plain, paint });
  const events = eventsSaying("several\nlines\tof text");
  for (const each of events) view.event(each);
  expect(plain.written().out.trimEnd().split("\n")).toHaveLength(events.length);
});

test("no line of the timeline or the header is wider than the window, however narrow", () => {
  const long = "日本語 and a-very-long-word-without-a-break-in-it ".repeat(5);
  for (const width of [12, 20, 40, 79, 200]) {
    const header = headerLine(detail({ summary: long }), { ...style, width, tick: 0 });
    const lines = [header, ...eventsSaying(long).flatMap((each) => linesOf(each, width))];
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(Math.max(width, 20));
  }
});

test("the header shows status, time, turns, tokens, dollars and the latest word", () => {
  const line = headerLine(detail(), { ...style, width: 120, tick: 0 });
  expect(line).toBe("⠋ in_progress  1:05 · 3 turns · 12.5k tokens · $0.0421 · Reading");
});

test("a rehearsed commission says so wherever it is shown, and an unknown price is not nothing", () => {
  const rehearsed = detail({ rehearsed: true, cost: { usd: 0.5, rehearsed: true } });
  const unknown = detail({ cost: { usd: null, rehearsed: false } });
  const views = (told: typeof rehearsed) => [
    detailLines({ detail: told, result: undefined }, style).join("\n"),
    commissionTable([told], style).join("\n"),
    headerLine(told, { ...style, tick: 0 }),
    endingWithResult({ detail: told, result: undefined }, style).join("\n"),
  ];
  for (const view of views(rehearsed)) expect(view).toContain("rehearsed");
  for (const view of views(unknown)) {
    expect(view).toContain("cost unknown");
    expect(view).not.toContain("$");
  }
});

test("calls of the hall's own tools are not told twice", () => {
  const call = { type: "tool.called", callId: "1", input: "{}", bench: 1, benchSeq: 1, at: at(1) } as const;
  expect(timelineEntry(event(1, { ...call, tool: "mcp__commission__report_progress" }))).toBeUndefined();
  expect(timelineEntry(event(1, { ...call, tool: "mcp__github__open" }))?.text).toBe("github open");
  const grep = { ...call, tool: "Grep", input: '{"pattern":"retry","path":"src"}' };
  expect(timelineEntry(event(1, grep))?.text).toBe("Grep retry in src");
});

const page: EventBody = {
  type: "page.fetched",
  callKey: "c:1",
  url: "https://a.org/",
  finalUrl: "https://a.org/",
  status: 200,
  bytes: 1,
  ms: 1,
  refused: null,
  bench: 1,
  benchSeq: 1,
  at: at(1),
};

const told: readonly [body: EventBody, line: string | undefined][] = [
  [page, "page        https://a.org/, status 200, 1 byte"],
  [
    { ...page, finalUrl: "https://b.org/" },
    "page        https://a.org/ → https://b.org/, status 200, 1 byte",
  ],
  [{ ...page, refused: "It is private." }, "no page     https://a.org/: It is private."],
  [{ type: "commission.unblocked" }, "unblocked   nothing is missing any more"],
  [
    { type: "commission.dispatched", sandbox: "process", limits: { maxTurns: 1, maxBudgetUsd: 2 } },
    "dispatched  sandbox: process; at most 1 turn and $2.00",
  ],
  [
    { type: "commission.requeued", cause: "crash", notBefore: "soon" },
    "queued      its session was cut off; the hall resumes it, not before soon",
  ],
  [
    { type: "commission.requeued", cause: "refuted", notBefore: at(1) },
    "queued      its checks failed; it goes back to its worker with what they printed",
  ],
  [
    { type: "commission.requeued", cause: "storage", notBefore: "soon" },
    "queued      the disk could not record it; the hall resumes it, not before soon",
  ],
  [
    { type: "commission.requeued", cause: "stop", notBefore: "soon" },
    "queued      the hall was stopped with its work; the next hall resumes it",
  ],
  [{ type: "note.said", number: 2, text: "Use v2.", by: "person" }, "note        2, from you: Use v2."],
  [{ type: "note.heard", note: 2, turn: 5, ...from }, "heard       note 2, in turn 5"],
  [{ type: "stop.requested", by: "person" }, "stop        requested by person, together with the hall"],
  [
    { type: "session.resumed", sessionId: "s", message: "m", fresh: false, ...from },
    "resumed     the session continues",
  ],
  [
    { type: "session.resumed", sessionId: null, message: "m", fresh: true, ...from },
    "resumed     in a new session, because the old one is missing",
  ],
  [{ type: "workbench.lost", bench: 1, began: true, message: "It is gone." }, "lost        It is gone."],
  [{ type: "finish.applied", artifacts: [], problems: [] }, undefined],
  [
    {
      type: "commission.completed",
      endedBy: "turns",
      anomaly: "no turns left",
      source: "submission",
      trust: "claimed",
    },
    "completed   but: no turns left",
  ],
  [
    {
      type: "commission.completed",
      endedBy: "normal",
      anomaly: null,
      source: "submission",
      trust: "claimed",
    },
    "completed",
  ],
  [
    { type: "model.failed", kind: "main", status: null, message: "gone", retried: false, ...from },
    "model       no answer: gone",
  ],
  [{ type: "session.ended", end: { how: "turns", limit: 5 }, ...from }, "ended       by turns"],
];

test.each(told)("%j is told in words a person understands", (body, line) => {
  const [shown] = linesOf(event(1, body), Number.POSITIVE_INFINITY);
  expect(shown?.trim().replace(/^0:01 +/, "")).toBe(line as string);
});

test("short ids have at least 13 characters and are told apart", () => {
  const id = fc.uuid({ version: 7 });
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 30 }), (ids) => {
      const short = [...shortIds(ids).entries()];
      for (const [whole, start] of short) {
        expect(start.length).toBeGreaterThanOrEqual(13);
        expect(ids.filter((other) => other.startsWith(start))).toEqual([whole]);
      }
    }),
  );
  const twins = ["0197f3a2-7c1b-7abc-8def-0123456789ab", "0197f3a2-7c1b-7abd-8def-0123456789ab"];
  expect([...shortIds(twins).values()]).toEqual(["0197f3a2-7c1b-7abc", "0197f3a2-7c1b-7abd"]);
});

test("times, counts and money read well", () => {
  expect([0, 7_900, 760_000, 3_729_000].map(elapsed)).toEqual(["0:00", "0:07", "12:40", "1:02:09"]);
  expect([0, 45_000, 720_000, 10_800_000, 800_000_000].map(age)).toEqual([
    "just now",
    "45s",
    "12m",
    "3h",
    "9d",
  ]);
  expect([0, 45_000].map(ago)).toEqual(["just now", "45s ago"]);
  expect([-5, 2_000, 45_000].map(span)).toEqual(["0s", "2s", "45s"]);
  expect([950, 12_440, 140_000, 999_700, 3_100_000].map(count)).toEqual([
    "950",
    "12.4k",
    "140k",
    "1.0M",
    "3.1M",
  ]);
  expect(costText({ usd: null, rehearsed: true })).toBe("cost unknown rehearsed");
});

test("colour follows NO_COLOR, then FORCE_COLOR, then the terminal", () => {
  expect(wantsColour({}, true)).toBe(true);
  expect(wantsColour({}, false)).toBe(false);
  expect(wantsColour({ NO_COLOR: "1", FORCE_COLOR: "1" }, true)).toBe(false);
  expect(wantsColour({ NO_COLOR: "" }, true)).toBe(true);
  expect(wantsColour({ FORCE_COLOR: "1" }, false)).toBe(true);
  expect(wantsColour({ FORCE_COLOR: "0" }, true)).toBe(false);
  expect(wantsColour({ TERM: "dumb" }, true)).toBe(false);
  expect(createPaint(true).red("x")).toBe("\x1b[31mx\x1b[39m");
});
