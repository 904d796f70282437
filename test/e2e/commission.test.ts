// The whole hall, for real: its process, workbenches, the Agent SDK and `claude`, with only the model scripted.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";
import { writeConfig } from "../../soak/config-file.ts";
import { packageName } from "../../src/contract/home/ids.ts";
import { parseQuestions } from "../../src/rules/show/questions-file.ts";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { progressAnswer, submitAnswer } from "../harness/model-answers.ts";
import { answerText, canary, closeAll, openUpstream, streamed } from "../model/gateway/support.ts";
import { tempDir } from "../harness/temp.ts";
import { hanging, progress, quick, script, submit } from "../harness/rehearsals.ts";
import { researcherTools } from "../harness/members/researcher-tools.ts";
import { longTest } from "../harness/long.ts";

const homes: TestHome[] = [];
function newHome(): TestHome {
  const home = new TestHome();
  homes.push(home);
  return home;
}
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  await closeAll();
});

const worker = packageName.parse("researcher");
const task = "Find out how OAuth is used here.";

describe("one commission", () => {
  test("is carried out from request to result, and everything is on the disk", async () => {
    const home = newHome();
    const sample = tempDir();
    writeFileSync(`${sample}/README.md`, "# Sample\nIt uses OAuth.\n");
    const { client } = await home.open({ args: ["--sample-project", sample] });
    const rehearsal = script([
      {
        expect: {
          systemIncludes: ["You are the researcher", "How this hall works"],
          lastUserIncludes: ["OAuth"],
          tools: [...researcherTools],
        },
        use: [{ tool: "Read", input: { file_path: "README.md" } }],
      },
      { expect: { lastUserIncludes: ["It uses OAuth."] }, ...progress("Read the README.") },
      {
        use: [
          {
            tool: "mcp__base__record_decision",
            input: { question: "Which?", decision: "This.", reasoning: "Because." },
          },
          { tool: "mcp__commission__log_question", input: { question: "Is it\n> right?" } },
        ],
      },
      submit({
        summary: "It does.",
        output: "# It does",
        artifacts: [{ path: "report.md", content: "text" }, { path: "README.md" }],
      }),
      { say: "Done." },
    ]);
    const created = await client.create({ worker, task, rehearsal });
    expect(created).toMatchObject({ status: "pending", rehearsed: true });
    const detail = await untilEnded(client, created.id);
    expect(detail).toMatchObject({
      status: "completed",
      trust: "claimed",
      endedBy: "normal",
      error: null,
      turns: 5,
      rehearsed: true,
      createdBy: "person",
      summary: "It does.",
      openQuestions: 1,
      decisions: [{ question: "Which?" }],
      cost: { rehearsed: true },
      resumes: 0,
    });
    expect(detail.cost.usd).toBeGreaterThan(0);
    expect(await client.result(created.id)).toEqual({
      id: created.id,
      summary: "It does.",
      output: "# It does",
      endedBy: "normal",
      trust: "claimed",
      artifacts: ["artifacts/report.md", "artifacts/README.md"],
      memberArtifacts: null,
    });
    const layout = home.layout(created.id);
    expect(readFileSync(layout.result, "utf8")).toBe("# It does");
    expect(readFileSync(`${layout.artifacts}/README.md`, "utf8")).toContain("OAuth");
    expect(parseQuestions(readFileSync(layout.questions, "utf8"))).toEqual(["Is it\n> right?"]);
    expect(existsSync(layout.session)).toBe(false);
    expect(readdirSync(layout.directory)).toContain("transcript-1.jsonl");
    const types = readFileSync(layout.events, "utf8").match(
      /"type":"commission\.(completed|failed|cancelled)"/g,
    );
    expect(types).toEqual(['"type":"commission.completed"']);
  }, 30_000);

  longTest(
    "that does not follow its script fails, and says what differed",
    async () => {
      const { client } = await newHome().open();
      const rehearsal = script([{ expect: { systemIncludes: ["You are a pastry chef"] }, say: "Hm." }]);
      const { id } = await client.create({ worker, task, rehearsal });
      const detail = await untilEnded(client, id);
      expect(detail).toMatchObject({ status: "failed", error: { code: "rehearsal" } });
      expect(detail.error?.message).toContain("pastry chef");
    },
    30_000,
  );

  test("that is cancelled while the model hangs is gone within two seconds, and stays cancelled", async () => {
    const home = newHome();
    const { client } = await home.open();
    const { id } = await client.create({ worker, task, rehearsal: hanging });
    await until("progress", async () => (await client.detail(id)).summary === "Begun.");
    const bench = benchPid(home, id);
    expect(familyOf(bench).length).toBeGreaterThan(1);
    const begun = performance.now();
    const cancelled = await client.cancel(id, "enough");
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(cancelled.status).toBe("cancelled");
    expect(familyOf(bench)).toEqual([]);
    expect((await client.cancel(id)).status).toBe("cancelled");
    expect((await client.detail(id)).status).toBe("cancelled");
    await expect(client.result(id)).rejects.toMatchObject({ code: "wrong_state" });
    expect(await client.remove(id)).toMatchObject({ deleted: true });
    await expect(client.detail(id)).rejects.toMatchObject({ code: "not_found" });
  }, 30_000);

  test("whose workbench is killed after a result was submitted is completed, and says so", async () => {
    const home = newHome();
    const { client } = await home.open();
    const { id } = await client.create({ worker, task, rehearsal: script([submit(), { hang: true }]) });
    await until("it has handed in", async () => (await client.detail(id)).summary !== null);
    process.kill(benchPid(home, id), "SIGKILL");
    expect(await untilEnded(client, id)).toMatchObject({
      status: "completed",
      endedBy: "lost",
      anomaly: expect.any(String),
      resumes: 0,
    });
    expect((await client.result(id)).output).toBe("# Answer");
  }, 30_000);
});

