// The gateway for guild members: who asks, for which job, and whose account it is.
import { afterEach, describe, expect, test } from "bun:test";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import {
  ada,
  askFor,
  bob,
  handoffTo,
  openJob,
  openTestJobs,
  refusalOf,
  secretOf,
  type TestJobs,
} from "./jobs-support.ts";
import {
  answerText,
  canary,
  closeAll,
  forwardTo,
  mainBody,
  openUpstream,
  rehearse,
  saidIn,
  silentAfter,
  streamed,
  sse,
} from "./support.ts";

afterEach(closeAll);

/** Ada and Bob have been started. */
function twoMembers(part: Parameters<typeof openTestJobs>[0] = {}): TestJobs {
  const rig = openTestJobs(part);
  for (const member of [ada, bob]) rig.jobs.admit(member, secretOf(member));
  return rig;
}

const said = async (asking: Promise<Response>) => saidIn(await (await asking).text());

describe("two jobs of one member at once", () => {
  test("each plays its own script, and its own limit ends it alone", async () => {
    const rig = twoMembers();
    const one = openJob(
      rig,
      { jobId: "one" },
      {
        model: rehearse("turns: [{ say: first of one }, { say: second of one }]"),
        limits: { maxTurns: 1, maxBudgetUsd: 100 },
      },
    );
    const two = openJob(
      rig,
      { jobId: "two" },
      {
        model: rehearse("turns: [{ say: first of two }, { say: second of two }]"),
      },
    );
    const both = await Promise.all([
      said(askFor(rig, { jobId: "one" })),
      said(askFor(rig, { jobId: "two" })),
    ]);
    expect(both).toEqual(["first of one", "first of two"]);
    expect(await refusalOf(askFor(rig, { jobId: "one" }, { body: mainBody(1) }))).toMatchObject({
      status: 402,
    });
    expect(await said(askFor(rig, { jobId: "two" }, { body: mainBody(1) }))).toBe("second of two");
    expect(one.account.verdict()).toEqual({ how: "turns", limit: 1 });
    expect(two.account.verdict()).toBeNull();
    expect(one.account.unplayed()).toContain("turn 2 was not played");
    expect(two.account.unplayed()).toBeNull();
    expect([one.facts.length, two.facts.length]).toEqual([1, 2]);
  });

  test("each has a budget of its own, and what was spent before counts", async () => {
    const upstream = openUpstream(() => streamed(answerText("hello")));
    const rig = twoMembers();
    const model = forwardTo(upstream.url);
    const limits = { maxTurns: 100, maxBudgetUsd: 1 };
    const poor = openJob(rig, { jobId: "poor" }, { model, limits, spent: { turns: 3, usd: 1 } });
    const rich = openJob(rig, { jobId: "rich" }, { model, limits });
    expect((await refusalOf(askFor(rig, { jobId: "poor" }))).message).toContain("has spent all of its $1");
    expect(await said(askFor(rig, { jobId: "rich" }))).toBe("hello");
    expect(poor.account.verdict()).toEqual({ how: "budget", limitUsd: 1 });
    expect(rich.facts).toMatchObject([{ type: "model.answered", kind: "main", whole: true }]);
    expect(upstream.seen.length).toBe(1);
  });
});

describe("who asks", () => {
  test("a secret that nobody has is refused, and so is that of a member that was ended", async () => {
    const rig = twoMembers();
    const { facts } = openJob(rig, { jobId: "one" }, { model: rehearse("turns: [{ say: hello }]") });
    const wrong = { "x-api-key": "secret-of-eve" };
    expect(await refusalOf(askFor(rig, { jobId: "one" }, { headers: wrong }))).toMatchObject({ status: 401 });
    rig.jobs.dismiss(ada);
    expect(await refusalOf(askFor(rig, { jobId: "one" }))).toMatchObject({ status: 401 });
    rig.jobs.admit(ada, "a new secret");
    expect(await refusalOf(askFor(rig, { jobId: "one" }))).toMatchObject({ status: 401 });
    expect(facts).toEqual([]);
    const anew = { "x-api-key": "", authorization: "Bearer a new secret" };
    expect(await said(askFor(rig, { jobId: "one" }, { headers: anew }))).toBe("hello");
  });

  test("a member that names another's job spends nothing of it", async () => {
    const upstream = openUpstream(() => streamed(answerText("from upstream")));
    const rig = twoMembers({ handoff: handoffTo(upstream.url) });
    const { account, facts } = openJob(
      rig,
      { member: ada, jobId: "one" },
      {
        model: rehearse("turns: [{ say: only for ada }]"),
      },
    );
    expect(await said(askFor(rig, { member: bob, jobId: "one" }))).toBe("from upstream");
    expect(facts).toEqual([]);
    expect(account.unplayed()).not.toBeNull();
    expect(rig.spent(bob)).toMatchObject([{ jobId: "one" }]);
  });

  test("what stands in x-guild-job and is no job id is refused and not repeated", async () => {
    const upstream = openUpstream(() => streamed(answerText("hello")));
    const rig = twoMembers({ handoff: handoffTo(upstream.url) });
    const hostile = ["../victim", "a/b", " ", ".", "a b", "x".repeat(129), "one, two", "%00", "ä"];
    for (const jobId of hostile) {
      const { status, message } = await refusalOf(askFor(rig, { jobId }));
      expect([status, message]).toEqual([402, expect.stringContaining("x-guild-job has to be")]);
    }
    expect(upstream.seen).toEqual([]);
  });
});

