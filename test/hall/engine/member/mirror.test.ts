// A commission at a guild member is a commission like any other, whatever becomes of the hall or the member meanwhile.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Fault } from "../../../../src/contract/api/problem.ts";
import { jobMetaKey } from "../../../../src/contract/member/worker-protocol.ts";
import { pace } from "../../../../src/hall/engine/member/pace.ts";
import { closeConductors } from "../../../harness/conductor.ts";
import { untilMoved } from "../../../harness/hall.ts";
import { apiError, closeAll, mainBody, openUpstream } from "../../../model/gateway/support.ts";
import { askFor, handoffTo } from "../../../model/gateway/jobs-support.ts";
import { detailOf, resultOf } from "../../../../src/rules/show/show.ts";
import { type Fault as MemberFault, type LittleMember, openLittleMember } from "./little-member.ts";
import { atWork, closeMemberHalls, commissioned, openMemberHall, outcomeOf, scout } from "./support.ts";

let member: LittleMember;
beforeEach(() => {
  member = openLittleMember();
});
afterEach(async () => {
  await closeMemberHalls();
  await closeConductors();
  await closeAll();
  await member.stop();
});

const dispatches = () => member.heard.filter((method) => method === "worker/dispatch").length;
const around = { directory: "d", work: "w", waitingFor: null, continuedBy: null };

test("what the member reports becomes the commission's own: each thing once, and the names of its files", async () => {
  const hall = await openMemberHall(member);
  const config = { maxTurns: 7, maxBudgetUsd: 2, model: "some-model" };
  const id = await atWork(hall, { config, memberConfig: { depth: 2 } });
  const job = member.onlyJob();
  expect(job.order).toEqual({
    description: `Look into it [${id}]`,
    task: "Look.",
    config: { depth: 2 },
    _meta: {
      [jobMetaKey]: {
        commission: id,
        model: "some-model",
        limits: { maxTurns: 7, maxBudgetUsd: 2 },
        ceiling: { maxTurns: 7, maxBudgetUsd: 2 },
      },
    },
  });
  const decision = { question: "Which?", decision: "This.", reasoning: "So." };
  Object.assign(job, { summary: "Reading.", questions: ["Why?"], decisions: [decision] });
  await hall.passes(async () => (await hall.ledger.find(id))?.record.questions.length === 1);
  Object.assign(job, { questions: ["Why?", "Who?"], summary: "Writing." });
  await hall.passes(async () => (await hall.ledger.find(id))?.record.summary === "Writing.");
  member.offersArtifacts = false;
  Object.assign(job, { status: "completed", output: "# Found", artifacts: ["artifacts/report.md"] });
  await hall.ends(id);
  await hall.passes(async () => hall.engine.presence({ id, bench: 1 }) === "unknown"); // nothing of it is kept
  const commission = await hall.ledger.find(id);
  if (!commission) throw new Error("It is gone.");
  expect(commission.record).toMatchObject({
    tainted: true,
    sandbox: null,
    questions: [{ question: "Why?" }, { question: "Who?" }],
    decisions: [decision],
  });
  expect(detailOf(commission, around)).toMatchObject({
    status: "completed",
    memberJob: { member: "scout", jobId: "job-1", artifacts: ["artifacts/report.md"] },
  });
  expect(resultOf(commission)).toMatchObject({
    value: {
      output: "# Found",
      summary: "Found",
      artifacts: null,
      memberArtifacts: ["artifacts/report.md"],
    },
  });
  const types = (await hall.ledger.events(id))?.map(({ type }) => type) ?? [];
  expect(types.filter((type) => type === "question.logged" || type === "decision.recorded")).toHaveLength(3);
  // To take the commission away leaves the job where it is.
  expect(await hall.conductor.remove(id, false)).toMatchObject({
    ok: true,
    job: { member: "scout", jobId: "job-1" },
  });
  expect([member.jobs.size, member.heard.includes("worker/delete")]).toEqual([1, false]);
});

