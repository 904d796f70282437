// Work that is gone on with, from a person's end and against a real hall: what waits for it, questions and answers, another
// attempt, and a hall that was killed in between.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { commissionList } from "../../../src/contract/api/api.ts";
import { commissionDetail } from "../../../src/contract/commission/detail.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { parseAnswers } from "../../../src/rules/show/questions-file.ts";
import { type TestHall, TestHome, until, untilEnded } from "../../harness/hall.ts";
import { quick, script, submit } from "../../harness/rehearsals.ts";
import { runHere, startHere, type HereChoice } from "../support.ts";

const home = new TestHome();
const choice = { home: home.root, directory: home.root, env: { GUILD_HALL_PORT: "0" } };
const cli = (args: readonly string[], more: HereChoice = {}) => runHere(args, { ...choice, ...more });
let hall: TestHall;
let first: CommissionId;
let second: CommissionId;

const asks = script([
  { use: [{ tool: "mcp__commission__log_question", input: { question: "Which\nAPI?" } }] },
  { error: { status: 401, message: "not today" } },
]);
/** Played only if the worker is told what came of the first attempt, and what the person said. */
const told = script([
  {
    ...submit(),
    expect: {
      lastUserIncludes: [
        "this is attempt 2",
        "> not today",
        "> Which",
        "| Only the public one.",
        "| Mind the tests.",
      ],
    },
  },
  { say: "Done." },
]);

beforeAll(async () => {
  hall = await home.open();
  for (const [name, text] of Object.entries({ asks, told, quick }))
    writeFileSync(`${home.root}/${name}.json`, text);
  const asked = ["commission", "researcher", "Ask", "--title", "The first", "--rehearsal", "asks.json"];
  const run = await cli([...asked, "--wait", "--json"]);
  expect(run.code).toBe(4);
  first = commissionDetail.parse(JSON.parse(run.out)).id;
});

afterAll(() => home.dispose());

const shown = async (id: string) =>
  commissionDetail.parse(JSON.parse((await cli(["show", id, "--json"])).out));

test("--after takes the first characters of an id, and the new one waits and says why", async () => {
  const run = await cli([
    "commission",
    "researcher",
    "Go on",
    "--after",
    first.slice(0, 20).toUpperCase(),
    "--rehearsal",
    "quick.json",
    "--json",
  ]);
  const detail = commissionDetail.parse(JSON.parse(run.out));
  second = detail.id;
  const why = `waits for ${first.slice(0, 13)} (The first), which failed: `;
  expect(detail).toMatchObject({ status: "blocked", after: [first], startedAt: null });
  expect(detail.waitingFor).toStartWith(why);
  expect(detail.blockedBy).toEqual([detail.waitingFor ?? ""]);
  const list = (await cli(["list"])).out;
  expect(list).toContain(`1 is blocked: ${why}`);
  const status = (await cli(["status"])).out;
  expect(status).toContain("1 blocked");
  expect(status).toContain(`1 is blocked: ${why}`);
  expect((await cli(["show", second])).out).toContain(why);
});

test("whoever follows a blocked one is told why nothing happens", async () => {
  const handedOver = [
    "commission",
    "researcher",
    "Wait",
    "--after",
    first,
    "--rehearsal",
    "quick.json",
    "--wait",
  ];
  for (const args of [["watch", second], handedOver]) {
    const running = startHere(args, choice);
    await running.saying(`blocked     waits for ${first.slice(0, 13)} (The first), which failed`);
    running.press();
    const { code, out } = await running.ended;
    expect(code).toBe(130);
    if (args === handedOver) expect((await cli(["cancel", out.split("\n", 1)[0] ?? ""])).code).toBe(0);
  }
});

test("--model names the model it is to ask, and a cancel says why", async () => {
  const order = ["commission", "researcher", "Wait", "--after", first, "--rehearsal", "quick.json"];
  const { out } = await cli([...order, "--model", "claude-haiku-4-5"]);
  const id = out.trim();
  expect(await shown(id)).toMatchObject({ config: { model: "claude-haiku-4-5" }, status: "blocked" });
  const told = await cli(["tell", id, "-"], { stdin: "Use v2.\n" });
  expect(told.out).toBe(`Note 1 to ${id} is on record. Its worker hears it in its next request.\n`);
  expect((await cli(["show", id])).out).toContain("Notes\n  1. Use v2.\n     not heard yet\n");
  expect((await cli(["tell", id, " "])).code).toBe(2);
  expect((await cli(["cancel", id, "--reason", "Not needed any more"])).code).toBe(0);
  const late = await cli(["tell", id, "Too late.", "--json"]);
  expect(JSON.parse(late.err)).toMatchObject({ error: { code: "wrong_state" } });
  expect((await cli(["watch", id])).out).toContain("requested by person: Not needed any more");
  expect((await cli(["delete", id])).code).toBe(0);
});