test("what is said to the gateway goes no further, and the credential takes the secret's place", async () => {
  const upstream = openUpstream(() => streamed(answerText("hello")));
  const rig = twoMembers();
  openJob(rig, { jobId: "one" }, { model: forwardTo(upstream.url) });
  const headers = { "x-guild-purpose": "memory", "x-guild-more": "1", "x-app": "cli" };
  await (await askFor(rig, { jobId: "one" }, { headers })).text();
  const sent = upstream.seen[0]?.headers;
  expect([...(sent?.keys() ?? [])].filter((name) => name.startsWith("x-guild-"))).toEqual([]);
  expect([sent?.get("x-api-key"), sent?.get("x-app")]).toEqual([canary, "cli"]);
});

describe("a job that nobody knows yet", () => {
  const waiting = async (rig: TestJobs, jobId = "one") => {
    let isOver = false;
    const asking = askFor(rig, { jobId }).finally(() => (isOver = true));
    // An answer to another request, sent later, shows that this one has come in and waits.
    await said(askFor(rig, { member: bob, jobId: "other" }));
    return { asking, isOver: () => isOver };
  };
  const withOther = (rig: TestJobs) => {
    openJob(rig, { member: bob, jobId: "other" }, { model: rehearse("turns: [{ say: hello }]") });
    return rig;
  };

  test("is waited for while a dispatch is under way, and asked for once it is known", async () => {
    const rig = withOther(twoMembers());
    const expected = rig.jobs.expect(ada);
    const { asking, isOver } = await waiting(rig);
    expect(isOver()).toBe(false);
    const { facts } = openJob(rig, { jobId: "one" }, { model: rehearse("turns: [{ say: hello }]") });
    expected.done();
    expect(await said(asking)).toBe("hello");
    expect(facts.length).toBe(1);
  });

  test("is nobody's when all dispatches are over without it", async () => {
    const rig = withOther(twoMembers());
    const [first, second] = [rig.jobs.expect(ada), rig.jobs.expect(ada)];
    const { asking, isOver } = await waiting(rig);
    first.done();
    first.done();
    openJob(rig, { jobId: "two" }, { model: rehearse("turns: [{ say: hello }]") });
    await said(askFor(rig, { jobId: "two" }));
    expect(isOver()).toBe(false);
    second.done();
    expect(await refusalOf(asking)).toMatchObject({ status: 402 });
  });

  test("is waited for no longer than 30 s", async () => {
    const clock = createManualClock();
    const rig = twoMembers({ clock });
    rig.jobs.expect(ada);
    const before = clock.pending();
    const asking = askFor(rig, { jobId: "one" });
    await until("it waits", () => clock.pending() > before);
    clock.advance(30_000);
    expect((await refusalOf(asking)).message).toContain("belongs to no commission");
  });

  test("is refused at once where nobody expects one of this member, or none is named", async () => {
    const rig = twoMembers();
    rig.jobs.expect(bob);
    expect(await refusalOf(askFor(rig, { member: ada, jobId: "one" }))).toMatchObject({ status: 402 });
    expect(await refusalOf(askFor(rig, { member: bob, jobId: null }))).toMatchObject({ status: 402 });
  });
});

