// A commission at work, seen from the command line: watched, left, found again by the next hall, cancelled.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { commissionDetail } from "../../../src/contract/commission/detail.ts";
import { awayText } from "../../../src/cli/live/follow-hall.ts";
import type { Clock } from "../../../src/host/clock.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { TestHome, until } from "../../harness/hall.ts";
import { hanging } from "../../harness/rehearsals.ts";
import { runHere, startHere, withoutOwnSequences, type HereChoice } from "../support.ts";

const home = new TestHome();
const window = { columns: 100, rows: 20 };
const choice = { home: home.root, directory: home.root, env: { GUILD_HALL_PORT: "0" } };
const hall = (args: readonly string[], more: HereChoice = {}) => runHere(args, { ...choice, ...more });
let id = "";

beforeAll(async () => {
  await home.open();
  writeFileSync(`${home.root}/hanging.json`, hanging);
});

afterAll(async () => {
  await hall(["cancel", id]);
  await hall(["down"]);
  await home.dispose();
});

test("without --wait the id is all that is printed, and with --json the whole commission", async () => {
  const args = ["commission", "researcher", "Hang about\nfor long", "--rehearsal", "hanging.json", "--json"];
  const run = await hall(args);
  expect({ code: run.code, err: run.err }).toEqual({ code: 0, err: "" });
  const created = commissionDetail.parse(JSON.parse(run.out));
  expect(created).toMatchObject({ title: "Hang about", rehearsed: true });
  id = created.id;
});

test("Ctrl-C stops to watch and not the worker, and the cursor is given back", async () => {
  const live = startHere(["watch", id], { ...choice, window });
  const plain = startHere(["watch", id], choice);
  const machine = startHere(["watch", id, "--json"], choice);
  await Promise.all([
    live.saying("Begun."),
    plain.saying("progress    Begun."),
    machine.saying("progress.reported"),
  ]);
  live.press();
  plain.press({ signal: "SIGTERM", exit: 143 });
  machine.press({ signal: "SIGHUP", exit: 129 });
  const ended = await Promise.all([live, plain, machine].map((running) => running.ended));
  expect(ended.map(({ code }) => code)).toEqual([130, 143, 129]);
  expect(ended[0]?.out).toContain("\x1b[?25h");
  expect(withoutOwnSequences(ended[0]?.out ?? "")).toContain("rehearsed");
  expect((await hall(["show", id])).out).toContain("in_progress (rehearsed: the model is played");
});

test("what is at work is shown by status, by list and by show, labelled as rehearsed", async () => {
  const status = (await hall(["status"])).out;
  expect(status).toContain("slots    1 of 5 in use\nwork     1 in_progress\n");
  expect(status).toContain("Hang about");
  for (const out of [status, (await hall(["list"])).out]) expect(out).toMatch(/in_progress +\$.* rehearsed/);
  const shown = (await hall(["show", id])).out;
  expect(shown).toMatch(/\n {2}time +\d:\d\d so far\n/);
  expect(shown).toContain("Latest progress\n  Begun.\n");
});

test("whoever waits is told every 15 seconds why, on standard error alone", async () => {
  const manual = createManualClock(Date.now());
  let alarms = 0;
  const after: Clock["after"] = (ms, run) => {
    if (ms === 15_000) alarms += 1;
    return manual.after(ms, run);
  };
  const clock = { ...manual, after };
  const order = ["commission", "researcher", "Follow", "--after", id, "--rehearsal", "hanging.json"];
  const why = new RegExp(`^Still waiting: waits for ${id.slice(0, 13)} \\(Hang about\\), which `);
  const runs = [
    { running: startHere([...order, "--wait"], { ...choice, machine: { clock } }), says: why },
    { running: startHere([...order, "--wait", "--json"], { ...choice, machine: { clock } }), says: why },
    {
      running: startHere(["watch", id], { ...choice, machine: { clock } }),
      says: /^Still at work for \d+[sm]; latest: Begun\.$/,
    },
  ];
  const linesOf = ({ running }: (typeof runs)[number]) => running.written().err.split("\n").slice(0, -1);
  for (const told of [1, 2]) {
    // Each has set its alarm and the limit on the stream's silence, and has no request under way with a limit of its own.
    const isIdle = () => alarms === told * runs.length && clock.pending() === 2 * runs.length;
    await until("all of them wait", isIdle);
    clock.advance(14_999);
    expect(runs.map((run) => linesOf(run).length)).toEqual(runs.map(() => told - 1));
    clock.advance(1);
    await until("all are told", () => runs.every((run) => linesOf(run).length === told));
  }
  for (const run of runs) for (const line of linesOf(run)) expect(line).toMatch(run.says);
  expect(runs[1]?.running.written().out).toBe("");
  for (const { running } of runs) running.press();
  const [first, second] = await Promise.all(runs.map(({ running }) => running.ended));
  expect(clock.pending()).toBe(0);
  for (const ran of [first, second]) {
    const [other = ""] = /[0-9a-f-]{36}/.exec(ran?.err ?? "") ?? [];
    expect((await hall(["cancel", other])).code).toBe(0);
  }
});

