// Slots, the order of the queue, and the end of a job whoever brings it about: the first reason counts and stays.
import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import type { StartJob } from "../../guild-members/researcher/job.ts";
import {
  closeMembers,
  openTestMember,
  statusOf,
  type TestMember,
  untilOver,
} from "../harness/members/some-member.ts";

afterEach(closeMembers);

interface Listing {
  jobs: { jobId: string; status: string }[];
}

test("1,000 dispatches never have more sessions than slots, each begins once, and all end", async () => {
  let [now, most] = [0, 0];
  const begun: string[] = [];
  const allSent = Promise.withResolvers<void>();
  const allBegun = Promise.withResolvers<void>();
  const startJob: StartJob = ({ jobId }) => {
    now += 1;
    most = Math.max(most, now);
    if (begun.push(jobId) === 1000) allBegun.resolve();
    const ended = allSent.promise.then(() => {
      now -= 1;
      return { how: "failed", error: "Enough." } as const;
    });
    return { ended, stop: async () => undefined };
  };
  const member = await openTestMember({ startJob });
  const ids: string[] = [];
  for (let lot = 0; lot < 20; lot += 1)
    ids.push(...(await Promise.all(Array.from({ length: 50 }, () => member.dispatch()))));
  await until(() => now === 3);
  allSent.resolve();
  await allBegun.promise;
  await until(() => member.running() === 0);
  const { jobs } = await member.ask<Listing>("worker/list");
  expect(jobs.map(({ status }) => status)).toEqual(Array(1000).fill("failed"));
  expect(most).toBe(3);
  expect(begun.sort()).toEqual(ids.sort());
}, 60_000);

test("jobs begin in order, each when what the one before it left was ended; those that wait show as running", async () => {
  const member = await openTestMember({ slots: 1 });
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.push(await member.dispatch());
  const { jobs } = await member.ask<Listing>("worker/list");
  expect(jobs).toEqual(ids.map((jobId) => ({ jobId, status: "running" })));
  for (let i = 0; i < 5; i += 1) {
    const { job, end } = await member.at(i);
    expect(job.jobId).toBe(ids[i] ?? "");
    expect(member.running()).toBe(1);
    if (i > 0) expect((await member.at(i - 1)).stops).toBe(1);
    end({ how: "finished", finalText: "done" });
  }
});

const metaOf = (member: TestMember, jobId: string) =>
  readFileSync(`${member.directory}/jobs/${jobId}/meta.json`, "utf8");

test("cancel against completion, 500 times in both orders: one of the two, and it stays", async () => {
  const member = await openTestMember({ slots: 600 });
  const seen = { completed: 0, cancelled: 0 };
  for (let lot = 0; lot < 20; lot += 1)
    for (const status of await Promise.all(Array.from({ length: 25 }, (_, i) => race(member, 25 * lot + i))))
      seen[status] += 1;
  expect(seen.completed + seen.cancelled).toBe(500);
  expect(Math.min(seen.completed, seen.cancelled)).toBeGreaterThan(0);
}, 60_000);

async function race(member: TestMember, round: number): Promise<"completed" | "cancelled"> {
  const jobId = await member.dispatch();
  const { recorder, end } = await member.find(jobId);
  const cancel = () => member.ask<{ status: "completed" | "cancelled" }>("worker/cancel", { jobId });
  const finish = async () => {
    for (let turn = 0; turn < round % 25; turn += 1) await nextTurn();
    if (round % 2 === 0) await recorder.submit({ output: "It.", artifacts: [] }).catch(() => undefined); // too late is told
    end({ how: "finished", finalText: "It." });
  };
  const isLate = round % 4 < 2;
  const finishing = isLate ? null : finish();
  const cancelling = cancel();
  await (finishing ?? finish());
  const { status } = await cancelling;
  const first = metaOf(member, jobId);
  expect(JSON.parse(first)).toMatchObject({ jobId, status, error: null });
  end({ how: "failed", error: "late" });
  expect(await cancel()).toMatchObject({ status });
  expect(metaOf(member, jobId)).toBe(first);
  const { result } = await member.call("worker/result", { jobId });
  expect(result !== undefined).toBe(status === "completed");
  const wroteResult = existsSync(`${member.directory}/jobs/${jobId}/result.md`);
  if (status === "cancelled" && round % 2 === 1) expect(wroteResult).toBe(false);
  return status;
}