test("a member that says something else each time it is asked does not fill the disk, and has the last word", async () => {
  const hall = await openMemberHall(member);
  const id = await atWork(hall);
  const job = member.onlyJob();
  let asked = 0;
  const says = (summary: () => string) =>
    Object.defineProperty(job, "summary", { ...changing, get: summary });
  says(() => `At ${(asked += 1)}.`);
  const polls = pace.freely + 90;
  await untilMoved("many looks", () => (hall.clock.advance(1000), asked >= polls));
  says(() => "Done.");
  Object.assign(job, { status: "completed", output: "# Found" });
  await hall.ends(id);
  const told = (await hall.ledger.events(id))?.filter(({ type }) => type === "progress.reported") ?? [];
  expect(told.length).toBeGreaterThan(pace.freely);
  expect(told.length).toBeLessThan(pace.freely + 10);
  expect(told.at(-1)).toMatchObject({ summary: "Done." });
});

const changing = { enumerable: true, configurable: true };

const lost: [what: string, faults: MemberFault[], dispatches: number][] = [
  ["whose answer was lost", ["mute"], 1],
  ["that never got there", ["deaf"], 2],
];

test.each(lost)("a dispatch %s leads to one job", async (_what, faults, times) => {
  member.faults.set("worker/dispatch", faults);
  const hall = await openMemberHall(member);
  const id = await atWork(hall);
  Object.assign(member.onlyJob(), { status: "completed", output: "# Found" });
  await hall.ends(id);
  expect([dispatches(), member.jobs.size]).toEqual([times, 1]);
});

const ends: [what: string, change: (job: ReturnType<LittleMember["onlyJob"]>) => void, outcome: object][] = [
  [
    "fails, with its own words",
    (job) => Object.assign(job, { status: "failed", error: "It broke." }),
    { status: "failed", reason: "member", message: 'Guild member "scout" says: It broke.' },
  ],
  [
    "is cancelled by somebody else",
    (job) => Object.assign(job, { status: "cancelled" }),
    { status: "failed", reason: "member", message: expect.stringContaining("not by the hall") },
  ],
  [
    "is taken away by hand",
    (job) => void member.jobs.delete(job.jobId),
    { status: "failed", reason: "member", message: expect.stringContaining("does not know job job-1") },
  ],
  [
    "is done and has nothing to say",
    (job) => Object.assign(job, { status: "completed", output: " " }),
    { status: "failed", reason: "no_result" },
  ],
  [
    "is done and has only files",
    (job) => Object.assign(job, { status: "completed", artifacts: ["artifacts/a"] }),
    { status: "completed" },
  ],
];

test.each(ends)("a job that %s", async (_what, change, outcome) => {
  const hall = await openMemberHall(member);
  const id = await atWork(hall);
  change(member.onlyJob());
  await hall.ends(id);
  expect(await outcomeOf(hall, id)).toMatchObject(outcome);
});

test("a member that refuses the job fails the commission with its words", async () => {
  member.faults.set("worker/dispatch", ["refuses"]);
  const hall = await openMemberHall(member);
  const id = await commissioned(hall);
  await hall.ends(id);
  const message = expect.stringContaining("not today");
  expect(await outcomeOf(hall, id)).toMatchObject({ status: "failed", reason: "member", message });
  expect(dispatches()).toBe(1);
});

test("replies that are none are passed over a few times, and then named", async () => {
  const hall = await openMemberHall(member);
  const id = await atWork(hall);
  member.faults.set("worker/status", ["garbled", "garbled", "garbled", "garbled"]);
  Object.assign(member.onlyJob(), { summary: "Still here." });
  await hall.passes(async () => (await hall.ledger.find(id))?.record.summary === "Still here.");
  member.faults.set(
    "worker/status",
    Array.from({ length: 5 }, () => "garbled" as const),
  );
  await hall.ends(id);
  const message = expect.stringContaining('Guild member "scout" was asked worker/status');
  expect(await outcomeOf(hall, id)).toMatchObject({ status: "failed", reason: "member", message });
});

test("a member that cannot be reached fails the commission with the reason, and is asked once", async () => {
  let asked = 0;
  const hall = await openMemberHall(member, {
    endpoint: async () => {
      asked += 1;
      throw new Fault("member_unreachable", 'Guild member "scout" cannot be reached: it ended with code 3.');
    },
  });
  const id = await commissioned(hall);
  await hall.ends(id);
  const message = 'Guild member "scout" cannot be reached: it ended with code 3.';
  expect(await outcomeOf(hall, id)).toMatchObject({ status: "failed", reason: "member", message });
  expect(asked).toBe(1);
});

