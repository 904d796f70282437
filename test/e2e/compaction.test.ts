// A scope of memory that has grown too large is condensed by a commission of its own, with everything real but the
// model's endpoint: beside the slots, without losing a fact, and never for nothing.
import { afterEach, beforeEach, expect } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Client } from "../../src/client/client.ts";
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";
import { emptyHandoff, type Handoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { packageName } from "../../src/contract/home/ids.ts";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import { systemClock } from "../../src/host/clock.ts";
import { answerText, canary, closeAll, openUpstream, streamed } from "../model/gateway/support.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { toolAnswer, toolsIn } from "../harness/model-answers.ts";
import { quick } from "../harness/rehearsals.ts";
import { byWorker, someMemory } from "../store/memory/support.ts";
import { longTest } from "../harness/long.ts";

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
afterEach(async () => {
  await home.dispose();
  await closeAll();
});

const scope = memoryScope.parse("project:website");
const keyOf = (name: string) => memoryKey.parse(name);
/** 100 tokens each: ten of them are the threshold, and two stay as the newest. */
const words = (fact: string) => `${fact} `.padEnd(400, "and so on ");

let minute = 0;

/** Written by workers, a minute apart. */
async function remember(facts: readonly string[], marks = {}, where = scope): Promise<void> {
  const clock = { ...systemClock, now: () => Date.UTC(2026, 0, 1) + (minute += 1) * 60_000 };
  const { store } = someMemory(home.root, { clock });
  for (const fact of facts) {
    const done = await store.write({
      scope: where,
      key: keyOf(fact),
      content: words(fact),
      ...byWorker,
      ...marks,
    });
    if (!done.ok) throw new Error(done.problem.message);
  }
}

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}-${at}`);

/** What the model hands in next. */
type Play = { output: string } | (() => Promise<{ output: string }>);

function openModel(plays: Play[]) {
  const upstream = openUpstream(async (n) => {
    const body = upstream.seen[n - 1]?.body ?? "";
    if (body.includes("tool_result")) return streamed(answerText("Done."));
    const play = plays.shift();
    if (play === undefined) throw new Error("nobody expected this request");
    const input = { summary: "Condensed.", ...(typeof play === "function" ? await play() : play) };
    return streamed(toolAnswer({ tool: "mcp__commission__submit_result", input }));
  });
  const handoff: Handoff = {
    ...emptyHandoff,
    credential: { kind: "api_key", secret: canary },
    baseUrl: upstream.url,
  };
  return { upstream, handoff };
}

const chores = async (client: Client) =>
  (await client.list({ worker: "archivist" })).commissions.filter(({ chore }) => chore?.scope === scope);

async function choreEnded(client: Client, number: number): Promise<CommissionDetail> {
  await until(`chore ${number} is there`, async () => (await chores(client)).length >= number);
  const id = (await chores(client)).at(-number)?.id;
  if (id === undefined) throw new Error(`there is no chore ${number}`);
  return untilEnded(client, id);
}

const compacted = async (client: Client) =>
  (await client.memory.entry({ scope, key: keyOf("compacted") })).content;

function trashed(): string {
  const { trash } = homeLayout(home.root);
  return readdirSync(trash)
    .filter((name) => name.startsWith("memory."))
    .map((name) => readFileSync(`${trash}/${name}`, "utf8"))
    .join("\n");
}

const config = `slots: 1
memory: { capTokens: 400, compactAtTokens: 100000 }
projects: { website: { memory: { capTokens: 400, compactAtTokens: 1000 } } }
`;

longTest(
  "older entries are condensed beside the slots; nothing is lost, and nothing is paid for idly",
  async () => {
    writeFileSync(homeLayout(home.root).version, "2\n");
    await remember(named("early", 11));
    await remember(["from-a-page"], { untrusted: true });
    writeFileSync(homeLayout(home.root).config, config);
    const held = Promise.withResolvers<{ output: string }>();
    const { upstream, handoff } = openModel([
      () => held.promise,
      { output: "Second summary: late facts." },
      { output: "" },
    ]);
    const { client, kill } = await home.open({ handoff });

    await until("the archivist is asked", () => upstream.seen.length > 0);
    const [running] = await chores(client);
    expect(running).toMatchObject({
      worker: "archivist",
      createdBy: "hall",
      labels: ["chore"],
      title: "Condense the memory of project:website",
    });
    const asked = upstream.seen[0]?.body ?? "";
    expect(toolsIn(asked)).toEqual(["mcp__commission__submit_result"]);
    expect(asked).toContain("You are the archivist");
    expect(asked).not.toContain("report_progress");
    expect(asked).toContain("> early-0 and so on");
    expect(asked).not.toContain("early-10"); // one of the newest, which stay

    // The only slot is free all the while, and a key that is written meanwhile stays.
    const person = await client.create({
      worker: packageName.parse("researcher"),
      task: "T",
      rehearsal: quick,
    });
    expect(await untilEnded(client, person.id)).toMatchObject({ status: "completed" });
    expect((await client.status()).slots).toEqual({ total: 1, used: 0 });
    await client.memory.write({ scope, key: keyOf("early-3") }, { content: "Said anew." });
    held.resolve({ output: "First summary: early facts." });

    const first = await choreEnded(client, 1);
    expect(first).toMatchObject({ status: "completed", choreOutcome: { stayed: ["early-3"] }, problems: [] });
    expect(first.choreOutcome?.condensed).toEqual(
      named("early", 10)
        .filter((key) => key !== "early-3")
        .map(keyOf),
    );
    expect(first.cost).toMatchObject({ rehearsed: false });
    const left = (await client.memory.list(scope)).entries.map(({ key }) => key as string);
    expect(new Set(left)).toEqual(new Set(["compacted", "early-3", "early-10", "from-a-page"]));
    expect((await client.memory.entry({ scope, key: keyOf("early-3") })).content).toBe("Said anew.");
    for (const fact of first.choreOutcome?.condensed ?? []) expect(trashed()).toContain(words(fact));
    expect(await compacted(client)).toContain("First summary: early facts.");

    // A second one keeps what the first one said, word for word.
    for (const fact of named("late", 8))
      await client.memory.write({ scope, key: keyOf(fact) }, { content: words(fact) });
    expect(await choreEnded(client, 2)).toMatchObject({ status: "completed" });
    const both = await compacted(client);
    expect(both).toContain("First summary: early facts.");
    expect(both).toContain("Second summary: late facts.");
    expect((await client.memory.entry({ scope, key: keyOf("compacted") })).entry.untrusted).toBe(true);

    // An empty summary changes nothing, and is not tried again until somebody writes.
    for (const fact of named("more", 8))
      await client.memory.write({ scope, key: keyOf(fact) }, { content: words(fact) });
    expect(await choreEnded(client, 3)).toMatchObject({
      status: "completed",
      choreOutcome: { condensed: [], note: expect.stringContaining("empty") },
    });
    expect(await compacted(client)).toBe(both);
    const before = (await client.memory.list(scope)).entries;
    await kill("SIGKILL");

    // The control: another scope that is over is taken up at the same look. Nothing can start, so nothing is asked.
    const probe = memoryScope.parse("worker:probe");
    await remember(named("probe", 11), {}, probe);
    writeFileSync(
      homeLayout(home.root).config,
      `${config}admission: { minFreeDiskMb: 100000000 }\n`.replace("100000 }", "1000 }"),
    );
    const second = await home.open({ handoff });
    await until("the other scope is taken up", async () =>
      (await second.client.list({ worker: "archivist" })).commissions.some(
        ({ chore }) => chore?.scope === probe,
      ),
    );
    expect(await chores(second.client)).toHaveLength(3);
    expect((await second.client.memory.list(scope)).entries).toEqual(before);
    const [waiting] = (await second.client.list({ status: "pending" })).commissions;
    expect(waiting?.waitingFor).toContain("Disk space is short");
  },
  60_000,
);