describe("a session for the memory", () => {
  const headers = { "x-guild-purpose": "memory" };

  test("is metered to its job and is no turn of it", async () => {
    const upstream = openUpstream(() => streamed(answerText("hello")));
    const rig = twoMembers();
    const { facts, account } = openJob(
      rig,
      { jobId: "one" },
      {
        model: forwardTo(upstream.url),
        limits: { maxTurns: 1, maxBudgetUsd: 100 },
      },
    );
    await (await askFor(rig, { jobId: "one" }, { headers })).text();
    expect(await said(askFor(rig, { jobId: "one" }))).toBe("hello");
    await (await askFor(rig, { jobId: "one" }, { headers })).text();
    expect(facts.map((fact) => "kind" in fact && fact.kind)).toEqual(["memory", "main", "memory"]);
    expect(account.verdict()).toBeNull();
  });

  test("ends with the budget", async () => {
    const rig = twoMembers();
    openJob(
      rig,
      { jobId: "one" },
      {
        model: rehearse("turns: [{ say: hello }]"),
        limits: { maxTurns: 1, maxBudgetUsd: 1 },
        spent: { turns: 0, usd: 1 },
      },
    );
    expect((await refusalOf(askFor(rig, { jobId: "one" }, { headers }))).message).toContain(
      "has spent all of its $1",
    );
  });

  test("is answered by aux in a rehearsal, takes no turn, and without an entry changes nothing", async () => {
    const rig = twoMembers();
    const told = openJob(
      rig,
      { jobId: "told" },
      {
        model: rehearse("turns: [{ say: one }]\naux: { memory: { say: all in short } }"),
      },
    );
    const silent = openJob(rig, { jobId: "silent" }, { model: rehearse("turns: [{ say: one }]") });
    expect(await said(askFor(rig, { jobId: "told" }, { headers }))).toBe("all in short");
    expect(await said(askFor(rig, { jobId: "told" }))).toBe("one");
    expect((await refusalOf(askFor(rig, { jobId: "silent" }, { headers }))).message).toContain("condense");
    expect(await said(askFor(rig, { jobId: "silent" }))).toBe("one");
    expect([told.account.verdict(), silent.account.verdict()]).toEqual([null, null]);
    expect(silent.facts).toMatchObject([{ type: "model.failed", kind: "memory", retried: false }, {}]);
  });
});

describe("an account that is closed", () => {
  const head = sse([
    {
      type: "message_start",
      message: { model: "claude-opus-5-5", usage: { input_tokens: 1000, output_tokens: 1 } },
    },
  ]);

  test("ends what is under way, has its cost on record first, and refuses what comes later", async () => {
    const upstream = openUpstream(() => silentAfter(head));
    const rig = twoMembers();
    const { account, facts } = openJob(rig, { jobId: "one" }, { model: forwardTo(upstream.url) });
    const answer = await askFor(rig, { jobId: "one" });
    const reader = answer.body?.getReader();
    await reader?.read();
    await account.close();
    expect(facts).toMatchObject([{ type: "model.answered", whole: false, tokens: { input: 1000 } }]);
    expect(await reader?.read().catch(() => "broken")).toBe("broken");
    expect((await refusalOf(askFor(rig, { jobId: "one" }))).message).toContain("is over");
    expect(upstream.seen.length).toBe(1);
  });

  test("leaves the other jobs of the member alone, and may be opened again", async () => {
    const rig = twoMembers();
    const model = rehearse("turns: [{ say: hello }]");
    const one = openJob(rig, { jobId: "one" }, { model });
    openJob(rig, { jobId: "two" }, { model });
    expect(() => openJob(rig, { jobId: "one" }, { model })).toThrow("open already");
    await one.account.close();
    expect(await said(askFor(rig, { jobId: "two" }))).toBe("hello");
    openJob(rig, { jobId: "one" }, { model });
    await one.account.close();
    expect(await said(askFor(rig, { jobId: "one" }))).toBe("hello");
  });
});

test("an answer that breaks off three times in a row ends the job, as it ends a session", async () => {
  const upstream = openUpstream(() => streamed(answerText("hello").slice(0, 300)));
  const rig = twoMembers();
  const { account, facts } = openJob(rig, { jobId: "one" }, { model: forwardTo(upstream.url) });
  for (let tries = 0; tries < 3; tries++) {
    const answer = await askFor(rig, { jobId: "one" });
    expect(await answer.text().catch(() => "broken")).toBe("broken");
  }
  expect(account.verdict()).toMatchObject({
    how: "api",
    message: expect.stringContaining("3 times in a row"),
  });
  expect(await refusalOf(askFor(rig, { jobId: "one" }))).toMatchObject({ status: 502 });
  expect(facts.filter((fact) => fact.type === "model.answered").length).toBe(3);
});

test.each([
  ["api_key", "ANTHROPIC_API_KEY"],
  ["auth_token", "ANTHROPIC_AUTH_TOKEN"],
] as const)("a member of a hall with an %s is told its secret as %s", (kind, variable) => {
  const rig = openTestJobs({ handoff: handoffTo("http://upstream.invalid", kind) });
  const env = rig.jobs.env("the secret");
  expect(env).toEqual({
    ANTHROPIC_BASE_URL: rig.url(),
    [variable]: "the secret",
    API_TIMEOUT_MS: "600000",
    BUN_CONFIG_HTTP_IDLE_TIMEOUT: "600",
  });
  expect(JSON.stringify(env)).not.toContain(canary);
});
