// The acts on finished work from a person's end: what each command asks for, waits for and prints, against a fake hall.
import { afterEach, expect, test } from "bun:test";
import type { StoppedLanding } from "../../../src/contract/commission/landing.ts";
import { done, refuse } from "../../../src/contract/api/problem.ts";
import { type ReviewList, reviewList } from "../../../src/contract/commission/review-list.ts";
import { until } from "../../harness/hall.ts";
import { commit, finished, free, hold, landing, stopHalls } from "../finished-work.ts";
import { at, sampleId } from "../render/samples.ts";
import { hostile, runHere, type Running, steers } from "../support.ts";

afterEach(stopHalls);

const acting = finished({ landing: landing({ state: "accepting" }) });
const accepted = finished({ landing: landing({ state: "accepted", commit }) });
const stop: StoppedLanding = {
  act: "accept",
  cause: "conflict",
  message: "It conflicts with later work.",
  conflicts: [`src/${hostile}`],
  standing: [{ commit, subject: hostile, commission: sampleId }],
  checks: [],
};
const stopped = finished({
  landing: landing({ stopped: { act: "accept", cause: "conflict", message: stop.message } }),
  afterEnd: { lastStop: { ...stop, at: at(61) }, checks: [], reason: null, refusals: free },
});

const waits = (running: Running) =>
  until("it waits for the hall", () => running.written().err.includes("The hall checks"));

test("accept waits until the hall has merged the work, and says where it is", async () => {
  const { becomes, start } = hold(acting);
  const running = start("review", "accept", sampleId);
  await waits(running);
  becomes(acting);
  becomes(accepted);
  expect(await running.ended).toEqual({
    code: 0,
    out: "Accepted: it is on claude/main as 0123456789ab.\nTo bring it to your own branch: guild-hall take acme\n",
    err: 'The hall checks the merge of "Find the retries" into claude/main...\n',
  });
});

test("an accept that stops exits with 4, and prints the evidence so that a terminal is safe", async () => {
  const { becomes, start } = hold(acting);
  const running = start("review", "accept", sampleId);
  await waits(running);
  becomes(stopped);
  const { code, out } = await running.ended;
  expect(code).toBe(4);
  expect(out).toStartWith("accept stopped: It conflicts with later work.\nconflict in src/");
  expect(out).toContain(`later work on it: ${commit.slice(0, 12)}`);
  expect(out).toContain("claude/main is as it was, and the work stays on its branch.");
  expect(out).toContain("guild-hall review send-back");
  expect(out).not.toMatch(steers);
});

test("with --no-wait accept only asks, and a person who interrupts is told how to see the end", async () => {
  const { run, start } = hold(acting);
  expect(await run("review", "accept", sampleId, "--no-wait")).toMatchObject({ code: 0, out: "" });
  const running = start("review", "accept", sampleId);
  await waits(running);
  running.press();
  const { code, err } = await running.ended;
  expect(code).toBe(130);
  expect(err).toContain(`guild-hall show ${sampleId}`);
});

test("undo exits with 0 once the merge is reverted, and with 4 if it stopped", async () => {
  const undone = hold(finished({ landing: landing({ state: "undone", commit }) }));
  const { code, out } = await undone.run("undo", sampleId);
  expect({ code, out }).toMatchObject({ code: 0 });
  expect(out).toStartWith("Undone: 0123456789ab on claude/main reverts it.\n");
  const act = { ...stop, act: "undo" as const };
  const left = hold(
    finished({
      landing: landing({ state: "accepted", commit, stopped: act }),
      afterEnd: { lastStop: { ...act, at: at(61) }, checks: [], reason: null, refusals: free },
    }),
  );
  const run = await left.run("undo", sampleId);
  expect(run.code).toBe(4);
  expect(run.out).toContain("later work on it: 0123456789ab");
  expect(run.out).not.toContain("send-back");
});

