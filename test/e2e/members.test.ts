// A commission to the researcher that is a guild member, for real: hall, member, sandbox and `claude`, with only the
// model scripted. What befalls the hall or the member on the way befalls the real processes.
import { afterEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { memberLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import { memberName } from "../../src/contract/member/member.ts";
import { memberRecord } from "../../src/contract/member/member-record.ts";
import { type HttpServer, serveHttp } from "../../src/host/network/http-server.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { LaunchedHome } from "../harness/launched-home.ts";
import { script, type Turn } from "../harness/rehearsals.ts";
import { countSession } from "../harness/sessions.ts";
import { longTest } from "../harness/long.ts";

const researcher = memberName.parse("researcher");
const opened: { dispose(): Promise<void> }[] = [];
function later<T extends { dispose(): Promise<void> }>(thing: T): T {
  opened.push(thing);
  return thing;
}
afterEach(async () => {
  for (const thing of opened.splice(0).toReversed()) await thing.dispose();
});

const call = (tool: string, input: object): Turn => ({
  use: [{ tool: `mcp__worker-internal__${tool}`, input }],
});
const report = (summary: string) => call("update_summary", { summary });
const handIn = call("submit_result", {
  output: "# It does",
  artifacts: [{ path: "report.md", content: "It uses OAuth." }],
});
const member = "member:researcher";

test("a person commissions the guild member by name, watches it and reads its result", async () => {
  const home = later(new LaunchedHome());
  countSession(1);
  const file = `${home.place}/script.json`;
  writeFileSync(
    file,
    script([
      { expect: { lastUserIncludes: ["OAuth"] }, ...report("Reading.") },
      call("record_decision", { question: "Which?", decision: "This.", reasoning: "So." }),
      call("log_question", { question: "Is it\nright?" }),
      handIn,
      { say: "Done." },
    ]),
  );
  await home.up();
  const workers = await home.run("workers");
  expect(workers.stdout).toContain("member:researcher");
  expect(workers.stdout).toContain("not used in this home yet");
  const given = await home.run("commission", member, "How is OAuth used?", "--rehearsal", file, "--wait");
  expect({ code: given.code, stderr: given.stderr }).toEqual({ code: 0, stderr: "" });
  expect(given.stdout).toContain("researcher took it on as job");
  expect(given.stdout).toContain("# It does");
  const [id = ""] = given.stdout.split("\n", 1);
  const result = JSON.parse((await home.run("result", id, "--json")).stdout) as object;
  expect(result).toMatchObject({
    output: "# It does",
    artifacts: ["artifacts/report.md"],
    memberArtifacts: null,
  });
  const shown = JSON.parse((await home.run("show", id, "--json")).stdout) as object;
  expect(shown).toMatchObject({
    status: "completed",
    worker: member,
    rehearsed: true,
    turns: 5,
    sandbox: null,
    summary: "It does",
    decisions: [{ question: "Which?" }],
    openQuestions: 1,
    memberJob: { member: "researcher", artifacts: [] },
  });
  expect((await home.run("artifacts", id)).stdout).toContain("report.md");
  expect((await home.run("artifacts", id, "report.md")).stdout).toStartWith("It uses OAuth.");
  // Now that it is in this home, its bare name means two.
  const ambiguous = await home.run("commission", "researcher", "Again.", "--rehearsal", file);
  expect(ambiguous.stderr).toContain('"package:researcher" and "member:researcher"');
  await home.run("members", "stop", "researcher");
}, 60_000);

/** Stands between the hall and the member, and loses the answers that a test wants lost. */
function loseAnswers(to: string, isLost: (method: string) => boolean): HttpServer & { heard: string[] } {
  const heard: string[] = [];
  const server = serveHttp({
    at: { port: 0 },
    maxBodyBytes: 10_000_000,
    handle: async (request) => {
      const body = await request.text();
      const { method } = JSON.parse(body) as { method: string };
      heard.push(method);
      const headers = new Headers(request.headers);
      headers.delete("host");
      const answer = await fetch(to, { method: "POST", headers, body });
      const said = await answer.text();
      return isLost(method) ? new Response("", { status: 502 }) : new Response(said, answer);
    },
  });
  return Object.assign(server, { heard });
}

function between(home: TestHome, isLost: (method: string) => boolean) {
  const { record } = memberLayout(homeLayout(home.root), researcher);
  const before = memberRecord.parse(JSON.parse(readFileSync(record, "utf8")));
  const proxy = loseAnswers(before.address ?? "", isLost);
  opened.unshift({ dispose: () => proxy.stop() });
  writeFileSync(record, JSON.stringify({ ...before, address: `http://127.0.0.1:${proxy.port}/mcp` }));
  return proxy;
}

longTest(
  "a lost answer and a hall that is killed lead to one job, which the next hall brings home",
  async () => {
    const home = later(new TestHome());
    countSession(1);
    const first = await home.open();
    await first.client.members.start(researcher);
    await first.kill("SIGKILL");
    let lost = 0;
    const proxy = between(home, (method) => method === "worker/dispatch" && lost++ === 0);
    const second = await home.open();
    const rehearsal = script([report("Begun."), { delayMs: 3000, ...handIn }, { say: "Done." }]);
    const { id } = await second.client.create({ worker: member, task: "Look.", rehearsal });
    await until("it has begun", async () => (await second.client.detail(id)).summary === "Begun.", 30_000);
    await second.kill("SIGKILL");
    const third = await home.open();
    const detail = await untilEnded(third.client, id, 60_000);
    expect(detail).toMatchObject({ status: "completed", bench: 1, resumes: 0, anomaly: null, turns: 3 });
    expect(proxy.heard.filter((method) => method === "worker/dispatch")).toHaveLength(1);
    expect(proxy.heard.filter((method) => method === "worker/list")).not.toHaveLength(0);
    await third.client.members.stop(researcher);
  },
  120_000,
);

longTest(
  "a member that is killed fails its job, and the next commission finds it started anew",
  async () => {
    const home = later(new TestHome());
    countSession(1);
    const { client } = await home.open();
    const rehearsal = script([report("Begun."), { hang: true }]);
    const { id } = await client.create({ worker: member, task: "Look.", rehearsal });
    await until("it has begun", async () => (await client.detail(id)).summary === "Begun.", 30_000);
    const { record } = memberLayout(homeLayout(home.root), researcher);
    process.kill(memberRecord.parse(JSON.parse(readFileSync(record, "utf8"))).pid, "SIGKILL");
    const detail = await untilEnded(client, id, 60_000);
    expect(detail).toMatchObject({ status: "failed", error: { code: "member" } });
    expect(detail.error?.message).toContain("ended");
    const running = (await client.members.list()).members.find(({ name }) => name === researcher);
    expect(running?.state).toBe("running");
    await client.members.stop(researcher);
  },
  120_000,
);