test("a member that a person stops fails its commission, and is asked nothing more", async () => {
  const hall = await openMemberHall(member);
  const id = await atWork(hall);
  hall.stopMember();
  const asked = member.heard.length;
  await hall.ends(id);
  const message = 'Guild member "scout" was stopped by a person.';
  expect(await outcomeOf(hall, id)).toMatchObject({ status: "failed", reason: "member", message });
  await hall.engine.close();
  expect(member.heard.length).toBe(asked);
});

describe("what the gateway knows is more exact than what the member sees", () => {
  test("a spent quota pauses the commission, and a new job goes on under a name of its own", async () => {
    const reset = new Date(Date.UTC(2026, 0, 1) + 600_000).toISOString();
    const upstream = openUpstream(() =>
      apiError(429, "quota", { "anthropic-ratelimit-requests-reset": reset, "retry-after": "600" }),
    );
    const hall = await openMemberHall(member, {
      handoff: handoffTo(upstream.url),
      policy: { canPause: true },
    });
    const id = await atWork(hall);
    await (await askFor(hall.jobs, { member: scout, jobId: "job-1" })).text();
    Object.assign(member.onlyJob(), { status: "failed", error: "API error" });
    await hall.passes(async () => (await hall.statusOf(id)) === "paused");
    hall.clock.advance(14 * 24 * 3600 * 1000);
    await hall.passes(() => member.jobs.size === 2);
    await hall.passes(async () => (await hall.statusOf(id)) === "in_progress");
    const again = member.jobs.get("job-2");
    expect(again?.order._meta?.[jobMetaKey]).toMatchObject({ commission: `${id}-2` });
    Object.assign(again ?? {}, { status: "completed", output: "# Found" });
    await hall.ends(id);
    expect(await outcomeOf(hall, id)).toMatchObject({ status: "completed" });
  });

  test("a rehearsal that was not played to its end", async () => {
    const hall = await openMemberHall(member);
    const rehearsal = "version: 1\nname: two\nturns:\n  - say: One.\n  - say: Two.\n";
    const id = await atWork(hall, { rehearsal });
    await (await askFor(hall.jobs, { member: scout, jobId: "job-1" })).text();
    Object.assign(member.onlyJob(), { status: "completed", output: "# Found" });
    await hall.ends(id);
    expect(await outcomeOf(hall, id)).toMatchObject({ status: "failed", reason: "rehearsal" });
    expect((await hall.ledger.find(id))?.record).toMatchObject({ turns: 1 });
  });

  test("a limit of turns, although the member never ends the job", async () => {
    const hall = await openMemberHall(member);
    const rehearsal = "version: 1\nname: two\nturns:\n  - say: One.\n  - say: Two.\n";
    const id = await atWork(hall, { rehearsal, config: { maxTurns: 1 } });
    for (const answered of [0, 1])
      await (await askFor(hall.jobs, { member: scout, jobId: "job-1" }, { body: mainBody(answered) })).text();
    await hall.ends(id);
    expect(await outcomeOf(hall, id)).toMatchObject({ status: "failed", reason: "turns" });
    await hall.passes(() => member.onlyJob().status === "cancelled");
  });

  test.each([
    ["turns", { maxTurns: 1 }, "turns"],
    ["dollars", { maxBudgetUsd: 0.000001 }, "budget"],
    ["neither", {}, "member"],
  ])("a job that its member ended with %s used up", async (_what, config, reason) => {
    const hall = await openMemberHall(member);
    const rehearsal = "version: 1\nname: two\nturns:\n  - say: One.\n  - say: Two.\n";
    const id = await atWork(hall, { rehearsal, config });
    await (await askFor(hall.jobs, { member: scout, jobId: "job-1" })).text();
    Object.assign(member.onlyJob(), { status: "failed", error: "The job used up its limit." });
    await hall.ends(id);
    expect(await outcomeOf(hall, id)).toMatchObject({ status: "failed", reason });
  });
});
