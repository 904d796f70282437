// A word to work under way, with a real hall and `claude`: it is in the next request, a result does not swallow it, and a
// kill neither loses nor repeats it.
import { afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { type CommissionId, packageName } from "../../src/contract/home/ids.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { progressAnswer, submitAnswer, toolAnswer } from "../harness/model-answers.ts";
import { answerText, canary, closeAll, openUpstream, streamed } from "../model/gateway/support.ts";
import { longTest } from "../harness/long.ts";

let home: TestHome;
afterEach(async () => {
  await home.dispose();
  await closeAll();
});

const worker = packageName.parse("researcher");
const credential = { kind: "api_key", secret: canary } as const;
const asking = toolAnswer({ tool: "mcp__commission__log_question", input: { question: "Which endpoint?" } });

function eventsOf<T extends LedgerEvent["type"]>(
  id: CommissionId,
  type: T,
): Extract<LedgerEvent, { type: T }>[] {
  const lines = readFileSync(home.layout(id).events, "utf8").trim().split("\n");
  const events = lines.map((line) => JSON.parse(line) as LedgerEvent);
  return events.filter((event): event is Extract<LedgerEvent, { type: T }> => event.type === type);
}

/** How often a text is in the conversation of a request. */
function times(body: string | undefined, text: string): number {
  return JSON.stringify((JSON.parse(body ?? "{}") as { messages?: unknown }).messages).split(text).length - 1;
}

test("notes and an answer reach a running worker in its next request, and a result lets it hear what came with it", async () => {
  home = new TestHome();
  const given = (count: number) =>
    until("it is handed over", () => eventsOf(id, "words.given").length === count);
  const upstream = openUpstream(async (n) => {
    if (n === 1) return streamed(asking);
    if (n === 2) {
      await until("the question is on record", async () => (await client.detail(id)).openQuestions === 1);
      expect(await client.tell(id, { text: "Use the v2 endpoint." }, "key-1")).toMatchObject({ number: 1 });
      // A request that is sent again says nothing twice.
      expect(await client.tell(id, { text: "Use the v2 endpoint." }, "key-1")).toMatchObject({ number: 1 });
      await client.answer(id, { question: 1, answer: "The public one." });
      await given(2);
      return streamed(progressAnswer);
    }
    if (n === 3) return streamed(submitAnswer);
    if (n === 4) {
      await client.tell(id, { text: "And drop v1." });
      await given(3);
    }
    return streamed(answerText("Done."));
  });
  const { client } = await home.open({ handoff: { ...emptyHandoff, credential, baseUrl: upstream.url } });
  const { id } = await client.create({ worker, task: "Find it." });
  expect(await untilEnded(client, id)).toMatchObject({
    status: "completed",
    turns: 5,
    notes: [
      { number: 1, text: "Use the v2 endpoint.", by: "person", heard: { turn: 3 } },
      { number: 2, text: "And drop v1.", heard: { turn: 5 } },
    ],
    questions: [{ answer: "The public one.", heard: { turn: 3 } }],
  });
  const bodies = upstream.seen.map(({ body }) => body);
  expect(bodies).toHaveLength(5);
  expect(bodies.map((body) => times(body, "Use the v2 endpoint."))).toEqual([0, 0, 1, 1, 1]);
  expect(times(bodies[2], "The person answers your question 1.")).toBe(1);
  expect(bodies.map((body) => times(body, "And drop v1."))).toEqual([0, 0, 0, 0, 1]);
  expect(eventsOf(id, "note.heard")).toHaveLength(2);
  expect(eventsOf(id, "result.submitted")).toHaveLength(1);
  await expect(client.tell(id, { text: "Too late." })).rejects.toMatchObject({ code: "wrong_state" });
}, 60_000);

longTest(
  "a note whose session was killed before it was heard is heard once, by the session that is resumed",
  async () => {
    home = new TestHome();
    const upstream = openUpstream(async (n) => {
      if (n === 1) {
        await client.tell(id, { text: "Use the v2 endpoint." });
        await until("it is handed over", () => eventsOf(id, "words.given").length === 1);
        return streamed(progressAnswer);
      }
      if (n === 2) return new Promise<never>(() => {});
      return streamed(n === 3 ? submitAnswer : answerText("Done."));
    });
    const { client } = await home.open({ handoff: { ...emptyHandoff, credential, baseUrl: upstream.url } });
    const { id } = await client.create({ worker, task: "Find it." });
    await until("the next request", () => upstream.seen.length === 2);
    expect(times(upstream.seen[1]?.body, "Use the v2 endpoint.")).toBe(1);
    expect((await client.detail(id)).notes).toMatchObject([{ heard: null }]);
    const [bench] = eventsOf(id, "bench.started");
    process.kill(bench?.pid ?? 0, "SIGKILL");
    expect(await untilEnded(client, id)).toMatchObject({
      status: "completed",
      resumes: 1,
      notes: [{ text: "Use the v2 endpoint.", heard: { turn: 2 } }],
    });
    expect(times(upstream.seen[2]?.body, "Use the v2 endpoint.")).toBe(1);
    expect(eventsOf(id, "note.heard")).toHaveLength(1);
  },
  60_000,
);

test("a note at the last turn's end takes nothing from finished work: the result stands, and the note is unheard", async () => {
  home = new TestHome();
  const upstream = openUpstream(async () => {
    await client.tell(id, { text: "And drop v1." });
    await until("it is handed over", () => eventsOf(id, "words.given").length === 1);
    return streamed(answerText("Done."));
  });
  const { client } = await home.open({ handoff: { ...emptyHandoff, credential, baseUrl: upstream.url } });
  const { id } = await client.create({ worker, task: "Find it.", config: { maxTurns: 1 } });
  expect(await untilEnded(client, id)).toMatchObject({
    status: "completed",
    endedBy: "normal",
    turns: 1,
    notes: [{ text: "And drop v1.", heard: null }],
  });
  expect(upstream.seen).toHaveLength(1);
}, 60_000);
