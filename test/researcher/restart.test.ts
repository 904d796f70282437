// The researcher as a process: what it prints, how it ends, and what the next one makes of what it left.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readSettings, type StartInput } from "../../guild-members/researcher/settings.ts";
import {
  endMembers,
  type MemberProcess,
  runToItsEnd,
  startMember,
} from "../harness/members/member-process.ts";
import { tempDir } from "../harness/temp.ts";

afterEach(endMembers);

const port = ["--port", "0"];

interface Status {
  status: string;
  summary: string | null;
  error: string | null;
}

const statusOf = (member: MemberProcess, jobId: string) => member.ask<Status>("worker/status", { jobId });

async function dispatch(member: MemberProcess, task: string): Promise<string> {
  return (await member.ask<{ jobId: string }>("worker/dispatch", { description: task, task })).jobId;
}

/** The pid of the process that carries the job out, once it has said so. */
async function pidOf(member: MemberProcess, jobId: string): Promise<number> {
  for (;;) {
    const { summary } = await statusOf(member, jobId);
    if (summary !== null) return Number(summary);
  }
}

/** The same from its file, without asking the member. */
async function pidIn(directory: string, jobId: string): Promise<number> {
  for (;;) {
    const text = await Bun.file(`${directory}/jobs/${jobId}/status.md`).text();
    if (text !== "") return Number(text);
  }
}

function isThere(pid: number): boolean {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
  return stat !== "" && !/\) [ZX] /.test(stat);
}

test("it prints its address as the one line, and SIGTERM ends it and what its jobs run", async () => {
  const directory = tempDir();
  const member = await startMember({ directory, env: { GUILD_MEMBER_SLOTS: "1" } });
  expect(member.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const started = await dispatch(member, "hold");
  const waiting = await dispatch(member, "hold too");
  const pid = await pidOf(member, started);
  expect(isThere(pid)).toBe(true);
  expect(await member.end("SIGTERM")).toBe(0);
  expect(isThere(pid)).toBe(false);
  const meta = (id: string) =>
    JSON.parse(readFileSync(`${directory}/jobs/${id}/meta.json`, "utf8")) as object;
  expect(meta(started)).toMatchObject({
    status: "failed",
    error: "The member was stopped while this job ran.",
  });
  expect(meta(waiting)).toMatchObject({ status: "running", process: null });
});

test("after a kill, what had begun has failed unless it had submitted, and what waited begins, in order", async () => {
  const directory = tempDir();
  const first = await startMember({ directory, env: { GUILD_MEMBER_SLOTS: "2" } });
  const held = await dispatch(first, "hold");
  const submitted = await dispatch(first, "submit, then hold");
  const pids = [await pidOf(first, held), await pidOf(first, submitted)];
  const waiting = [
    await dispatch(first, "one"),
    await dispatch(first, "two"),
    await dispatch(first, "three"),
  ];
  await first.end("SIGKILL");
  writeLeftovers(directory);

  const second = await startMember({ directory, env: { GUILD_MEMBER_SLOTS: "2" } });
  expect(readFileSync(`${directory}/jobs/${held}/meta.json`, "utf8")).toContain('"status": "failed"');
  pids.push(await pidIn(directory, waiting[0] ?? ""), await pidIn(directory, waiting[1] ?? "")); // nobody has asked
  expect(await statusOf(second, held)).toMatchObject({
    status: "failed",
    error: "The member ended or was restarted while this job ran; its session is gone.",
  });
  expect(await statusOf(second, submitted)).toMatchObject({
    status: "completed",
    error: expect.stringContaining("The result was submitted; afterwards this went wrong"),
  });
  expect(await second.ask<object>("worker/result", { jobId: submitted })).toMatchObject({
    output: "The report.",
  });
  expect((await statusOf(second, waiting[2] ?? "")).summary).toBeNull();
  expect(readdirSync(`${directory}/jobs`).sort()).toEqual([held, submitted, ...waiting].sort());
  await second.end("SIGTERM");
  for (const pid of pids.filter(isThere)) process.kill(pid, "SIGKILL"); // what the killed one left
});

/** As a crash in the middle of a dispatch and of a deletion leaves them. */
function writeLeftovers(directory: string): void {
  for (const name of [
    ".new-01900000-0000-7000-8000-000000000000",
    ".deleted-01900000-0000-7000-8000-000000000001",
  ]) {
    Bun.spawnSync(["mkdir", `${directory}/jobs/${name}`]);
    writeFileSync(`${directory}/jobs/${name}/task.md`, "half");
  }
}

test("a second process on the same directory ends with a sentence, and the first goes on", async () => {
  const directory = tempDir();
  const first = await startMember({ directory });
  const jobId = await dispatch(first, "hold");
  const { code, out, err } = await runToItsEnd({ directory });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(
    `Another process serves ${directory}, or its disk knows no locks. Only one can keep its jobs.`,
  );
  expect((await statusOf(first, jobId)).status).toBe("running");
  await first.end("SIGTERM");
});

const mistakes: [string, StartInput, string][] = [
  ["no port", { args: [], env: {} }, "Start it with --port and a port"],
  ["a port that is none", { args: ["--port", "x"], env: {} }, "Start it with --port and a port"],
  ["a port beyond all ports", { args: ["--port", "65536"], env: {} }, "Start it with --port and a port"],
  [
    "no slots",
    { args: port, env: { GUILD_MEMBER_SLOTS: "0" } },
    "GUILD_MEMBER_SLOTS has to be a whole number",
  ],
  ["an empty secret", { args: port, env: { GUILD_MEMBER_SECRET: "" } }, "GUILD_MEMBER_SECRET is empty"],
];

test("what it is told wrongly is said in a sentence", async () => {
  for (const [name, told, says] of mistakes) expect(() => readSettings(told), name).toThrow(says);
  const { code, out, err } = await runToItsEnd({ directory: tempDir(), args: [] });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^\S+ Start it with --port and a port; 0 means any that is free\.\n$/);
});

test("it has three slots and no secret where it is told of none", () => {
  expect(readSettings({ args: port, env: {} })).toEqual({ port: 0, slots: 3, secret: null });
});

test("what nobody catches is written to the log, and the member goes on", async () => {
  const member = await startMember({ directory: tempDir() });
  await pidOf(member, await dispatch(member, "throw"));
  expect(await member.ask<{ jobs: object[] }>("worker/list")).toMatchObject({
    jobs: [{ status: "running" }],
  });
  expect(await member.end("SIGTERM")).toBe(0);
  const log = await member.log;
  expect(log).toContain("uncaughtException: Error: thrown where nobody catches");
  expect(log).toContain("unhandledRejection: Error: rejected where nobody catches");
});

test("a port that is taken is said in a sentence, and the lock is free again", async () => {
  const directory = tempDir();
  const other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { code, err } = await runToItsEnd({ directory, args: ["--port", String(other.port)] });
  await other.stop(true);
  expect(code).toBe(1);
  expect(err).toMatch(/port/i);
});
