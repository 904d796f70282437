// Jobs of guild members that belong to no commission: what they may cost, and that it is never forgotten.
import { afterEach, describe, expect, test } from "bun:test";
import { appendFileSync, writeFileSync } from "node:fs";
import {
  ada,
  askFor,
  bob,
  handoffTo,
  type JobsPart,
  openTestJobs,
  refusalOf,
  secretOf,
  type TestJobs,
} from "./jobs-support.ts";
import { spendLine } from "../../../src/contract/member/spend.ts";
import { parseJson } from "../../../src/model/gateway/parse-json.ts";
import { mostStrays } from "../../../src/model/gateway/jobs/strays.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { until } from "../../harness/hall.ts";
import {
  answerText,
  apiError,
  canary,
  closeAll,
  openUpstream,
  saidIn,
  silentAfter,
  sse,
  streamed,
} from "./support.ts";

afterEach(closeAll);

function openStrays(part: JobsPart = {}): TestJobs {
  const rig = openTestJobs(part);
  for (const member of [ada, bob]) rig.jobs.admit(member, secretOf(member));
  return rig;
}

const said = async (asking: Promise<Response>) => saidIn(await (await asking).text());
/** What `answerText` costs: 1000 tokens in and 100 out of claude-opus-5-5. */
const hello = () => streamed(answerText("hello"));

test("without a credential it is refused for good, with the reason and a way out", async () => {
  const rig = openStrays();
  const { status, message } = await refusalOf(askFor(rig, { jobId: "one" }));
  expect(status).toBe(402);
  expect(message).toContain('This job of "ada" belongs to no commission');
  expect(message).toContain("ANTHROPIC_API_KEY");
});

test("with one it is asked for, and what it cost is on disk before its end is passed on", async () => {
  const upstream = openUpstream(hello);
  const rig = openStrays({ handoff: handoffTo(upstream.url) });
  expect(await said(askFor(rig, { jobId: "one" }))).toBe("hello");
  expect(rig.spent(ada)).toMatchObject([
    {
      v: 1,
      at: expect.any(String),
      jobId: "one",
      kind: "main",
      model: "claude-opus-5-5",
      tokens: { input: 1000, output: 100, cacheRead: 0, cacheWrite: 0 },
      costUsd: expect.any(Number),
      budgetUsd: expect.any(Number),
      whole: true,
    },
  ]);
});

describe("the limits of one", () => {
  const once = () => ({ maxTurns: 1, maxBudgetUsd: 5 });

  test("hold for each job of each member by itself", async () => {
    const upstream = openUpstream(hello);
    const rig = openStrays({ handoff: handoffTo(upstream.url), limits: once });
    expect(await said(askFor(rig, { jobId: "one" }))).toBe("hello");
    expect((await refusalOf(askFor(rig, { jobId: "one" }))).message).toContain(
      "has taken all of its 1 turns",
    );
    expect(await said(askFor(rig, { jobId: "two" }))).toBe("hello");
    expect(await said(askFor(rig, { member: bob, jobId: "one" }))).toBe("hello");
    expect(await said(askFor(rig, { jobId: null }))).toBe("hello");
    expect((await refusalOf(askFor(rig, { jobId: null }))).message).toContain("requests that name no job");
    expect(rig.spent(ada).map(({ jobId }) => jobId)).toEqual(["one", "two", "none"]);
  });

  test.each([
    ["turns", once, "has taken all of its 1 turns"],
    ["budget", () => ({ maxTurns: 10, maxBudgetUsd: 0.001 }), "has spent all of its $0.001"],
  ] as const)("hold after a restart: %s", async (_, limits, words) => {
    const upstream = openUpstream(hello);
    const part = { handoff: handoffTo(upstream.url), limits };
    const before = openStrays(part);
    expect(await said(askFor(before, { jobId: "one" }))).toBe("hello");
    await before.jobs.close();
    const after = openStrays({ ...part, directory: before.directory });
    expect((await refusalOf(askFor(after, { jobId: "one" }))).message).toContain(words);
    expect(await said(askFor(after, { jobId: "two" }))).toBe("hello");
    expect(upstream.seen.length).toBe(2);
  });

  test("hold although a line is torn and another cannot be read", async () => {
    const upstream = openUpstream(hello);
    const part = { handoff: handoffTo(upstream.url), limits: once };
    const before = openStrays(part);
    await said(askFor(before, { jobId: "one" }));
    await before.jobs.close();
    const file = `${before.directory}/guild-members/ada.spend.jsonl`;
    appendFileSync(file, 'not JSON with "one" in it\n{"v":1,"jobId":"one","torn');
    const after = openStrays({ ...part, directory: before.directory });
    expect(await refusalOf(askFor(after, { jobId: "one" }))).toMatchObject({ status: 402 });
    await said(askFor(after, { jobId: "two" }));
    const lines = ((await systemDisk.readText(file)) ?? "").trimEnd().split("\n");
    const read = lines.map((line) => spendLine.safeParse(parseJson(line)).data?.jobId);
    expect(read).toEqual(["one", undefined, "two"]);
  });
});

