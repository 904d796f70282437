// The processes of guild members, with real little programs.
import { afterEach, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { systemProcesses } from "../../../src/host/processes/processes.ts";
import { until } from "../../harness/hall.ts";
import { addLittle, endMembers, openStage, patience } from "../../harness/members/members.ts";

afterEach(endMembers);

test("a member is started when somebody needs it, and asked which tools it has", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  expect((await stage.members.list()).members).toMatchObject([{ name, state: "stopped", tools: null }]);
  const at = await stage.members.reach(name, patience());
  expect(at.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const [entry] = (await stage.members.list()).members;
  expect(entry).toMatchObject({ state: "running", address: at.url, tools: ["ping"], problem: null });
  const record = stage.record(name);
  expect(entry?.pid).toBe(record.pid);
  expect(systemProcesses.isAlive(record)).toBe(true);
  expect(statSync(`${stage.root}/run/members/plain.json`).mode & 0o777).toBe(0o600);
  expect(await stage.members.reach(name, patience())).toEqual(at);
  expect(stage.file(name, "starts")).toBe("1");
});

test("its environment holds its secrets and nothing of the person's", async () => {
  const stage = await openStage({
    environment: { PATH: "/usr/bin:/bin", USER: "me", ANTHROPIC_API_KEY: "mine" },
  });
  // Without "run": with it Bun adds words of its own.
  const mcp = { command: "bun", args: ["server.ts", "--port", "${PORT}"] };
  const name = addLittle(stage.root, "plain", { manifest: { mcp } });
  await stage.members.reach(name, patience());
  const told = JSON.parse(stage.file(name, "environment.json")) as Record<string, string>;
  const record = stage.record(name);
  expect(told).toEqual({
    PATH: "/usr/bin:/bin",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:4001",
    ANTHROPIC_API_KEY: record.gateway.secret,
    GUILD_MEMBER_SECRET: record.secret,
    GUILD_MEMBER_SLOTS: "3",
    GUILD_MEMBER_LAUNCH: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test.each([
  ["its manifest", null, { memoryTokens: 700 }, "700"],
  ["the configuration, before its manifest", 900, { memoryTokens: 700 }, "900"],
  ["the configuration, also for nothing at all", 0, {}, "0"],
  ["neither", null, {}, undefined],
])("how much it gives of what it remembers is what %s says", async (_who, configured, manifest, told) => {
  const stage = await openStage({ memoryTokens: () => configured });
  const name = addLittle(stage.root, "plain", { manifest });
  await stage.members.reach(name, patience());
  const environment = JSON.parse(stage.file(name, "environment.json")) as Record<string, string>;
  expect(environment["GUILD_MEMBER_MEMORY_TOKENS"]).toBe(told);
});

test("whoever shows it is told when it is started, is up, ends, is given up and is stopped", async () => {
  let told = 0;
  const stage = await openStage({ changed: () => (told += 1) });
  const stateOf = async (name: string) =>
    (await stage.members.list()).members.find((each) => each.name === name)?.state;
  /** What was told since the last time this was asked. */
  const times = () => [told, (told = 0)][0];
  const plain = addLittle(stage.root, "plain");
  await stage.members.reach(plain, patience());
  expect(times()).toBe(2);
  await stage.members.stop(plain);
  expect(times()).toBe(1);
  const odd = addLittle(stage.root, "odd", { how: "crashes" });
  const leave = new AbortController();
  const waiting = stage.members.reach(odd, leave.signal).catch(() => "left");
  await until("it has failed", async () => (await stateOf(odd)) === "failing");
  expect(times()).toBeGreaterThan(1);
  leave.abort();
  expect(await waiting).toBe("left");
  expect(times()).toBe(1);
  expect(await stateOf(odd)).toBe("stopped");
});

test("two who need it at once have one process between them", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  const [one, other] = await Promise.all([1, 2].map(() => stage.members.reach(name, patience())));
  expect(one).toEqual(other as never);
  expect(stage.file(name, "starts")).toBe("1");
});

test("stopping ends it, and the next who needs it has a new one with a new secret", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  const before = await stage.members.reach(name, patience());
  const record = stage.record(name);
  const stopped = stage.members.stopped(name);
  expect(await stage.members.stop(name)).toMatchObject({ ok: true, value: { state: "stopped", pid: null } });
  expect([stopped.aborted, stage.members.stopped(name).aborted]).toEqual([true, false]);
  expect(systemProcesses.isAlive(record)).toBe(false);
  expect(() => stage.record(name)).toThrow();
  expect(stage.said).toEqual(["admit plain", "dismiss plain"]);
  const after = await stage.members.reach(name, patience());
  expect(after.secret).not.toBe(before.secret);
});

test("one that ends by itself is started again for whoever needs it next", async () => {
  const stage = await openStage();
  const name = addLittle(stage.root, "plain");
  const at = await stage.members.reach(name, patience());
  await tell(at, "die");
  await until("its end is seen", async () => (await stage.members.list()).members[0]?.state === "stopped");
  expect((await stage.members.list()).members[0]?.problem).toMatch(/^it ended with exit code 5 \(at \S+Z\)$/);
  expect((await stage.members.reach(name, patience())).url).not.toBe(at.url);
  expect(stage.file(name, "starts")).toBe("2");
});

async function tell(at: { url: string; secret: string }, method: string): Promise<void> {
  await fetch(at.url, {
    method: "POST",
    headers: { authorization: `Bearer ${at.secret}` },
    body: JSON.stringify({ id: "1", method }),
  }).catch(() => undefined);
}
