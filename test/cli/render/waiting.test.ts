// What people read of commissions that wait.
import { expect, test } from "bun:test";
import { commissionTable } from "../../../src/cli/render/commission/commission-table.ts";
import { detailLines } from "../../../src/cli/render/commission/detail.ts";
import { hallLines } from "../../../src/cli/render/hall/hall.ts";
import { stillWaiting } from "../../../src/cli/render/commission/still-waiting.ts";
import { createPaint } from "../../../src/cli/render/paint.ts";
import type { HallStatus } from "../../../src/contract/api/hall-status.ts";
import { statuses } from "../../../src/contract/commission/commission.ts";
import { columnsOf } from "../../../src/host/person/terminal.ts";
import { at, detail, sampleId, startedAt } from "./samples.ts";

const style = { paint: createPaint(false), width: 100, now: startedAt };
const busy = "All 5 slots are in use.";

test("the list says once what is waited for, and how many wait for it", () => {
  const waits = detail({ status: "pending", waitingFor: busy });
  const spent = detail({ status: "paused", waitingFor: "The quota is used up until 14:00." });
  const lines = commissionTable([waits, detail(), waits, spent], style);
  expect(lines.slice(-2)).toEqual([`2 wait: ${busy}`, "1 waits: The quota is used up until 14:00."]);
  const narrow = commissionTable([waits, spent], { ...style, width: 40 });
  for (const line of narrow.slice(-2)) expect(columnsOf(line)).toBeLessThanOrEqual(40);
  expect(commissionTable([detail()], style)).toHaveLength(2);
});

test("a running one of which nothing can be recorded is told apart in the list, also while it is cancelled", () => {
  const waitingFor = "No workbench is at work on it.";
  const rowOf = (changes: Parameters<typeof detail>[0]) =>
    commissionTable([detail({ status: "in_progress", endedAt: null, ...changes })], { ...style, width: 200 });
  expect(rowOf({ waitingFor }).join("\n")).toContain("in_progress, not recorded");
  expect(rowOf({ waitingFor }).at(-1)).toBe(`1 waits: ${waitingFor}`);
  expect(rowOf({ waitingFor, cancelRequested: true }).join("\n")).toContain("cancelling, not recorded");
  expect(rowOf({}).join("\n")).not.toContain("not recorded");
  expect(rowOf({ waitingFor, status: "pending" }).join("\n")).not.toContain("not recorded");
});

test("blocked ones are said to be blocked, and what for; another attempt says which it is", () => {
  const why = "waits for 0197f3a2-7c1b (Look it up), which failed: no turns left; redispatch it to go on";
  const blocked = detail({ status: "blocked", waitingFor: why, blockedBy: [why], endedAt: null });
  const wide = { ...style, width: 200 };
  expect(commissionTable([blocked], wide).at(-1)).toBe(`1 is blocked: ${why}`);
  expect(commissionTable([blocked, blocked], wide).at(-1)).toBe(`2 are blocked: ${why}`);
  const second = detail({ attempt: 2, continues: sampleId });
  expect(commissionTable([second], wide).join("\n")).toContain("attempt 2");
  expect(commissionTable([second], { ...style, width: 60 }).join("\n")).toContain("+ again");
});

test("show names what it waits for, which attempt it is, who goes on with it, and every answer", () => {
  const lines = (changes: Parameters<typeof detail>[0]) =>
    detailLines({ detail: detail(changes), result: undefined }, style).join("\n");
  const told = lines({
    attempt: 2,
    continues: sampleId,
    continuedBy: sampleId,
    after: [sampleId, ".lore/specs/x.md"],
    questions: [
      { question: "Which?", askedAt: "now", answer: "This one." },
      { question: "And then?", askedAt: "now", answer: null },
    ],
  });
  expect(told).toMatch(/attempt +2\n/);
  expect(told).toMatch(new RegExp(`continues +${sampleId}\n`));
  expect(told).toMatch(new RegExp(`continued +by ${sampleId}\n`));
  expect(told).toContain(`${sampleId}, .lore/specs/x.md`);
  expect(told).toContain("1? Which?");
  expect(told).toContain("→ This one.");
  expect(told).toContain("2? And then?");
  expect(lines({})).not.toMatch(/attempt|continue/);
});