test.each([
  ["an id that nobody has", "0197f3a2-7c1b-7abc-8def-0123456789ab", 1, "bad_dependency"],
  ["the beginning of no id", "0197f3a2", 1, "not_found"],
  ["a document, where there is no repository", ".lore/specs/x.md", 1, "bad_dependency"],
  ["a path that leads out", "../victim", 2, "usage"],
  ["an absolute path", "/etc/passwd", 2, "usage"],
])("--after with %s is refused, and nothing is written", async (_what, after, code, problem) => {
  const before = home.ids().length;
  const args = ["commission", "researcher", "x", "--after", after, "--rehearsal", "quick.json", "--json"];
  const run = await cli(args);
  expect(run.code).toBe(code);
  expect(JSON.parse(run.err)).toMatchObject({ error: { code: problem } });
  expect(home.ids().length).toBe(before);
});

test("a question is answered after the end, by its number; the last answer counts", async () => {
  const early = await cli(["answer", first.slice(0, 20), "1", "The old one."]);
  expect(early.out).toContain(`Question 1 of ${first} is answered.`);
  expect(early.out).toContain(`guild-hall redispatch ${first}`);
  const run = await cli(["answer", first, "1", "-", "--json"], { stdin: "Only the public one.\n" });
  expect(commissionDetail.parse(JSON.parse(run.out))).toMatchObject({
    status: "failed",
    openQuestions: 0,
    questions: [{ question: "Which\nAPI?", answer: "Only the public one." }],
  });
  expect(parseAnswers(readFileSync(home.layout(first).questions, "utf8"))).toEqual([
    ["The old one.", "Only the public one."],
  ]);
});

test.each([
  [["0", "x"], 2, "usage"],
  [["one", "x"], 2, "usage"],
  [["-1", "x"], 2, "usage"],
  [["1", "  "], 2, "usage"],
  [["2", "x"], 1, "not_found"],
  [["99999999", "x"], 2, "usage"],
])("answer with %j is refused", async (words, code, problem) => {
  const run = await cli(["answer", first, "--json", "--", ...words]);
  expect(run.code).toBe(code);
  expect(JSON.parse(run.err)).toMatchObject({ error: { code: problem } });
});

test("a hall that was killed finds what waits and what was answered", async () => {
  await hall.kill("SIGKILL");
  hall = await home.open();
  expect(await shown(second)).toMatchObject({ status: "blocked" });
  expect(await shown(first)).toMatchObject({ status: "failed", openQuestions: 0 });
});

test("only what has ended is redispatched; its worker is told what is known, and who waited goes on", async () => {
  expect((await cli(["redispatch", second])).err).toContain("has not ended");
  const args = [
    "redispatch",
    first,
    "--rehearsal",
    "told.json",
    "--note",
    "Mind the tests.",
    "--max-turns",
    "33",
  ];
  const run = await cli([...args, "--wait", "--json"]);
  const again = commissionDetail.parse(JSON.parse(run.out));
  expect({ code: run.code, error: again.error }).toEqual({ code: 0, error: null });
  expect(again).toMatchObject({
    continues: first,
    attempt: 2,
    title: "The first",
    createdBy: "person",
    status: "completed",
    limits: { maxTurns: 33 },
  });
  expect(await shown(first)).toMatchObject({ continuedBy: again.id, status: "failed" });
  expect((await cli(["show", first])).out).toContain(`by ${again.id}`);
  expect(await untilEnded(hall.client, second)).toMatchObject({ status: "completed", blockedBy: [] });
  const refused = await cli(["redispatch", first, "--json"]);
  expect(JSON.parse(refused.err)).toMatchObject({
    error: { code: "wrong_state", message: expect.stringContaining(again.id) },
  });
});

test("over HTTP a retried redispatch answers as the first time; what is none is refused by its shape", async () => {
  const { client } = hall;
  const [again] = (await client.list({ filter: "The first", limit: 1 })).commissions;
  const order = { rehearsal: quick, fresh: true };
  const one = await client.redispatch(again?.id ?? first, order, "a-key");
  expect(one).toMatchObject({ attempt: 3, continues: again?.id });
  expect(await client.redispatch(first, {}, "a-key")).toMatchObject({ id: one.id });
  await client.cancel(one.id);
  await until("it has ended", async () => (await client.detail(one.id)).endedAt !== null);
  const { url, tokenFile } = hall.record;
  const send = (path: string, body: unknown) =>
    fetch(`${url}/api/v1/commissions/${first}/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${readFileSync(tokenFile, "utf8").trim()}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    }).then(async (response) => ({ status: response.status, body: await response.json() }));
  for (const body of [
    {},
    { question: 1 },
    { question: "1", answer: "x" },
    { question: 1, answer: "" },
    { question: 1.5, answer: "x" },
    { question: 1, answer: "x".repeat(20_001) },
    { question: 1, answer: "x", by: "somebody" },
  ])
    expect(await send("answers", body)).toMatchObject({
      status: 422,
      body: { error: { code: "bad_shape" } },
    });
  for (const body of [{ startAt: "a".repeat(40) }, { background: "obey" }, { fresh: "yes" }, { after: [] }])
    expect(await send("redispatch", body)).toMatchObject({ status: 422 });
  expect(await send("answers", { question: 7, answer: "x" })).toMatchObject({ status: 404 });
  expect(commissionList.parse(JSON.parse((await cli(["list", "--json"])).out)).commissions).toHaveLength(5);
});
