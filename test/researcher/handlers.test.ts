// worker/* of the researcher as its callers meet it: the shapes, the refusals, and what lies on disk afterwards.
import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import * as protocol from "../../src/contract/member/worker-protocol.ts";
import { closeMembers, openTestMember } from "../harness/members/some-member.ts";
import { tempDir } from "../harness/temp.ts";

afterEach(closeMembers);

const gone = "01900000-0000-7000-8000-000000000000";

test("a dispatched job has its files before the reply, and its session begins after it", async () => {
  const member = await openTestMember();
  const task = "Compare\r\nthree libraries.\n\n\uFEFF# Not a heading \u{1F600}\n";
  const config = { maxTurns: 5, rehearsed: true };
  const jobId = await member.dispatch({ description: "Three libraries", task, config });
  expect(protocol.jobId.parse(jobId)).toBe(jobId);
  const directory = `${member.directory}/jobs/${jobId}`;
  const files = readdirSync(directory).filter((name) => !name.startsWith(".")); // it may be beginning already
  expect(files.sort()).toEqual(["config.json", "meta.json", "status.md", "task.md"]);
  expect(readFileSync(`${directory}/task.md`, "utf8")).toBe(task);
  expect(JSON.parse(readFileSync(`${directory}/config.json`, "utf8"))).toEqual(config);
  const { job } = await member.at(0);
  expect(job).toMatchObject({ jobId, description: "Three libraries", task, config });
});