test("a session for the memory is no turn, also here", async () => {
  const upstream = openUpstream(hello);
  const rig = openStrays({
    handoff: handoffTo(upstream.url),
    limits: () => ({ maxTurns: 1, maxBudgetUsd: 5 }),
  });
  await (await askFor(rig, { jobId: "one" }, { headers: { "x-guild-purpose": "memory" } })).text();
  expect(await said(askFor(rig, { jobId: "one" }))).toBe("hello");
  expect(rig.spent(ada).map(({ kind }) => kind)).toEqual(["memory", "main"]);
});

test("what is under way when the hall stops is on record", async () => {
  const message = { model: "claude-opus-5-5", usage: { input_tokens: 1000, output_tokens: 1 } };
  const upstream = openUpstream(() => silentAfter(sse([{ type: "message_start", message }])));
  const rig = openStrays({ handoff: handoffTo(upstream.url) });
  const reader = (await askFor(rig, { jobId: "one" })).body?.getReader();
  await reader?.read();
  await rig.jobs.close();
  expect(rig.spent(ada)).toMatchObject([{ jobId: "one", whole: false, tokens: { input: 1000 } }]);
  await reader?.cancel().catch(() => undefined);
});

test("what cannot be written down does not go on", async () => {
  const upstream = openUpstream(hello);
  const rig = openStrays({ handoff: handoffTo(upstream.url) });
  writeFileSync(`${rig.directory}/guild-members`, "a file where a directory should be");
  const refused = await refusalOf(askFor(rig, { jobId: "one" }));
  expect(refused).toMatchObject({ status: 500, message: expect.stringContaining("ENOTDIR") });
  expect(upstream.seen).toEqual([]);
});

describe("many at once", () => {
  test("are bounded for each member; those that nothing is asked for give way and are not forgotten", async () => {
    const hold = Promise.withResolvers<void>();
    const upstream = openUpstream(async (n) => {
      if (n > 1 && n <= mostStrays + 1) await hold.promise;
      return hello();
    });
    const rig = openStrays({
      handoff: handoffTo(upstream.url),
      limits: () => ({ maxTurns: 1, maxBudgetUsd: 5 }),
    });
    expect(await said(askFor(rig, { jobId: "idle" }))).toBe("hello");
    const busy = Array.from({ length: mostStrays }, (_, n) => said(askFor(rig, { jobId: `busy-${n}` })));
    await until("all are under way", () => upstream.seen.length === mostStrays + 1);
    expect((await refusalOf(askFor(rig, { jobId: "one-more" }))).message).toContain("at once");
    expect(await said(askFor(rig, { member: bob, jobId: "one-more" }))).toBe("hello");
    hold.resolve();
    expect(new Set(await Promise.all(busy))).toEqual(new Set(["hello"]));
    // Out of memory, and known all the same.
    expect((await refusalOf(askFor(rig, { jobId: "idle" }))).message).toContain(
      "has taken all of its 1 turns",
    );
  });

  test("of one job share one account from the first request on", async () => {
    const upstream = openUpstream(hello);
    const rig = openStrays({
      handoff: handoffTo(upstream.url),
      limits: () => ({ maxTurns: 1, maxBudgetUsd: 5 }),
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => askFor(rig, { jobId: "one" })));
    await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.filter(({ status }) => status === 402).length).toBe(4);
  });
});

test("a spent quota is told to the hall once, and the credential to nobody", async () => {
  const upstream = openUpstream(() =>
    apiError(429, `the limit of ${canary} is reached`, { "retry-after": "3600" }),
  );
  const rig = openStrays({ handoff: handoffTo(upstream.url) });
  for (let n = 0; n < 2; n++)
    expect(await refusalOf(askFor(rig, { jobId: "one" }))).toMatchObject({ status: 429 });
  expect(rig.quota).toMatchObject([{ message: "the limit of [credential] is reached" }]);
  expect(upstream.seen.length).toBe(1);
});

test("what ended one session without a job's name does not end the next; for a job it does", async () => {
  const upstream = openUpstream((n) => (n <= 2 ? apiError(403, "not now") : hello()));
  const rig = openStrays({ handoff: handoffTo(upstream.url) });
  for (const jobId of [null, "one"])
    expect(await refusalOf(askFor(rig, { jobId }))).toMatchObject({ status: 403 });
  expect(await said(askFor(rig, { jobId: null }))).toBe("hello");
  expect(await refusalOf(askFor(rig, { jobId: "one" }))).toMatchObject({ status: 403 });
});
