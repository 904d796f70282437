// What people read of commissions that wait.
import { expect, test } from "bun:test";
import { commissionTable } from "../../src/cli/render/commission-table.ts";
import { detailLines } from "../../src/cli/render/detail.ts";
import { hallLines } from "../../src/cli/render/hall.ts";
import { createPaint } from "../../src/cli/render/paint.ts";
import type { HallStatus } from "../../src/contract/api.ts";
import { statuses } from "../../src/contract/commission.ts";
import { columnsOf } from "../../src/host/terminal.ts";
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

test.each([
  [{ waitingFor: busy }, busy],
  [{ waitsUntil: at(5) }, `until ${at(5)}; then it is started again`],
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
  model: { available: true, detail: "x" },
  problems: [],
};
