// A moment as a person types it.
import { expect, test } from "bun:test";
import { parseWhen } from "../../src/cli/read/parse-when.ts";

const now = Date.UTC(2026, 0, 1, 12);
const local = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

test.each<[string, string | undefined]>([
  ["30m", "2026-01-01T12:30:00.000Z"],
  ["4h", "2026-01-01T16:00:00.000Z"],
  [" 2d ", "2026-01-03T12:00:00.000Z"],
  ["1w", "2026-01-08T12:00:00.000Z"],
  ["2026-12-01T09:00:00Z", "2026-12-01T09:00:00.000Z"],
  ["2026-12-01T09:00:00.5+02:00", "2026-12-01T07:00:00.500Z"],
  ["2026-12-01", local(2026, 11, 1)],
  ["2026-12-01 09:30", local(2026, 11, 1, 9, 30)],
  ["2026-12-01T09:30", local(2026, 11, 1, 9, 30)],
  ["2024-02-29", local(2024, 1, 29)],
  ["2026-02-29", undefined],
  ["2026-02-30T10:00", undefined],
  ["2026-13-01", undefined],
  ["2026-00-01", undefined],
  ["2026-12-00", undefined],
  ["2026-12-01T25:00", undefined],
  ["999999w", undefined],
  ["2h30m", undefined],
  ["-2h", undefined],
  ["2", undefined],
  ["", undefined],
  ["tomorrow", undefined],
  ["12/01/2026", undefined],
])("%p is %p", (typed, at) => {
  expect(parseWhen(typed, now)).toBe(at);
});

test("a while back is as long ago; a date is the same either way", () => {
  expect(parseWhen("4h", now, "back")).toBe("2026-01-01T08:00:00.000Z");
  expect(parseWhen("2026-12-01", now, "back")).toBe(local(2026, 11, 1));
});
