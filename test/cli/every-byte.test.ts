// Every command delivers every byte, by the launcher and a real hall: to a pipe whose reader makes it wait, to a file, and
// to a reader that goes away.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventBody } from "../../src/contract/commission/events.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { installed } from "../../src/host/program.ts";
import { keptAt, someTree } from "../harness/ledger/checked.ts";
import { TestHome, until } from "../harness/hall.ts";
import { factOf, inProgress } from "../harness/ledger/histories.ts";
import { lay } from "../harness/ledger/laid-work.ts";
import { commitFiles, gitIn } from "../harness/git/repositories.ts";
import { openSlowPipe } from "../harness/slow-pipe.ts";
import { tempDir } from "../harness/temp.ts";
import { everyNth } from "../harness/long.ts";

const home = new TestHome();
const checkout = mkdtempSync(join(tmpdir(), "guild-hall-test-")); // for all tests: a tempDir() goes after each
const atLeast = 300_000;
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at} of many\n`).join("");
let work = "";

beforeAll(async () => {
  const layout = homeLayout(home.root);
  const cancelled: EventBody = { type: "commission.cancelled", endedBy: "cancel", reason: "r".repeat(400) };
  for (let at = 0; at < 400; at++) lay(layout, [...inProgress.slice(0, 1), cancelled]);
  work = lay(layout, history());
  mkdirSync(layout.logs, { recursive: true });
  const entry = { at: "2026-11-15T09:00:00.000Z", level: "info", message: "m".repeat(150) };
  writeFileSync(layout.hallLog, `${JSON.stringify(entry)}\n`.repeat(2500));
  await home.open();
}, 30_000);

afterAll(async () => {
  await home.dispose();
  rmSync(checkout, { recursive: true });
});

/** Work with a long result, a long ledger and long changes. */
function history(): EventBody[] {
  gitIn(checkout, "init", "-q", "-b", "main");
  const base = commitFiles(checkout, { "a.txt": "one\n" });
  const tip = commitFiles(checkout, { "a.txt": lines(9000), "b.txt": lines(9000) });
  const tree = { ...someTree, repository: `${checkout}/.git`, base };
  const how = { endedBy: "normal", anomaly: null, source: "submission", trust: "claimed" } as const;
  const output = lines(20_000);
  return [
    ...inProgress.map((body) => (body.type === "commission.dispatched" ? { ...body, tree } : body)),
    factOf(3, { type: "result.submitted", callKey: "k", summary: "s", output, artifacts: [] }),
    factOf(4, { type: "session.ended", end: { how: "normal", finalText: "done" } }),
    { type: "finish.planned", plan: { outcome: { status: "completed", ...how }, copy: [], tree: "keep" } },
    { type: "finish.applied", artifacts: [], problems: [], tree: keptAt(tip) },
    { type: "commission.completed", ...how },
  ];
}

function start(args: readonly string[], stdout: number) {
  const child = spawn("node", [installed("bin/guild-hall.js"), ...args.map((arg) => arg || work)], {
    env: { PATH: process.env["PATH"] ?? "", HOME: "/dev/null", GUILD_HALL_HOME: home.root },
    stdio: ["ignore", stdout, "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (chunk) => (said += String(chunk)));
  const ended = new Promise<{ code: number | null; err: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, err: said })),
  );
  return { child, ended };
}

async function intoFile(args: readonly string[]): Promise<Buffer> {
  const path = `${tempDir()}/out`;
  const file = openSync(path, "w");
  expect(await start(args, file).ended).toMatchObject({ code: 0 });
  closeSync(file);
  return readFileSync(path);
}

/** An empty word stands for the commission. */
const commands: (readonly [string, ...string[]])[] = [
  ["list", "--json"],
  ["diff", ""],
  ["diff", "", "--json"],
  ["result", ""],
  ["watch", "", "--json"],
  ["logs"],
];

const inWords = commands.map((words) => [words.map((word) => word || "ID").join(" "), words] as const);

test.skipIf(process.platform !== "linux").each(everyNth(inWords, 2))(
  "%s gives a file and a slow pipe every byte",
  async (_, words) => {
    const pipe = openSlowPipe();
    const { child, ended } = start(words, pipe.writer);
    await until("the pipe is full", () => pipe.isFull() || child.exitCode !== null);
    const bytes = await pipe.readAll();
    expect(await ended).toMatchObject({ code: 0 });
    expect(bytes.length).toBeGreaterThan(atLeast);
    expect(bytes.equals(await intoFile(words))).toBe(true);
  },
);

test.skipIf(process.platform !== "linux").each(everyNth(inWords.slice(0, 2), 2))(
  "%s ends without a word when its reader has gone",
  async (_, words) => {
    const pipe = openSlowPipe();
    pipe.closeReader();
    const { code, err } = await start(words, pipe.writer).ended;
    pipe.closeWriter();
    expect(code).toBe(0);
    expect(err).not.toContain("guild-hall:");
  },
);