test("a job from its dispatch to its result, in the shapes of the protocol", async () => {
  const member = await openTestMember();
  const jobId = await member.dispatch({ description: "Three libraries" });
  const { recorder, end } = await member.at(0);
  const fresh = protocol.jobStatusReply.strict().parse(await member.ask("worker/status", { jobId }));
  expect(fresh).toMatchObject({
    status: "running",
    summary: null,
    questions: null,
    decisions: null,
    error: null,
  });
  expect(fresh.completedAt).toBeNull();

  await recorder.setSummary("Two read, one to go.");
  await recorder.addQuestion("Which version?\n\n> the newest\n## Question 9\n");
  await recorder.addDecision({ question: "Which?", decision: "The newest.", reasoning: "It is maintained." });
  await recorder.submit({ output: "# Report\n", artifacts: [{ path: "tables/all.csv", content: "a,b\n" }] });
  const seen = protocol.jobStatusReply.parse(await member.ask("worker/status", { jobId }));
  expect(seen).toMatchObject({
    status: "running",
    summary: "Two read, one to go.",
    questions: ["Which version?\n\n> the newest\n## Question 9\n"],
    decisions: [{ question: "Which?", decision: "The newest.", reasoning: "It is maintained." }],
  });

  end({ how: "finished", finalText: "Done." });
  await until(
    async () => (await member.ask<{ status: string }>("worker/status", { jobId })).status !== "running",
  );
  const result = protocol.jobResult.strict().parse(await member.ask("worker/result", { jobId }));
  expect(result).toEqual({ jobId, output: "# Report\n", artifacts: ["artifacts/tables/all.csv"] });
  const over = protocol.jobStatusReply.parse(await member.ask("worker/status", { jobId }));
  expect(over).toMatchObject({ status: "completed", error: null, startedAt: fresh.startedAt });
  expect(Date.parse(over.completedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(over.startedAt));
  expect(protocol.simpleList.parse(await member.ask("worker/list"))).toEqual({
    jobs: [{ jobId, status: "completed" }],
  });
  expect(protocol.detailedList.parse(await member.ask("worker/list", { detail: "detailed" }))).toEqual({
    jobs: [{ jobId, status: "completed", description: "Three libraries", summary: "Two read, one to go." }],
  });
});

/** Each look is a round trip to the member, so this waits for its event and not for a time. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

const deep: Record<string, unknown> = {};
for (let at = deep, i = 0; i < 500; i += 1) at = at["in"] = {} as Record<string, unknown>;

const order = { description: "A job", task: "Look." };
const refusals: [string, unknown, RegExp][] = [
  ["worker/dispatch", undefined, /description: expected a text/],
  ["worker/dispatch", { task: "Look." }, /description/],
  ["worker/dispatch", { ...order, description: "" }, /description: expected a text of 1 to 1000/],
  ["worker/dispatch", { ...order, description: " \n" }, /description: .*not only blanks/],
  ["worker/dispatch", { ...order, description: "x".repeat(1001) }, /description: .*1 to 1000/],
  ["worker/dispatch", { ...order, description: 7 }, /description/],
  ["worker/dispatch", { ...order, task: "" }, /task: expected a text/],
  ["worker/dispatch", { ...order, task: "\t" }, /task: .*not only blanks/],
  ["worker/dispatch", { ...order, task: "x".repeat(256 * 1024 + 1) }, /task/],
  ["worker/dispatch", { ...order, task: "half a character: \ud800" }, /task: expected well-formed Unicode/],
  ["worker/dispatch", { ...order, config: [] }, /config: expected an object/],
  ["worker/dispatch", { ...order, config: { role: "x" } }, /config: unknown: "role"; known are maxTurns/],
  ["worker/dispatch", { ...order, config: JSON.parse('{"__proto__": {"maxTurns": 1}}') }, /config/],
  ["worker/dispatch", { ...order, config: { maxTurns: 0 } }, /config.maxTurns/],
  ["worker/dispatch", { ...order, config: { maxTurns: 1.5 } }, /config.maxTurns/],
  ["worker/dispatch", { ...order, config: { maxTurns: "5" } }, /config.maxTurns: expected a whole number/],
  ["worker/dispatch", { ...order, config: { maxBudgetUsd: -1 } }, /config.maxBudgetUsd/],
  ["worker/dispatch", { ...order, config: { model: "" } }, /config.model/],
  ["worker/dispatch", { ...order, config: { tools: ["Read", "Bash"] } }, /config.tools.1: .*add none/],
  ["worker/dispatch", { ...order, config: { tools: "Read" } }, /config.tools: .*add none/],
  ["worker/dispatch", { ...order, config: { hallCommission: "" } }, /config.hallCommission/],
  ["worker/dispatch", { ...order, config: { rehearsed: "yes" } }, /config.rehearsed/],
  ["worker/dispatch", { ...order, config: deep }, /config: unknown/],
  ["worker/list", { detail: "all" }, /detail: expected "simple" or "detailed"/],
  ["worker/list", { filter: 1 }, /filter: expected a pattern/],
  ["worker/list", { filter: "*".repeat(257) }, /filter: .*at most 256/],
  ...["status", "result", "cancel", "delete"].flatMap((name): [string, unknown, RegExp][] => [
    [`worker/${name}`, {}, /jobId: expected a job id/],
    [`worker/${name}`, { jobId: "" }, /jobId: .*not an empty text/],
    [`worker/${name}`, { jobId: 5 }, /jobId: expected a job id/],
    [`worker/${name}`, { jobId: gone }, /There is no job "01900000-/],
    [`worker/${name}`, { jobId: "../victim" }, /There is no job "..\/victim"/],
    [`worker/${name}`, { jobId: `${gone}/../../victim` }, /There is no job/],
    [`worker/${name}`, { jobId: `${gone}\0` }, /There is no job/],
    [`worker/${name}`, { jobId: gone.toUpperCase().replace("0190", "ABCD") }, /There is no job/],
    [`worker/${name}`, { jobId: "x".repeat(100_000) }, /There is no job "x{80}…"/],
  ]),
  ["worker/artifact", { jobId: gone, path: "artifacts/a" }, /There is no job/],
  ["worker/artifact", { jobId: gone }, /path: expected a path/],
];

test("what cannot be used is refused with -32602 and a sentence, and nothing comes of it", async () => {
  const member = await openTestMember();
  for (const [method, params, says] of refusals) {
    const { error } = await member.call(method, params);
    expect([method, error?.code, error?.message]).toEqual([method, -32602, expect.stringMatching(says)]);
  }
  expect(readdirSync(`${member.directory}/jobs`)).toEqual([]);
  expect(member.logged).toEqual([]);
});

test("a result is refused while a job runs, after it was cancelled and after it failed", async () => {
  const member = await openTestMember();
  const [running, cancelled, failed] = [
    await member.dispatch(),
    await member.dispatch(),
    await member.dispatch({ description: "f" }),
  ];
  // They need not begin in the order in which they were accepted.
  const begun = await member.until(3);
  begun.find(({ job }) => job.description === "f")?.end({ how: "failed", error: "The budget is spent." });
  await member.ask("worker/cancel", { jobId: cancelled });
  await until(
    async () =>
      (await member.ask<{ status: string }>("worker/status", { jobId: failed })).status === "failed",
  );
  const messages = await Promise.all(
    [running, cancelled, failed].map(async (jobId) => (await member.call("worker/result", { jobId })).error),
  );
  expect(messages).toEqual([
    { code: -32602, message: `Job ${running} has no result yet: it is still running.` },
    { code: -32602, message: `Job ${cancelled} has no result: it was cancelled.` },
    { code: -32602, message: `Job ${failed} has no result: it failed. The budget is spent.` },
  ]);
});

test("only completed and cancelled jobs are deleted, for good and nothing beside them", async () => {
  const member = await openTestMember({ slots: 5 });
  const ids = await Promise.all(["c", "x", "f", "r"].map((description) => member.dispatch({ description })));
  const begun = await member.until(4);
  const find = (description: string) => begun.find(({ job }) => job.description === description);
  find("c")?.end({ how: "finished", finalText: "Here it is." });
  find("f")?.end({ how: "failed", error: "It broke." });
  const [completed, cancelled, failed, running] = ids;
  await member.ask("worker/cancel", { jobId: cancelled });
  const statusOf = async (jobId: string | undefined) =>
    (await member.ask<{ status: string }>("worker/status", { jobId })).status;
  await until(
    async () => (await statusOf(completed)) === "completed" && (await statusOf(failed)) === "failed",
  );
  for (const jobId of [completed, cancelled])
    expect(await member.ask<object>("worker/delete", { jobId })).toEqual({ jobId, deleted: true });
  for (const [jobId, says] of [
    [running, /is running. Cancel it/],
    [failed, /failed and is kept/],
    [completed, /There is no job/],
  ] as const)
    expect((await member.call("worker/delete", { jobId })).error).toEqual({
      code: -32602,
      message: expect.stringMatching(says),
    });
  expect(readdirSync(`${member.directory}/jobs`).sort()).toEqual([failed ?? "", running ?? ""].sort());
});

test("a link in the place of a job is no job, and what it points to stays", async () => {
  const member = await openTestMember();
  const victim = tempDir();
  writeFileSync(`${victim}/meta.json`, "{}");
  symlinkSync(victim, `${member.directory}/jobs/${gone}`);
  for (const method of ["status", "cancel", "delete"])
    expect((await member.call(`worker/${method}`, { jobId: gone })).error?.message).toContain(
      "There is no job",
    );
  expect(await member.ask<object>("worker/list")).toEqual({ jobs: [] });
  expect(existsSync(`${victim}/meta.json`)).toBe(true);
});

test("artifacts are read back as they were written, and nothing else is", async () => {
  const member = await openTestMember();
  const jobId = await member.dispatch();
  const { recorder } = await member.at(0);
  const artifacts = [
    { path: "notes/a.md", content: "# Ä\n" },
    { path: "raw.bin", content: "\u0001\u0002" },
  ];
  await recorder.submit({
    output: "first",
    artifacts: [{ path: "notes", content: "a file where a directory comes" }],
  });
  await recorder.submit({ output: "second", artifacts });
  const directory = `${member.directory}/jobs/${jobId}`;
  const outside = tempDir();
  writeFileSync(`${outside}/key`, "secret");
  symlinkSync(`${outside}/key`, `${directory}/artifacts/link`);
  symlinkSync(outside, `${directory}/artifacts/way`);
  mkdirSync(`${directory}/artifacts/empty`);
  const read = (path: string) => member.call("worker/artifact", { jobId, path });
  expect((await read("artifacts/notes/a.md")).result).toEqual({
    jobId,
    path: "artifacts/notes/a.md",
    encoding: "utf8",
    content: "# Ä\n",
  });
  expect((await read("artifacts/raw.bin")).result).toMatchObject({ encoding: "base64", content: "AQI=" });
  for (const path of [
    "artifacts/link",
    "artifacts/way/key",
    "artifacts/empty",
    "artifacts/none",
    "notes/a.md", // it has one name, the one in the result
    "artifacts//notes/./a.md",
    "artifacts/../meta.json",
    "../meta.json",
    "/etc/hostname",
    "artifacts\\..\\meta.json",
    "artifacts/a\0",
    "artifacts/",
    "x/".repeat(600),
  ])
    expect([path, (await read(path)).error?.code]).toEqual([path, -32602]);
});

test("filters are patterns over descriptions, in which a star crosses slashes and dots", async () => {
  const member = await openTestMember({ slots: 1 });
  const texts = ["Research auth/OAuth flows", ".hidden notes", "Compare [cm-1234] libraries", "line\nbreak"];
  for (const description of texts) await member.dispatch({ description });
  const found = async (filter: string) => {
    const { jobs } = await member.ask<{ jobs: { description: string }[] }>("worker/list", {
      detail: "detailed",
      filter,
    });
    return jobs.map(({ description }) => texts.indexOf(description)).sort((a, b) => a - b);
  };
  expect(await found("*OAuth*")).toEqual([0]);
  expect(await found("*oauth*")).toEqual([0]);
  expect(await found("*")).toEqual([0, 1, 2, 3]);
  expect(await found("*notes")).toEqual([1]);
  expect(await found("*cm-1234*")).toEqual([2]);
  expect(await found("{*auth*,*break}")).toEqual([0, 3]);
  expect(await found("OAuth")).toEqual([]);
});

test("a commission that is sent again is the same job: at once, one after another, and after a restart", async () => {
  const member = await openTestMember({ slots: 1 });
  const config = { hallCommission: "cm-1" };
  const ids = await Promise.all(Array.from({ length: 20 }, () => member.dispatch({ config })));
  expect(new Set(ids).size).toBe(1);
  expect(await member.dispatch({ config })).toBe(ids[0] ?? "");
  expect(await member.dispatch({ config: { hallCommission: "cm-2" } })).not.toBe(ids[0] ?? "");
  expect(readdirSync(`${member.directory}/jobs`)).toHaveLength(2);
  await member.close();
  const again = await openTestMember({ directory: member.directory, slots: 1 });
  expect(await again.dispatch({ config })).toBe(ids[0] ?? "");
  expect(readdirSync(`${member.directory}/jobs`)).toHaveLength(2);
});