test("a second person is told that another act counted", async () => {
  const { served, run } = hold(accepted);
  served.hall.carryOut({
    accept: async () => refuse("wrong_state", "It was accepted already, as commit 0123456789ab."),
  });
  expect(await run("review", "accept", sampleId)).toMatchObject({
    code: 1,
    err: expect.stringContaining("It was accepted already"),
  });
});

test("reject keeps the branch and says so; the reason is sent", async () => {
  const { served, run } = hold(finished());
  const given: unknown[] = [];
  served.hall.carryOut({
    reject: async ({ body }) => {
      given.push(body);
      return done(finished({ landing: landing({ state: "rejected" }) }));
    },
  });
  const { code, out } = await run("review", "reject", sampleId, "--reason", "Not needed");
  expect(code).toBe(0);
  expect(out).toStartWith("Rejected. Its branch claude/commission/x is kept.\n");
  expect(given).toEqual([{ reason: "Not needed" }]);
  expect(await run("review", "reject", sampleId, "--reason", " ")).toMatchObject({ code: 2 });
});

test("seen ticks work, and --undo takes the tick back", async () => {
  const { served, run } = hold(finished());
  const given: boolean[] = [];
  served.hall.carryOut({
    seen: async ({ body }) => {
      given.push(body.seen);
      return done(finished({ landing: landing({ seen: body.seen }) }));
    },
  });
  expect((await run("review", "seen", sampleId)).out).toContain(`review seen ${sampleId} --undo`);
  expect((await run("review", "seen", sampleId, "--undo")).out).toBe("It is in the list again.\n");
  expect(given).toEqual([true, false]);
});

function listed(changes: Partial<ReviewList> = {}): ReviewList {
  const own = { commission: finished({ title: hostile }), refusals: { ...free, undo: "It is not merged." } };
  return reviewList.parse({
    items: [{ ...own, stat: { files: 3, additions: 40, deletions: 2 } }],
    total: 2,
    waiting: 2,
    seen: 4,
    projects: [{ project: "acme", branch: "main", integration: "claude/main", ahead: 3 }],
    ...changes,
  });
}

test("review lists what waits with its size, its acts and what a stopped accept said, and what is ahead", async () => {
  const { served, run } = hold(finished());
  served.hall.carryOut({ review: async () => done(listed()) });
  const { code, out } = await run("review");
  expect(code).toBe(0);
  expect(out).toStartWith("2 finished works wait for you.\n");
  expect(out).toContain("  researcher · acme · verified · 3 files +40 -2 · $0.0421 · ");
  expect(out).toContain("0197f3a2-7c1b  accept  send-back  reject\n");
  expect(out).toContain("And 1 more.\n");
  expect(out).toContain("4 more ticked as seen: guild-hall review --seen\n");
  expect(out).toContain("acme: claude/main has 3 commits that main lacks: guild-hall take acme\n");
  expect(out).not.toMatch(steers);
  const items = [{ ...listed().items[0], commission: stopped }];
  served.hall.carryOut({ review: async () => done(listed({ items: reviewList.shape.items.parse(items) })) });
  expect((await run("review")).out).toContain("  accept stopped: It conflicts with later work.\n");
  expect(reviewList.parse(JSON.parse((await run("review", "--json")).out)).waiting).toBe(2);
});

test("needs closes with a line on what waits, and stays as it is if nothing does", async () => {
  const { served, run } = hold(finished());
  expect((await run("needs")).out).toBe("Nothing needs you.\n");
  served.hall.carryOut({ review: async () => done(listed()) });
  expect((await run("needs")).out).toBe(
    "Nothing needs you.\n\n2 finished works wait for you: guild-hall review\n",
  );
  expect(JSON.parse((await run("needs", "--json")).out)).toMatchObject({ total: 0 });
});

test("a word after review that is no command of it is refused with the nearest", async () => {
  expect(await runHere(["review", "acept", "0197f3a2"])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no command "review acept". Did you mean "review accept"?'),
  });
  expect((await runHere(["review", "--sean"])).err).toContain("Did you mean --seen?");
});
