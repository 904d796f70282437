// Members that are out of order, as the hall meets them. None of them hurts another, and of none anything is left.
import { afterEach, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { memberName } from "../../../src/contract/member/member.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { boundOutput, openOutput, readHeadOf } from "../../../src/host/processes/output-file.ts";
import { systemProcesses } from "../../../src/host/processes/processes.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import {
  addLittle,
  endMembers,
  type MemberStage,
  openStage,
  patience,
} from "../../harness/members/members.ts";
import { longTest } from "../../harness/long.ts";

afterEach(endMembers);

const failures: [how: string, says: RegExp][] = [
  ["crashes", /did not start: it ended with exit code 3; it said last: .*no luck with start 1/],
  ["silent", /it did not say within 1\.5 seconds where it listens; expected a line such as/],
  ["foreign", /it says that it listens at "http:\/\/192\.0\.2\.1:4000\/mcp", which is not taken/],
  ["port-taken", /it ended with exit code 1; it said last: .*EADDRINUSE/],
  ["refuses", /it does not take the secret that it was started with \(.*HTTP status 401/],
  ["hangs", /it does not answer within 5 seconds/],
];

test.each(failures)("one that %s is told of, and nothing of it is left", async (how, says) => {
  const stage = await openStage({ startWithinMs: 1500 });
  const name = addLittle(stage.root, "odd", { how });
  const started = await stage.members.start(name);
  expect(started).toMatchObject({ ok: false, problem: { code: "member_failed" } });
  expect(started.ok ? "" : started.problem.message).toMatch(says);
  expect(() => stage.record(name)).toThrow();
  expect(await leftOf(stage, name)).toEqual([]);
  expect(stage.said.filter((line) => line === "dismiss odd")).toHaveLength(1);
  expect((await stage.members.list()).members).toMatchObject([{ state: "stopped", pid: null }]);
});

test("one whose output cannot be read is told of, and nothing of it is left", async () => {
  const tail = () => {
    throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
  };
  const output = { open: openOutput, head: readHeadOf, tail, bound: boundOutput };
  const stage = await openStage({ startWithinMs: 500, output });
  const name = addLittle(stage.root, "odd", { how: "silent" });
  const started = await stage.members.start(name).catch(String);
  expect(await leftOf(stage, name)).toEqual([]);
  expect(() => stage.record(name)).toThrow();
  expect(started).toMatchObject({
    ok: false,
    problem: { message: expect.stringContaining("it did not say within") },
  });
});

test("one whose last words end with a full stop gets no second one", async () => {
  const stage = await openStage();
  const mcp = { command: "sh", args: ["-c", "echo 'There are no jobs.' >&2; exit 3", "${PORT}"] };
  const started = await stage.members.start(addLittle(stage.root, "odd", { manifest: { mcp } }));
  expect(started.ok ? "" : started.problem.message).toEndWith("; it said last: There are no jobs.");
});

test("a program that is not there is named", async () => {
  const stage = await openStage();
  const mcp = { command: "no-such-program", args: ["${PORT}"] };
  const name = addLittle(stage.root, "odd", { manifest: { mcp } });
  const started = await stage.members.start(name);
  expect(started.ok ? "" : started.problem.message).toBe(
    'Guild member "odd" did not start: its program "no-such-program" is not on the PATH.',
  );
});

test("whoever waits for one that crashes in a loop is told after five starts, with pauses between them", async () => {
  const clock = createManualClock();
  const stage = await openStage({ clock: { ...systemClock, ...pausesOn(clock) } });
  const name = addLittle(stage.root, "odd", { how: "crashes" });
  const reaching = stage.members.reach(name, patience()).then(
    () => "reached",
    (error: unknown) => (error as Error).message,
  );
  for (const [at, pause] of [1000, 2000, 4000, 8000].entries()) {
    await until(`start ${at + 1} has failed`, () => isFailing(stage));
    expect(stage.file(name, "starts")).toBe(String(at + 1));
    clock.advance(pause - 1);
    await stage.members.list();
    expect(clock.pending()).toBe(1);
    clock.advance(1);
  }
  expect(await reaching).toMatch(
    /^Guild member "odd" cannot be reached: it ended with exit code 3; .*start 5\.$/,
  );
  expect(stage.file(name, "starts")).toBe("5");
  expect((await stage.members.list()).members[0]).toMatchObject({
    state: "stopped",
    problem: expect.stringContaining("no luck with start 5"),
  });
});

test("it is not started again when nobody waits for it any more", async () => {
  const clock = createManualClock();
  const stage = await openStage({ clock: { ...systemClock, ...pausesOn(clock) } });
  const name = addLittle(stage.root, "odd", { how: "crashes" });
  const leaving = new AbortController();
  const reaching = stage.members.reach(name, leaving.signal).catch((error: unknown) => String(error));
  await until("it has failed once", () => isFailing(stage));
  leaving.abort("left");
  expect(await reaching).toBe("left");
  clock.advance(60_000);
  await until("the pause is over", async () => (await stage.members.list()).members[0]?.state === "stopped");
  expect(stage.file(name, "starts")).toBe("1");
});

longTest("one that crashes twice and then stays is reached", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "odd", { how: "crashes-twice" });
  expect(await stage.members.reach(name, patience())).toMatchObject({ url: expect.any(String) });
  expect(stage.file(name, "starts")).toBe("3");
});