describe("a hall that is killed", () => {
  test("amid five running commissions: all five complete, each once", async () => {
    const home = newHome();
    // The model answers no second request before all five are at work and their hall is gone.
    const { promise: killed, resolve: goOn } = Promise.withResolvers<void>();
    const upstream = openUpstream(async (n) => {
      const results = (upstream.seen[n - 1]?.body ?? "").split('"type":"tool_result"').length - 1;
      if (results === 0) return streamed(progressAnswer);
      await killed;
      return streamed(results === 1 ? submitAnswer : answerText("Done."));
    });
    const credential = { kind: "api_key", secret: canary } as const;
    const handoff = { ...emptyHandoff, credential, baseUrl: upstream.url };
    const first = await home.open({ handoff });
    const created = await Promise.all(Array.from({ length: 5 }, () => first.client.create({ worker, task })));
    await until(
      "all five are at work",
      async () => {
        const { commissions } = await first.client.list();
        return commissions.filter((c) => c.status === "in_progress" && c.summary !== null).length === 5;
      },
      60_000,
    );
    expect((await first.client.status()).slots).toEqual({ total: 5, used: 5 });
    await first.kill("SIGKILL");
    goOn();
    const second = await home.open({ handoff });
    for (const { id } of created) {
      expect(await untilEnded(second.client, id, 60_000)).toMatchObject({ status: "completed", turns: 3 });
      const events = readFileSync(home.layout(id).events, "utf8");
      expect(events.match(/"type":"commission\.completed"/g)).toHaveLength(1);
      expect(events.match(/"type":"workbench\.starting"/g)).toHaveLength(1);
      expect(events.match(/"type":"session\.started"/g)).toHaveLength(1);
    }
  }, 90_000);

  longTest(
    "between accepting and starting: the commission is started by the next",
    async () => {
      const home = newHome();
      const first = await home.open();
      const { id } = await first.client.create({ worker, task, rehearsal: quick }, "my-key");
      await first.kill("SIGKILL");
      const second = await home.open();
      expect((await second.client.create({ worker, task, rehearsal: quick }, "my-key")).id).toBe(id);
      expect((await second.client.create({ worker, task: "another", rehearsal: quick }, "my-key")).id).toBe(
        id,
      );
      expect(await untilEnded(second.client, id)).toMatchObject({ status: "completed" });
    },
    60_000,
  );
});

describe("slots", () => {
  longTest(
    "never are more at work than there are slots, and the oldest goes first",
    async () => {
      const home = newHome();
      await writeConfig(home.root, { slots: 2 });
      const { client } = await home.open();
      const created: CommissionDetail[] = [];
      for (let i = 0; i < 4; i += 1)
        created.push(await client.create({ worker, task: `Task ${i}`, rehearsal: hanging }));
      const areTwo = async () => {
        const { commissions } = await client.list();
        return commissions.filter((c) => c.status === "in_progress" && c.summary !== null).length === 2;
      };
      await until("two are at work", areTwo);
      const waiting = (await client.list({ status: "pending" })).commissions.map((c) => c.id);
      expect(waiting.sort()).toEqual(
        created
          .slice(2)
          .map((c) => c.id)
          .sort(),
      );
      expect((await client.status()).slots).toEqual({ total: 2, used: 2 });
      await client.cancel(created[0]?.id ?? (waiting[0] as never));
      await until(
        "the third has started",
        async () => (await client.detail(created[2]?.id as never)).status !== "pending",
      );
      expect((await client.detail(created[3]?.id as never)).status).toBe("pending");
      expect((await client.cancel(created[3]?.id as never)).status).toBe("cancelled");
    },
    60_000,
  );
});

function benchPid(home: TestHome, id: Parameters<TestHome["layout"]>[0]): number {
  const match = /"type":"bench.started","pid":(\d+)/.exec(readFileSync(home.layout(id).events, "utf8"));
  return Number(match?.[1]);
}

/** Living processes in the workbench's session, and their descendants. */
function familyOf(leader: number): number[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const [state, parent, , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return state === "Z" ? [] : [{ pid: Number(name), parent: Number(parent), session: Number(session) }];
      } catch {
        return [];
      }
    });
  const family = new Set(all.filter((p) => p.pid === leader || p.session === leader).map((p) => p.pid));
  for (let size = -1; size !== family.size;) {
    size = family.size;
    for (const p of all) if (family.has(p.parent)) family.add(p.pid);
  }
  return [...family];
}
