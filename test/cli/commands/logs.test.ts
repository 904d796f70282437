// The hall's log as people read it: whole, and as it grows. It needs no hall.
import { expect, test } from "bun:test";
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import { tempDir } from "../../harness/temp.ts";
import { hostile, runHere, startHere, steers } from "../support.ts";

const line = (message: string, more: object = {}) =>
  `${JSON.stringify({ at: "2026-01-01T12:00:00.000Z", level: "info", message, ...more })}\n`;

function homeWithLog(text: string): { home: string; file: string } {
  const home = tempDir();
  const { logs, hallLog } = homeLayout(home);
  mkdirSync(logs);
  writeFileSync(hallLog, text);
  return { home, file: hallLog };
}

test("each entry is one line, with its fields, and nothing in it steers the terminal", async () => {
  const { home } = homeWithLog(
    line("opened", { url: "http://x" }) + line(hostile, { [`k`]: hostile }) + `torn ${hostile}\n`,
  );
  const { code, out } = await runHere(["logs"], { home });
  expect(code).toBe(0);
  expect(out.split("\n")[0]).toBe("2026-01-01T12:00:00.000Z info  opened url=http://x");
  expect(out.trimEnd().split("\n")).toHaveLength(3);
  expect(out).not.toMatch(steers);
});

test("without a log it says when there will be one", async () => {
  const home = tempDir();
  const run = await runHere(["logs"], { home });
  expect({ code: run.code, out: run.out }).toEqual({ code: 1, out: "" });
  expect(run.err).toContain('The hall writes it once "guild-hall up" has run.');
});

test("following waits for the log, prints whole lines only, goes on in a new file, and ends with 130", async () => {
  const home = tempDir();
  const { logs, hallLog } = homeLayout(home);
  const running = startHere(["logs", "--follow"], { home });
  mkdirSync(logs);
  writeFileSync(hallLog, line("first"));
  await running.saying("first\n");
  const second = line("second");
  appendFileSync(hallLog, second.slice(0, 20));
  appendFileSync(hallLog, second.slice(20) + line("third").slice(0, 30));
  await running.saying("second\n");
  renameSync(hallLog, `${hallLog}.1`);
  writeFileSync(hallLog, line("after the rotation"));
  await running.saying("after the rotation\n");
  running.press();
  const { code, out } = await running.ended;
  expect(code).toBe(130);
  expect(out.match(/info {2}\S+/g)).toEqual(["info  first", "info  second", "info  after"]);
});

/** Follows a log by a clock that stands; each `look` is one look at the file, finished when it resolves. */
async function followByHand(home: string) {
  const clock = createManualClock();
  const running = startHere(["logs", "--follow"], { home, machine: { clock } });
  const waits = () => until("it waits for its next look", () => clock.pending() === 1);
  await waits();
  const look = () => (clock.advance(250), waits());
  return { running, look };
}

test("following loses no half of a character between two looks", async () => {
  const { home, file } = homeWithLog(line("first"));
  const { running, look } = await followByHand(home);
  const bytes = Buffer.from(line("caf\u00e9 \u{1F600}"));
  for (const byte of bytes) {
    appendFileSync(file, Buffer.of(byte));
    await look();
  }
  running.press();
  expect((await running.ended).out).toEndWith("info  caf\u00e9 \u{1F600}\n");
});

test("following shows what was written to a file before it was rotated, and then the new one", async () => {
  const { home, file } = homeWithLog(line("first"));
  const { running, look } = await followByHand(home);
  appendFileSync(file, line("last"));
  renameSync(file, `${file}.1`);
  await look(); // there is none for now
  renameSync(`${file}.1`, `${file}.2`);
  writeFileSync(file, line("new"));
  await look();
  running.press();
  const { out } = await running.ended;
  expect(out.match(/info {2}\S+/g)).toEqual(["info  first", "info  last", "info  new"]);
});
