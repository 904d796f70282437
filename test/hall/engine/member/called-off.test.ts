// A commission that is over leaves no job at work: whatever ended it, its guild member is told.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { closeConductors } from "../../../harness/conductor.ts";
import { askFor, handoffTo, refusalOf } from "../../../model/gateway/jobs-support.ts";
import { answerText, closeAll, openUpstream, saidIn, streamed } from "../../../model/gateway/support.ts";
import { type Fault, type LittleMember, openLittleMember } from "./little-member.ts";
import {
  atWork,
  closeMemberHalls,
  commissioned,
  type MemberHall,
  openMemberHall,
  outcomeOf,
  scout,
} from "./support.ts";

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

const times = (count: number, fault: Fault) => Array.from({ length: count }, () => fault);

test("one that failed because its member did not answer in time", async () => {
  const hall = await openMemberHall(member);
  const id = await atWork(hall);
  member.faults.set("worker/status", times(5, "garbled"));
  await hall.ends(id);
  expect(await outcomeOf(hall, id)).toMatchObject({ status: "failed", reason: "member" });
  await hall.passes(() => member.onlyJob().status === "cancelled");
});

test("one whose job was sent, and never heard of", async () => {
  member.faults.set("worker/dispatch", ["mute"]);
  member.faults.set("worker/list", times(25, "garbled"));
  const hall = await openMemberHall(member);
  const id = await commissioned(hall);
  await hall.ends(id);
  expect(await outcomeOf(hall, id)).toMatchObject({ status: "failed", reason: "member" });
  await hall.passes(() => member.onlyJob().status === "cancelled");
});

test("one that waits for a slot again, and is cancelled meanwhile", async () => {
  const first = await openMemberHall(member);
  const id = await atWork(first);
  const stopping = first.conductor.stopWork();
  await first.passes(async () => (await first.statusOf(id)) === "pending");
  await stopping;
  expect(member.onlyJob().status).toBe("running");
  void first.conductor.cancel(id, "enough");
  await first.ends(id);
  await first.passes(() => member.onlyJob().status === "cancelled");
});

test("one that was cancelled while a slow member was taking the job", async () => {
  member.faults.set("worker/dispatch", ["slow"]);
  const hall = await openMemberHall(member);
  const id = await commissioned(hall);
  await hall.passes(() => member.heard.includes("worker/dispatch"));
  void hall.conductor.cancel(id, null);
  await hall.ends(id);
  const since = hall.clock.monotonic();
  await hall.passes(() => hall.clock.monotonic() - since > 20_000);
  member.late();
  await hall.passes(() => member.jobs.size === 1 && member.onlyJob().status === "cancelled");
});

test("one whose member could not write the end down at first", async () => {
  const hall = await openMemberHall(member);
  const id = await atWork(hall);
  member.faults.set("worker/cancel", ["broken", "broken"]);
  void hall.conductor.cancel(id, null);
  await hall.ends(id);
  await hall.passes(() => member.onlyJob().status === "cancelled");
});

describe("a job that asks for a model without an account", () => {
  const rehearsal = "version: 1\nname: two\nturns:\n  - say: One.\n  - say: Two.\n";
  const ask = (hall: MemberHall) => askFor(hall.jobs, { member: scout, jobId: "job-1" });

  test("for a commission that an earlier hall ended is refused, not paid for, and called off", async () => {
    const upstream = openUpstream(() => streamed(answerText("hello")));
    const handoff = handoffTo(upstream.url);
    const first = await openMemberHall(member, { handoff });
    const id = await atWork(first, { rehearsal });
    member.faults.set("worker/cancel", times(1000, "hangs"));
    void first.conductor.cancel(id, null);
    await first.ends(id);
    await first.dies();
    member.faults.clear();
    const second = await openMemberHall(member, { handoff, home: first.home });
    const { status, message } = await refusalOf(ask(second));
    expect([status, message]).toEqual([402, expect.stringContaining("is over")]);
    await second.passes(() => member.onlyJob().status === "cancelled");
    expect(upstream.seen).toHaveLength(0);
  });

  test("for one that waits for a slot is told to ask again", async () => {
    const upstream = openUpstream(() => streamed(answerText("hello")));
    const handoff = handoffTo(upstream.url);
    const hall = await openMemberHall(member, { handoff });
    const id = await atWork(hall, { rehearsal });
    const stopping = hall.conductor.stopWork();
    await hall.passes(async () => (await hall.statusOf(id)) === "pending");
    await stopping;
    const answer = await ask(hall);
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([529, "true"]);
    expect(upstream.seen).toHaveLength(0);
  });

  test("for nobody is paid for from its own account", async () => {
    const upstream = openUpstream(() => streamed(answerText("hello")));
    const hall = await openMemberHall(member, { handoff: handoffTo(upstream.url) });
    expect(saidIn(await (await ask(hall)).text())).toBe("hello");
    expect(hall.jobs.spent(scout)).toHaveLength(1);
  });
});
