// A hall that dies leaves its members at work; the next one finds them again, and nobody else.
import { afterEach, expect, test } from "bun:test";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { MemberRecord } from "../../../src/contract/member/member-record.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { systemProcesses } from "../../../src/host/processes/processes.ts";
import { startDetached } from "../../../src/host/processes/start-detached.ts";
import { formatHashed } from "../../../src/base/data/hashed-json.ts";
import { flipped } from "../../harness/ledger/flip.ts";
import { until } from "../../harness/hall.ts";
import { launchMark } from "../../../src/rules/member/launch-mark.ts";
import { addLittle, endMembers, openStage, patience, setBusy } from "../../harness/members/members.ts";

const strangers: ChildProcess[] = [];

afterEach(async () => {
  await endMembers();
  for (const stranger of strangers.splice(0)) stranger.kill("SIGKILL");
});

test("the next hall has the same process, and asks it anew which tools it has", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  const at = await stage.members.reach(name, patience());
  const next = await stage.next();
  await next.members.adopt();
  expect((await next.members.list()).members).toMatchObject([
    { state: "running", pid: stage.record(name).pid, tools: ["ping"], address: at.url },
  ]);
  expect(await next.members.reach(name, patience())).toEqual(at);
  expect(next.file(name, "starts")).toBe("1");
  expect(next.said).toEqual(["admit plain", expect.stringMatching(/^a guild member was found again/)]);
});

test("who needs it while it is being looked for waits for it", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  const at = await stage.members.reach(name, patience());
  const next = await stage.next();
  const adopting = next.members.adopt();
  expect(await next.members.reach(name, patience())).toEqual(at);
  await adopting;
});

test("one that had not said yet where it listens is found too", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  const at = await stage.members.reach(name, patience());
  const record = stage.record(name);
  writeFileSync(`${stage.root}/run/members/plain.json`, JSON.stringify({ ...record, address: null }));
  const next = await stage.next();
  await next.members.adopt();
  expect(await next.members.reach(name, patience())).toEqual(at);
  expect(next.record(name)).toEqual(record);
});

test("one that was started when the hall died, and is not on record by its number, is ended", async () => {
  const started = Promise.withResolvers<number>();
  const dead = Promise.withResolvers<never>(); // the hall is no more
  const stage = await openStage({
    start: async (order) => {
      started.resolve((await startDetached(order)).pid);
      return dead.promise;
    },
  });
  const name = addLittle(stage.root, "plain");
  void stage.members.reach(name, patience()).catch(() => undefined);
  const left = systemProcesses.identify(await started.promise);
  if (!left) throw new Error("It did not start.");
  const next = await stage.next({ start: startDetached });
  await next.members.adopt();
  const isLeft = systemProcesses.isAlive(left);
  dead.reject(new Error("for the end of the test"));
  expect(isLeft).toBe(false);
});

test("one whose number cannot be written down is not left running", async () => {
  const pids: number[] = [];
  const replace: typeof systemDisk.replace = async (path, text) => {
    if (path.endsWith("plain.json") && pids.length > 0) throw new Error("no space is left");
    await systemDisk.replace(path, text);
  };
  const stage = await openStage({
    disk: { ...systemDisk, replace },
    start: async (order) => {
      const child = await startDetached(order);
      pids.push(child.pid);
      return child;
    },
  });
  const name = addLittle(stage.root, "plain");
  const started = await stage.members.start(name);
  expect(started).toMatchObject({
    ok: false,
    problem: { message: expect.stringContaining("no space is left") },
  });
  expect(pids.map((pid) => systemProcesses.identify(pid))).toEqual([undefined]);
  expect(existsSync(`${stage.root}/run/members/plain.json`)).toBe(false);
});

test("the end of one that was found again is seen, though it is no child of ours", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  await stage.members.reach(name, patience());
  const next = await stage.next();
  await next.members.adopt();
  process.kill(stage.record(name).pid, "SIGKILL");
  await until("its end is seen", async () => (await next.members.list()).members[0]?.state === "stopped");
  expect((await next.members.list()).members[0]?.problem).toMatch(/^it is gone \(at \S+Z\)$/);
});

