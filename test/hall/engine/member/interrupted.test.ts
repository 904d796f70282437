// Halls that die, are stopped or call a job off while a guild member is at work.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { until } from "../../../harness/hall.ts";
import { closeConductors } from "../../../harness/conductor.ts";
import { closeAll } from "../../../model/gateway/support.ts";
import { type LittleMember, openLittleMember } from "./little-member.ts";
import { atWork, closeMemberHalls, commissioned, openMemberHall, outcomeOf } from "./support.ts";

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

describe("a hall that dies and comes back", () => {
  test("goes on with the job at the same bench: nothing is sent again, told again or charged", async () => {
    const first = await openMemberHall(member);
    const id = await atWork(first);
    Object.assign(member.onlyJob(), { questions: ["Why?"], summary: "Reading." });
    await first.passes(async () => (await first.ledger.find(id))?.record.questions.length === 1);
    await first.dies();
    const second = await openMemberHall(member, { home: first.home });
    Object.assign(member.onlyJob(), { questions: ["Why?", "Who?"], status: "completed", output: "# Found" });
    await second.ends(id);
    const record = (await second.ledger.find(id))?.record;
    expect(record).toMatchObject({ bench: 1, resumes: 0, falseStarts: 0 });
    expect(record?.questions.map(({ question }) => question)).toEqual(["Why?", "Who?"]);
    expect(await outcomeOf(second, id)).toMatchObject({ status: "completed", anomaly: null });
    expect(dispatches()).toBe(1);
  });

  test("fails what failed meanwhile, and sends no second job", async () => {
    const first = await openMemberHall(member);
    const id = await atWork(first);
    await first.dies();
    Object.assign(member.onlyJob(), { status: "failed", error: "It broke." });
    const second = await openMemberHall(member, { home: first.home });
    await second.ends(id);
    expect(await outcomeOf(second, id)).toMatchObject({ status: "failed", reason: "member" });
    expect(member.jobs.size).toBe(1);
  });

  test("finds a job again that was sent when it died, and never heard of", async () => {
    member.faults.set("worker/dispatch", ["mute", "hangs"]);
    member.faults.set("worker/list", ["hangs"]);
    const first = await openMemberHall(member);
    const id = await commissioned(first);
    await first.passes(() => member.heard.includes("worker/list"));
    await first.dies();
    member.faults.clear();
    const second = await openMemberHall(member, { home: first.home });
    await second.passes(async () => (await second.statusOf(id)) === "in_progress");
    Object.assign(member.onlyJob(), { status: "completed", output: "# Found" });
    await second.ends(id);
    expect([dispatches(), member.jobs.size]).toEqual([1, 1]);
  });

  test("tells the member of a cancel that it had no time to tell", async () => {
    const first = await openMemberHall(member);
    const id = await atWork(first);
    await first.ledger.execute(id, [{ do: "cancel", by: "person", reason: "enough" }]);
    await first.dies();
    const second = await openMemberHall(member, { home: first.home });
    await second.ends(id);
    expect(await outcomeOf(second, id)).toMatchObject({ status: "cancelled", reason: "enough" });
    expect(member.onlyJob().status).toBe("cancelled");
  });
});

describe("a cancel", () => {
  test("is told to the member", async () => {
    const hall = await openMemberHall(member);
    const id = await atWork(hall);
    void hall.conductor.cancel(id, "enough");
    await hall.ends(id);
    expect(await outcomeOf(hall, id)).toMatchObject({ status: "cancelled", reason: "enough" });
    expect(member.onlyJob().status).toBe("cancelled");
  });

  test("takes two seconds where the member hangs, which is told until it has heard", async () => {
    const hall = await openMemberHall(member);
    const id = await atWork(hall);
    member.faults.set("worker/cancel", ["hangs", "garbled"]);
    void hall.conductor.cancel(id, null);
    await until("the member is told", () => member.heard.includes("worker/cancel"));
    hall.clock.advance(1900);
    expect(hall.ledger.summary(id)?.endedAt).toBeNull();
    hall.clock.advance(100);
    await until("it has ended", () => hall.ledger.summary(id)?.endedAt !== null);
    expect(member.onlyJob().status).toBe("running");
    await hall.passes(() => member.onlyJob().status === "cancelled");
  });

  test("of one that is being sent finds the job that came of it", async () => {
    member.faults.set("worker/dispatch", ["hangs"]);
    const hall = await openMemberHall(member);
    const id = await commissioned(hall);
    await hall.passes(() => member.heard.includes("worker/dispatch"));
    void hall.conductor.cancel(id, null);
    await hall.passes(() => member.heard.includes("worker/list"));
    await hall.ends(id);
    expect(await outcomeOf(hall, id)).toMatchObject({ status: "cancelled" });
  });
});

test("one that is at work for too long is called off at the member", async () => {
  const hall = await openMemberHall(member);
  const id = await atWork(hall, { config: { maxSeconds: 5 } });
  await hall.ends(id);
  expect(await outcomeOf(hall, id)).toMatchObject({ status: "failed", reason: "wall_clock" });
  expect(member.onlyJob().status).toBe("cancelled");
});

describe("a hall that is stopped with its work", () => {
  async function stoppedAtWork() {
    const first = await openMemberHall(member);
    const id = await atWork(first);
    const stopping = first.conductor.stopWork();
    await first.passes(async () => (await first.statusOf(id)) === "pending");
    await stopping;
    await first.dies();
    return { id, home: first.home };
  }

  test("leaves the job at work, and the next hall goes on with it", async () => {
    const { id, home } = await stoppedAtWork();
    expect(member.heard).not.toContain("worker/cancel");
    const second = await openMemberHall(member, { home });
    await second.passes(async () => (await second.statusOf(id)) === "in_progress");
    Object.assign(member.onlyJob(), { status: "completed", output: "# Found" });
    await second.ends(id);
    expect((await second.ledger.find(id))?.record).toMatchObject({ bench: 2, resumes: 0 });
    expect(dispatches()).toBe(1);
  });

  test("and sends a new one where that has come to nothing meanwhile", async () => {
    const { id, home } = await stoppedAtWork();
    Object.assign(member.onlyJob(), { status: "failed", error: "The member was ended." });
    const second = await openMemberHall(member, { home });
    await second.passes(() => member.jobs.size === 2);
    Object.assign(member.jobs.get("job-2") ?? {}, { status: "completed", output: "# Found" });
    await second.ends(id);
    expect(await outcomeOf(second, id)).toMatchObject({ status: "completed" });
    expect(member.jobs.get("job-2")?.description).toBe(`Look into it [${id}-2]`);
  });
});