test("it can neither be deleted nor has it a result", async () => {
  for (const name of ["delete", "result"]) {
    const run = await hall([name, id, "--json"]);
    expect({ code: run.code, out: run.out }).toEqual({ code: 1, out: "" });
    expect(JSON.parse(run.err)).toMatchObject({ error: { code: "wrong_state" } });
  }
});

test("down names what goes on; up starts a hall that finds it again, and is the one found the next time", async () => {
  const down = await hall(["down"]);
  expect(down).toMatchObject({ code: 0, err: "" });
  expect(down.out).toMatch(
    /^The hall has stopped\.\n1 commission at work continues:\n {2}[0-9a-f-]+ {2}researcher {2}Hang about\n"guild-hall up" finds it again\.\n$/,
  );
  const none = `No hall runs for ${home.root}.\n1 commission continues without it; "guild-hall up" finds it again.\n`;
  for (const args of [["status"], ["list"], ["cancel", id]])
    expect(await hall(args)).toEqual({ code: 3, out: "", err: `guild-hall: ${none}` });
  expect((await hall(["down"])).out).toBe(none);
  const up = await hall(["up"]);
  expect(up).toMatchObject({ code: 0, err: "" });
  expect(up.out).toStartWith("The hall is up at http://127.0.0.1:");
  expect((await hall(["up"])).out).toBe(up.out);
  expect(Object.keys(JSON.parse((await hall(["up", "--json"])).out) as object)).toEqual([
    "url",
    "pid",
    "home",
    "tokenFile",
  ]);
  expect((await hall(["list", "--status", "in_progress"])).out).toContain("Hang about");
});

test("down --stop names what it interrupted, and after the next up it goes on", async () => {
  const down = await hall(["down", "--stop"]);
  expect(down).toMatchObject({ code: 0, err: "" });
  expect(down.out).toMatch(
    /^The hall has stopped\.\n1 commission interrupted:\n {2}[0-9a-f-]+ {2}researcher {2}Hang about\n"guild-hall up" continues the interrupted work\.\n$/,
  );
  expect((await hall(["list"])).err).toEndWith(`\nStart it with "guild-hall up".\n`);
  expect((await hall(["up"])).code).toBe(0);
  const watching = startHere(["watch", id], choice);
  await watching.saying("resumed     the session continues");
  watching.press();
  expect((await watching.ended).code).toBe(130);
});

test("a cancel is seen by whoever watches, and the work is kept until it is deleted", async () => {
  const watching = startHere(["watch", id], choice);
  await watching.saying("Begun.");
  expect(await hall(["cancel", id.slice(0, 18)])).toEqual({ code: 0, out: `Cancelled ${id}.\n`, err: "" });
  const watched = await watching.ended;
  expect(watched.code).toBe(0);
  expect(watched.out).toContain("cancel      requested by person: cancelled from the command line");
  expect(watched.out).toMatch(/\ncancelled {2}.* rehearsed\nrehearsed: the model was played/);
  expect((await hall(["cancel", id])).out).toBe("The commission had already ended: cancelled.\n");
  const result = await hall(["result", id]);
  expect({ code: result.code, out: result.out }).toEqual({ code: 1, out: "" });
});

test("Ctrl-C while waiting says that the worker goes on, and how to get back to it", async () => {
  const args = ["commission", "researcher", "Hang about", "--rehearsal", "hanging.json", "--wait"];
  const waiting = startHere(args, choice);
  await waiting.saying("accepted");
  waiting.press();
  const { code, out, err } = await waiting.ended;
  const other = out.split("\n", 1)[0] ?? "";
  expect({ code, err }).toEqual({
    code: 130,
    err: `The worker continues. To get back to it: guild-hall watch ${other}\n`,
  });
  expect((await hall(["cancel", other])).code).toBe(0);
});

test("whoever watches is told that the hall is away, and finds it again at another port", async () => {
  const port = async () => (JSON.parse((await hall(["up", "--json"])).out) as { url: string }).url;
  const before = await port();
  const id = (
    await hall(["commission", "researcher", "Hang about", "--rehearsal", "hanging.json"])
  ).out.trim();
  const watchers = [startHere(["watch", id], choice), startHere(["watch", id, "--json"], choice)];
  await Promise.all(watchers.map((watching) => watching.saying("Begun.")));
  await hall(["down"]);
  const isTold = () => watchers.every((watching) => watching.written().err === `${awayText}\n`);
  await until("both are told", isTold);
  expect(await port()).not.toBe(before);
  expect((await hall(["cancel", id])).code).toBe(0);
  const ended = await Promise.all(watchers.map((watching) => watching.ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  for (const { out } of ended) expect(out).toContain("cancelled from the command line");
});