test("one that was told of another gateway is ended, and started anew by whoever needs it", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  await stage.members.reach(name, patience());
  const record = stage.record(name);
  const gateway = { port: 4002, admit: () => undefined, dismiss: () => undefined, env: () => ({}) };
  const next = await stage.next({ gateway });
  await next.members.adopt();
  expect(systemProcesses.isAlive(record)).toBe(false);
  expect((await next.members.list()).members).toMatchObject([{ state: "stopped" }]);
  await next.members.reach(name, patience());
  expect(next.record(name).gateway.port).toBe(4002);
});

test("one that does not take its secret any more is ended: its record says that it is ours", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  await stage.members.reach(name, patience());
  const record = stage.record(name);
  writeFileSync(`${stage.root}/run/members/plain.json`, JSON.stringify({ ...record, secret: "another" }));
  const next = await stage.next();
  await next.members.adopt();
  expect(systemProcesses.isAlive(record)).toBe(false);
  expect(existsSync(`${stage.root}/run/members/plain.json`)).toBe(false);
});

const notOurs: [what: string, change: (record: MemberRecord) => unknown][] = [
  ["of another boot", (record) => ({ ...record, bootId: "another" })],
  ["of a pid that was given to somebody else", (record) => ({ ...record, startTime: "1" })],
  ["under another name", (record) => ({ ...record, name: "somebody" })],
  ["of another version", (record) => ({ ...record, version: 2 })],
  ["without a secret", (record) => ({ ...record, secret: undefined })],
  ["that is damaged", (record) => JSON.stringify(record).slice(0, 40)],
  [
    "whose secret has one bit that is another",
    (record) =>
      formatHashed(record).replace(record.secret, flipped(Buffer.from(record.secret), 0).toString()),
  ],
];

test.each(notOurs)("nobody is signalled on the word of a record %s", async (_, change) => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  const stranger = startStranger();
  const whole = recordOf(stranger, name);
  const changed = change(whole);
  mkdirSync(`${stage.root}/run/members`, { recursive: true });
  const path = `${stage.root}/run/members/plain.json`;
  writeFileSync(path, typeof changed === "string" ? changed : JSON.stringify(changed));
  await stage.members.adopt();
  expect((await stage.members.list()).members).toMatchObject([{ state: "stopped", pid: null }]);
  expect(systemProcesses.isAlive(whole)).toBe(true);
  expect(stage.said.length).toBeGreaterThan(0);
});

test("the same stranger is ended on the word of a record that holds: the control of the test before", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  const record = recordOf(startStranger(), name);
  mkdirSync(`${stage.root}/run/members`, { recursive: true });
  writeFileSync(`${stage.root}/run/members/plain.json`, JSON.stringify(record));
  await stage.members.adopt();
  expect(systemProcesses.isAlive(record)).toBe(false);
});

test("whoever listens where a member was is not asked, and not shown its secret", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  let asked = 0;
  const squatter = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => ((asked += 1), Response.json({ jsonrpc: "2.0", id: null, result: { tools: [] } })),
  });
  try {
    const whole = recordOf(startStranger(), name);
    const address = `http://127.0.0.1:${squatter.port}/mcp`;
    const record = { ...whole, startTime: "1", address, gateway: { secret: "other", port: 4001 } };
    mkdirSync(`${stage.root}/run/members`, { recursive: true });
    writeFileSync(`${stage.root}/run/members/plain.json`, JSON.stringify(record));
    await stage.members.adopt();
    expect((await stage.members.list()).members).toMatchObject([{ state: "stopped" }]);
    expect(asked).toBe(0);
  } finally {
    await squatter.stop(true);
  }
});