test("a person's start does not wait for the pause", async () => {
  const clock = createManualClock();
  const stage = await openStage({ clock: { ...systemClock, ...pausesOn(clock) } });
  const name = addLittle(stage.root, "odd", { how: "crashes-twice" });
  const reaching = stage.members.reach(name, patience());
  await until("it has failed once", () => isFailing(stage));
  expect(await stage.members.start(name)).toMatchObject({ ok: false });
  expect(await stage.members.start(name)).toMatchObject({ ok: true, value: { state: "running" } });
  expect(await reaching).toMatchObject({ url: expect.any(String) });
});

test.each(["trusting", "chatty", "formal"])("one that is %s is as good as any other", async (how) => {
  const stage = await openStage();
  expect(await stage.members.start(addLittle(stage.root, "odd", { how }))).toMatchObject({
    ok: true,
    value: { tools: ["ping"] },
  });
});

test("whoever waits for one that is stopped while it starts is told", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "odd", { how: "silent" });
  const reaching = stage.members.reach(name, patience()).catch((error: unknown) => (error as Error).message);
  await until("it is being started", () => recorded(stage));
  const { pid } = stage.record(name);
  expect(await stage.members.stop(name)).toMatchObject({ ok: true, value: { state: "stopped" } });
  expect(await reaching).toBe('Guild member "odd" cannot be reached: it was stopped.');
  expect(systemProcesses.identify(pid)).toBeUndefined();
});

test("one that ignores the request to end is ended all the same, within three seconds", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "odd", { how: "stubborn" });
  await stage.members.reach(name, patience());
  const record = stage.record(name);
  const begun = performance.now();
  await stage.members.stop(name);
  expect(systemProcesses.isAlive(record)).toBe(false);
  expect(performance.now() - begun).toBeLessThan(3000);
});

test.each(["stop", "crash"])("what it started and let go of is ended with it (%s)", async (end) => {
  const stage = await openStage();
  const name = addLittle(stage.root, "odd", { how: "litters" });
  await stage.members.reach(name, patience());
  await until("both have begun", () => strays(stage).length === 2);
  const pids = strays(stage);
  expect(pids.every((pid) => systemProcesses.identify(pid) !== undefined)).toBe(true);
  if (end === "stop") await stage.members.stop(name);
  else process.kill(stage.record(name).pid, "SIGKILL");
  await until("they are gone", () => pids.every((pid) => systemProcesses.identify(pid) === undefined), 3000);
});

test("one that floods both its outputs cannot fill the disk, and its last words can be read", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "odd", { how: "floods" });
  await stage.members.reach(name, patience());
  await until("it has printed all", () => flooded(stage));
  const size = (kind: string) => statSync(`${stage.root}/logs/members/odd.${kind}`).size;
  await until("both are small again", () => size("out") <= 5_000_000 && size("err") <= 5_000_000);
  const logs = await stage.members.logs(name, 4000);
  const { text, cut } = logs.ok ? logs.value : { text: "", cut: false };
  expect(cut).toBe(true);
  expect(text).toEndWith("xxx\n");
  expect(text.length).toBeLessThanOrEqual(4000);
});

test("its secrets are not in what is shown of its log", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "odd");
  await stage.members.reach(name, patience());
  const { secret, address } = stage.record(name);
  await Bun.write(`${stage.root}/logs/members/odd.err`, `my secret is ${secret}\n`);
  expect(await stage.members.logs(name, 1000)).toEqual({
    ok: true,
    value: { name, text: "my secret is [secret]\n", cut: false },
  });
  expect(readFileSync(`${stage.root}/logs/members/odd.out`, "utf8")).toBe(`${address}\n`);
});

test("of two that say the same name the one with the name of its directory counts, and the other is named", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "one");
  addLittle(stage.root, "other", { manifest: { name } });
  const { members, problems } = await stage.members.list();
  expect(members.map((each) => each.directory)).toEqual([`${stage.root}/guild-members/one`]);
  expect(problems).toEqual([expect.stringContaining("guild-members/other")]);
  const refused = await stage.members.start(memberName.parse("other"));
  expect(refused).toMatchObject({ ok: false, problem: { code: "bad_member" } });
  expect(await stage.members.start(memberName.parse("nobody"))).toMatchObject({
    ok: false,
    problem: { code: "not_found" },
  });
});

/** Only pauses of a second and more are waited for on this clock. */
function pausesOn(clock: ReturnType<typeof createManualClock>) {
  return {
    monotonic: () => clock.monotonic() + 0,
    after: (ms: number, run: () => void) => (ms >= 900 ? clock : systemClock).after(ms, run),
  };
}

async function isFailing({ members }: MemberStage): Promise<boolean> {
  return (await members.list()).members[0]?.state === "failing";
}

const strays = (stage: MemberStage): number[] => {
  try {
    return stage.file("odd", "strays").split("\n").filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

function flooded(stage: MemberStage): boolean {
  return statSync(`${stage.root}/guild-members/odd/flooded`, { throwIfNoEntry: false }) !== undefined;
}

function recorded(stage: MemberStage): boolean {
  return statSync(`${stage.root}/run/members/odd.json`, { throwIfNoEntry: false }) !== undefined;
}

/** Processes that run in its directory. */
async function leftOf(stage: MemberStage, name: string): Promise<string[]> {
  const { readdir, readlink } = await import("node:fs/promises");
  const pids = (await readdir("/proc")).filter((each) => /^\d+$/.test(each));
  const at = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return at.filter((cwd) => cwd === `${stage.root}/guild-members/${name}`);
}