test.each([
  [{ waitingFor: busy }, busy],
  [{ waitsUntil: at(5) }, `until ${at(5)}; then the hall starts it again`],
  [{ waitsUntil: at(-5) }, null],
  [{}, null],
])("with %j, show says %p", (changes, text) => {
  const shown = { detail: detail({ status: "pending", ...changes }), result: undefined };
  const row = detailLines(shown, style).find((line) => line.trim().startsWith("waiting "));
  expect(row?.replace(/^ *waiting +/, "") ?? null).toBe(text);
});

test.each([
  [600, "used up until 2026-01-01T12:10:00.000Z (10m left): Enough."],
  [-600, "should be free since 2026-01-01T11:50:00.000Z; one commission tries it first: Enough."],
])("status tells of a quota that resets in %p s", (seconds, text) => {
  const pause = { pausedUntil: at(seconds), since: at(-999), byCommission: sampleId, message: "Enough." };
  const lines = hallLines({ ...hall, quota: { ...pause, probe: null } }, style);
  expect(lines.find((line) => line.startsWith("quota"))?.slice(9)).toBe(text);
  expect(lines.find((line) => line.startsWith("waiting"))?.slice(9)).toBe(busy);
});

test("status says nothing of either while nothing waits", () => {
  expect(hallLines({ ...hall, waiting: null }, style).join("\n")).not.toMatch(/^(waiting|quota)/m);
});

test.each([
  [{ used: 2, total: 2 }, "2 of 2 in use"],
  [{ used: 5, total: 2 }, "5 at work, 2 allowed: none starts until 4 have ended"],
])("status says of slots %j: %s", (slots, text) => {
  const row = hallLines({ ...hall, slots }, style).find((line) => line.startsWith("slots"));
  expect(row?.slice(9)).toBe(text);
});

const hall: HallStatus & { url: string } = {
  url: "http://x",
  version: "1",
  pid: 1,
  home: "/h",
  startedAt: at(0),
  slots: { total: 5, used: 5 },
  commissions: Object.fromEntries(statuses.map((status) => [status, 0])) as HallStatus["commissions"],
  waiting: { reason: "slots", message: busy },
  quota: null,
  sandbox: { level: "none", detail: "x" },
  model: { available: true, detail: "x", default: null },
  problems: [],
};

test.each<[string, Parameters<typeof detail>[0], string]>([
  ["all slots are in use", { status: "pending", waitingFor: busy }, `Still waiting: ${busy}`],
  [
    "there is no key",
    { status: "pending", waitingFor: "The hall has no credentials to reach a model." },
    "Still waiting: The hall has no credentials to reach a model.",
  ],
  [
    "its quota is spent",
    { status: "paused", waitingFor: "The quota is used up until 14:00." },
    "Still waiting: The quota is used up until 14:00.",
  ],
  [
    "it was cut off",
    { status: "pending", waitsUntil: at(5) },
    `Still waiting: the hall starts it again at ${at(5)}.`,
  ],
  ["nobody has looked yet", { status: "pending" }, "Still waiting: it has not had its turn yet."],
  ["it starts", { status: "dispatched" }, "Still waiting: its worker is starting."],
  [
    "it is being cancelled",
    { cancelRequested: true },
    "Still waiting: it was cancelled and is being stopped.",
  ],
  ["it is at work and silent", { startedAt: at(-45) }, "Still at work for 45s."],
  [
    "it is at work",
    { startedAt: at(-45), latest: { at: at(-1), text: "Reading\na\u001b[2J file" } },
    "Still at work for 45s; latest: Reading a\\x1b[2J file",
  ],
])("whoever waits while %s is told so in a line", (_what, changes, text) => {
  expect(stillWaiting(detail({ endedAt: null, ...changes }), startedAt)).toBe(text);
});