test("what one left behind that is gone is ended by its mark", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain", { how: "litters" });
  await stage.members.reach(name, patience());
  const path = `${stage.root}/guild-members/plain/strays`;
  const pids = () =>
    existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean).map(Number) : [];
  await until("both have begun", () => pids().length === 2);
  const record = stage.record(name);
  // As after a crash of both: the hall that would have seen its end is gone.
  const text = readFileSync(`${stage.root}/run/members/plain.json`, "utf8");
  process.kill(record.pid, "SIGKILL");
  await until("the first hall has seen to it", () => !existsSync(`${stage.root}/run/members/plain.json`));
  const left = spawn("sh", ["-c", "exec sleep 300"], {
    env: markedBy(record),
    detached: true,
    stdio: "ignore",
  });
  strangers.push(left);
  writeFileSync(`${stage.root}/run/members/plain.json`, text);
  const next = await stage.next();
  await next.members.adopt();
  expect(systemProcesses.identify(left.pid ?? 0)).toBeUndefined();
});

test("when the hall stops, one with work under way goes on and the others are ended", async () => {
  const stage = await openStage();
  const [busy, idle, tools] = [
    addLittle(stage.root, "busy", { how: "worker" }),
    addLittle(stage.root, "idle", { how: "worker" }),
    addLittle(stage.root, "tools"),
  ];
  for (const name of [busy, idle, tools]) await stage.members.reach(name, patience());
  setBusy(stage.root, "busy", true);
  const [goesOn, ...ended] = [busy, idle, tools].map((name) => stage.record(name));
  await stage.members.close();
  expect(systemProcesses.isAlive(goesOn as MemberRecord)).toBe(true);
  expect(ended.map((record) => systemProcesses.isAlive(record))).toEqual([false, false]);
  const refused = await stage.members.reach(idle, patience()).catch((error: unknown) => String(error));
  expect(refused).toContain("The hall is stopping.");
  const next = await stage.next();
  await next.members.adopt();
  expect((await next.members.list()).members.map(({ state }) => state)).toEqual([
    "running",
    "stopped",
    "stopped",
  ]);
  await next.members.close({ jobsToo: true });
  expect(systemProcesses.isAlive(goesOn as MemberRecord)).toBe(false);
});

test("one whose manifest changed while it ran is started anew once it has no work under way", async () => {
  let nowMs = 0;
  const stage = await openStage();
  const timed = await stage.next({
    clock: { ...systemClock, monotonic: () => systemClock.monotonic() + nowMs },
  });
  const name = addLittle(stage.root, "plain", { how: "worker" });
  const before = await timed.members.reach(name, patience());
  setBusy(stage.root, "plain", true);
  addLittle(stage.root, "plain", { how: "worker", manifest: { version: "2.0.0" } });
  await timed.members.list(); // looks at the manifests anew
  nowMs += 10_000;
  expect(await timed.members.reach(name, patience())).toEqual(before);
  setBusy(stage.root, "plain", false);
  nowMs += 10_000;
  const after = await timed.members.reach(name, patience());
  expect(after.url).not.toBe(before.url);
  expect(stage.file(name, "starts")).toBe("2");
  expect((await timed.members.list()).members).toMatchObject([{ version: "2.0.0", state: "running" }]);
});

/** Somebody else's program, which nobody here started as a member. */
function startStranger(): number {
  const stranger = spawn("sleep", ["300"], { detached: true, stdio: "ignore" });
  strangers.push(stranger);
  return stranger.pid ?? 0;
}

function recordOf(pid: number, name: MemberRecord["name"]): MemberRecord {
  const identity = systemProcesses.identify(pid);
  if (!identity) throw new Error("it has ended");
  return {
    version: 1,
    name,
    ...identity,
    address: "http://127.0.0.1:9/mcp",
    secret: "secret",
    gateway: { secret: "other", port: 1 },
    manifestSha256: "0",
    startedAt: new Date(0).toISOString(),
  };
}

function markedBy({ secret }: MemberRecord): Record<string, string> {
  const [name = "", value = ""] = launchMark(secret).split("=");
  return { PATH: "/usr/bin:/bin", [name]: value };
}