test("cancelling is on disk before the session is stopped, and answered when it is gone", async () => {
  const events: string[] = [];
  const stopped = Promise.withResolvers<void>();
  const stopping = Promise.withResolvers<void>();
  let member: TestMember | undefined;
  let id = "";
  const startJob: StartJob = () => ({
    ended: stopped.promise.then(() => ({ how: "failed", error: "It was killed." }) as const),
    stop: async () => {
      if (member) events.push((JSON.parse(metaOf(member, id)) as { status: string }).status);
      stopping.resolve();
      await stopped.promise;
    },
  });
  member = await openTestMember({ startJob });
  id = await member.dispatch();
  await until(() => member?.running() === 1);
  const both = [1, 2].map(() =>
    member?.ask<object>("worker/cancel", { jobId: id }).then((reply) => {
      events.push("answered");
      return reply;
    }),
  );
  await stopping.promise;
  expect(await member.ask<object>("worker/status", { jobId: id })).toMatchObject({ status: "cancelled" });
  events.push("gone");
  stopped.resolve();
  expect(await Promise.all(both)).toEqual([1, 2].map(() => ({ jobId: id, status: "cancelled" })));
  expect(events).toEqual(["cancelled", "gone", "answered", "answered"]);
  expect(await member.ask<object>("worker/cancel", { jobId: id })).toEqual({
    jobId: id,
    status: "cancelled",
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("a job that waits is cancelled without ever beginning", async () => {
  const member = await openTestMember({ slots: 1 });
  const first = await member.dispatch();
  const second = await member.dispatch();
  const third = await member.dispatch();
  await member.ask("worker/cancel", { jobId: second });
  await member.ask("worker/cancel", { jobId: first });
  expect((await member.at(1)).job.jobId).toBe(third);
  expect(await member.ask<object>("worker/delete", { jobId: second })).toEqual({
    jobId: second,
    deleted: true,
  });
});

const broken: [string, StartJob, string][] = [
  [
    "throws",
    () => {
      throw new Error("no claude here");
    },
    "It could not be carried out: no claude here",
  ],
  [
    "rejects",
    () => ({ ended: Promise.reject(new Error("lost")), stop: async () => undefined }),
    "It could not be carried out: lost",
  ],
  [
    "cannot be stopped",
    () => ({
      ended: Promise.resolve({ how: "failed", error: "x" }),
      stop: () => Promise.reject(new Error("y")),
    }),
    "x",
  ],
];

for (const [name, startJob, error] of broken)
  test(`a session that ${name} still leaves its job failed, and its slot free`, async () => {
    const member = await openTestMember({ startJob, slots: 1 });
    for (let i = 0; i < 3; i += 1) await member.dispatch();
    for (;;) {
      const { jobs } = await member.ask<Listing>("worker/list");
      if (jobs.some(({ status }) => status === "running")) continue;
      for (const { jobId } of jobs)
        expect(await member.ask<object>("worker/status", { jobId })).toMatchObject({
          status: "failed",
          error,
        });
      return;
    }
  });

test("a job whose files were broken before it began fails with the reason", async () => {
  const member = await openTestMember({ slots: 1 });
  const first = await member.dispatch();
  const second = await member.dispatch();
  await Bun.write(`${member.directory}/jobs/${second}/config.json`, '{"tools": ["Bash"]}');
  await member.ask("worker/cancel", { jobId: first });
  await until(() => metaOf(member, second).includes('"failed"'));
  expect(JSON.parse(metaOf(member, second))).toMatchObject({
    error: "It could not be carried out: its config.json cannot be used",
  });
});

test("an end that cannot be written is written as soon as it can", async () => {
  const member = await openTestMember({ slots: 1 });
  const jobId = await member.dispatch();
  const inTheWay = `${member.directory}/jobs/${jobId}/result.md`;
  mkdirSync(inTheWay);
  (await member.at(0)).end({ how: "finished", finalText: "It." });
  await until(() => member.logged.some((line) => line.startsWith("The end of a job could not be written")));
  expect(await statusOf(member, jobId)).toMatchObject({ status: "running" });
  rmdirSync(inTheWay);
  expect(await untilOver(member, jobId)).toMatchObject({ status: "completed", error: null });
  expect(await member.ask<object>("worker/result", { jobId })).toMatchObject({ output: "It." });
});
