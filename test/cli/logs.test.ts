// The hall's log as people read it: whole, and as it grows. It needs no hall.
import { expect, test } from "bun:test";
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { tempDir } from "../harness/temp.ts";
import { hostile, runHere, startHere, steers } from "./support.ts";

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
  expect(run.err).toContain('It is written once "guild-hall up" has run.');
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
