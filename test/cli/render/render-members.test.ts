// What people read of the work of guild members.
import { expect, test } from "bun:test";
import { deletedLines } from "../../../src/cli/render/commission/deleted.ts";
import { memberName, workerName } from "../../../src/contract/member/member.ts";
import { interruptedLines } from "../../../src/cli/render/hall/stopped-work.ts";
import { detailLines } from "../../../src/cli/render/commission/detail.ts";
import { entryLines } from "../../../src/cli/render/entry-lines.ts";
import { createPaint } from "../../../src/cli/render/paint.ts";
import { createTimeline } from "../../../src/cli/render/commission/timeline.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import { commissionAfter } from "../../harness/ledger/histories.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";
import { at, detail, event, sampleId, startedAt } from "./samples.ts";

test("what stays at a guild member is named when its commission is deleted", () => {
  const gone = { id: sampleId, deleted: true as const, movedTo: null };
  const member = memberName.parse("scout");
  expect(deletedLines({ ...gone, memberJob: null })).toEqual([`Deleted ${sampleId}.`]);
  expect(deletedLines({ ...gone, memberJob: { member, jobId: "job-1" } })).toEqual([
    `Deleted ${sampleId}.`,
    "Its job job-1 stays at guild member scout, with its files.",
  ]);
  expect(deletedLines({ ...gone, memberJob: { member, jobId: null } })[1]).toContain("may have reached");
});

const workers = [
  ["researcher", "the next hall resumes it", 0],
  ["member:scout", "its guild member begins anew with the next hall", 1],
] as const;

test.each(workers)("of work of %s that was stopped with its hall: %s", (name, words, lines) => {
  const request = newRequest({ worker: workerName.parse(name) });
  const tell = createTimeline();
  tell(event(1, { type: "commission.created", request }));
  expect(tell(event(2, { type: "commission.requeued", cause: "stop", notBefore: at(2) }))?.text).toBe(
    `the hall was stopped with its work; ${words}`,
  );
  const summary = summaryOf(commissionAfter([{ type: "commission.created", request }]));
  const said = interruptedLines({ stopped: [request.id], left: [] }, [summary]);
  expect(said.filter((line) => line.includes("begins its jobs anew"))).toHaveLength(lines);
});

const paint = createPaint(false);
const list = "Which of these?\n\n- the one\n-  the other";

test("a question of several lines keeps them, under its own beginning", () => {
  const questions = [
    { question: list, askedAt: at(1), answer: "one\nor two", answeredBy: null, answeredAt: null },
  ];
  const lines = detailLines(
    { detail: detail({ questions }), result: undefined },
    { paint, width: 80, now: startedAt },
  );
  const from = lines.indexOf("  1? Which of these?");
  expect(lines.slice(from, from + 6)).toEqual([
    "  1? Which of these?",
    "",
    "     - the one",
    "     -  the other",
    "    → one",
    "      or two",
  ]);
  const entry = { at: at(1), word: "question", text: list, brush: "yellow" } as const;
  const style = { paint, since: startedAt, width: 80 };
  expect(entryLines(entry, style).map((line) => line.trim().replace(/^.*question +/, ""))).toEqual([
    "Which of these?",
    "- the one",
    "- the other",
  ]);
  expect(entryLines(entry, { ...style, width: Infinity })).toHaveLength(1);
});

test("that a guild member failed is said once", () => {
  const message = 'Guild member "scout" says: It broke.';
  const end = { how: "member", message } as const;
  const tell = createTimeline();
  const said = [
    tell(event(1, { type: "session.ended", end, bench: 1, benchSeq: 1, at: at(1) })),
    tell(event(2, { type: "commission.failed", reason: "member", message, endedBy: "member" })),
  ];
  expect(said.map((each) => each?.text)).toEqual([message, "member"]);
});
