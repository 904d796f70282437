import { expect, test } from "bun:test";
import { commissionId } from "../../../src/contract/home/ids.ts";
import { workerName } from "../../../src/contract/member/member.ts";
import type { ToldRecord } from "../../../src/contract/commission/told.ts";
import { reachWords } from "../../../src/rules/network/reach-words.ts";
import { describeTold } from "../../../src/rules/prompt/told.ts";
import { partTitle, toldFacts } from "../../../src/rules/show/told-words.ts";

const id = commissionId.parse("01a1f53c-29ea-7232-b982-8b8203de8c1a");
const request = {
  id,
  worker: workerName.parse("implementer"),
  project: null,
  task: 'Mend the "lamp".\nNow.',
  title: 'Mend the "lamp".',
};

const body = {
  model: "claude-opus-5-5",
  system: [{ type: "text", text: "You mend." }],
  tools: [{ name: "Read", description: "Reads.", input_schema: { type: "object" } }],
  messages: [
    {
      role: "user",
      content: [{ type: "text", text: `# Commission\n\n${request.task} On claude/commission/${id}.` }],
    },
    { role: "system", content: "Today's date is 2026-11-19." },
  ],
  metadata: { user_id: '{"session_id":"7"}' },
  max_tokens: 10,
};

const recordOf = (text: string): ToldRecord => ({
  version: 1,
  at: "2026-11-19T00:00:00.000Z",
  sandbox: "bubblewrap",
  limits: {
    maxTurns: 1,
    maxBudgetUsd: 2,
    maxSeconds: null,
    memoryMb: null,
    processes: 5,
    diskMb: null,
    files: null,
  },
  memory: { type: "memory.given", entries: [], leftOut: 2, untrusted: false, characters: 40 },
  instructions: null,
  network: ["Nothing beside its model."],
  body: text,
});

test("what a worker is told is shown in parts, with sizes, and nothing of it is lost", () => {
  const told = describeTold(recordOf(JSON.stringify(body)), request);
  expect(told?.parts.map(({ kind, name, text }) => [kind, name, text])).toEqual([
    ["system", "system", "You mend."],
    ["tool", "Read", 'Reads.\n\n{"input_schema":{"type":"object"}}'],
    ["message", "user", `# Commission\n\n${request.task} On claude/commission/${id}.`],
    ["message", "system", "Today's date is 2026-11-19."],
    ["settings", "settings", '{"model":"claude-opus-5-5","max_tokens":10}'],
  ]);
  const total = Math.ceil(JSON.stringify(body).length / 4);
  expect(told?.tokens).toMatchObject({ total, system: 3, memory: 10, instructions: 0 });
  expect(told?.parts.map(partTitle)).toContain("Tool Read");
  const facts = Object.fromEntries(told ? toldFacts(told) : []);
  expect(facts["Limits"]).toBe("1 turn, $2, 5 processes");
  expect(facts["Size"]).toStartWith(`about ${total} tokens: system prompt 3, with 10 of memory; tools `);
  expect(facts["Memory"]).toBe("no entry fits; 2 more do not fit");
});

test("the texts that differ in each commission are named, and without them two bodies are equal", () => {
  const told = describeTold(recordOf(JSON.stringify(body)), request);
  expect(told?.varying.map(({ why }) => why)).toEqual([
    "the task",
    "its title, by default the first line of the task",
    "the branch of the commission",
    "the id of the commission",
    "the day",
    "ids that claude makes for each session",
  ]);
  for (const { text } of told?.varying ?? []) expect(told?.body).toContain(text);
});

test.each([
  ["no JSON"],
  ["null"],
  ["[]"],
  ['{"model":1}'],
  ['{"model":"m"}'],
  ['{"model":"m","messages":[{}]}'],
])("a body that is no request is not described: %s", (text) =>
  expect(describeTold(recordOf(text), request)).toBeNull(),
);

test.each<[string[], object, string[]]>([
  [["Read"], {}, ["Nothing beside its model."]],
  [["Bash"], {}, ["Bash: no network."]],
  [["WebFetch"], {}, ["WebFetch: every public page."]],
  [
    ["WebFetch"],
    { allow: ["a.example"], deny: ["b.example"] },
    ["WebFetch: pages of a.example, never of b.example."],
  ],
])("what %p can reach with %p is said", (builtIn, fetch, words) => {
  expect(reachWords({ builtIn, fetch: { allow: [], deny: [], ...fetch }, shell: [] })).toEqual(words);
});

test("the hosts that commands may reach are named", () => {
  const fetch = { allow: [], deny: [] };
  expect(reachWords({ builtIn: ["Bash"], fetch, shell: ["a.example", "b.example"] })).toEqual([
    "Bash: a.example, b.example.",
  ]);
});
