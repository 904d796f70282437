// Commissions from a person's end: every command that hands one over or shows one, run in this process against a
// real hall. One completed with hostile text everywhere, one failed, one whose price nobody knows.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import type { z } from "zod";
import { commissionList, commissionResult, deleted, errorBody } from "../../../src/contract/api/api.ts";
import { commissionDetail, type CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { hallStatus } from "../../../src/contract/api/hall-status.ts";
import { workerList } from "../../../src/contract/package/roster.ts";
import { ledgerEvent } from "../../../src/contract/commission/events.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { packageName } from "../../../src/contract/home/ids.ts";
import { TestHome, untilEnded } from "../../harness/hall.ts";
import { quick, script, submit } from "../../harness/rehearsals.ts";
import { countSession } from "../../harness/sessions.ts";
import { hostile, runHere, steers, withoutOwnSequences, type HereChoice, type Ran } from "../support.ts";

const home = new TestHome();
const title = `Hostile ${hostile} title`;
const task = "The task\nin two lines";
const window = { columns: 80, rows: 24 };
const hall = (args: readonly string[], choice: HereChoice = {}) =>
  runHere(args, { home: home.root, directory: home.root, ...choice });

let handedOver: Ran;
let id = "";
let failedRun: Ran;
let failed: CommissionDetail;
let unpriced: CommissionDetail;

const hostileTurns = script([
  {
    say: hostile,
    use: [
      { tool: "mcp__commission__report_progress", input: { summary: hostile } },
      { tool: "Read", input: { file_path: `/nowhere/${hostile}` } },
      {
        tool: "mcp__base__record_decision",
        input: { question: hostile, decision: hostile, reasoning: hostile },
      },
      { tool: "mcp__commission__log_question", input: { question: hostile } },
      // The researcher may write no file, and its sandbox shows it the work directory read-only.
      { tool: "mcp__base__write_artifact", input: { path: "notes/found.md", content: `# ${hostile}` } },
    ],
  },
  { use: [{ tool: "mcp__base__read_artifact", input: { path: ".lore/notes/found.md" } }] },
  {
    expect: { lastUserIncludes: ["worker: researcher"] },
    use: [{ tool: "Read", input: { file_path: ".lore/notes/found.md" } }],
  },
  {
    ...submit({ summary: hostile, output: hostile, artifacts: [{ path: "report.md", content: hostile }] }),
    expect: { lastUserIncludes: ["worker: researcher"] },
  },
  { say: hostile },
]);

/** Those that the script calls, but for the last. */
const tools = [
  "Read",
  ...["report_progress", "log_question"].map((tool) => `mcp__commission__${tool}`),
  ...["record_decision", "write_artifact", "read_artifact"].map((tool) => `mcp__base__${tool}`),
];

beforeAll(async () => {
  writeFileSync(homeLayout(home.root).config, "limits: { maxTurns: 500 }\nprojects: { acme: }\n");
  const { client } = await home.open();
  writeFileSync(`${home.root}/hostile.json`, hostileTurns);
  writeFileSync(`${home.root}/refused.json`, script([{ error: { status: 401, message: hostile } }]));
  const whole = [
    "commission",
    "researcher",
    "-",
    "--title",
    title,
    "--label",
    "one",
    "--label",
    "two",
    "--project",
    "acme",
  ];
  const narrowed = ["--model", "claude-haiku-4-5", ...tools.flatMap((tool) => ["--tool", tool])];
  const worker = packageName.parse("researcher");
  [handedOver, failedRun, unpriced] = await Promise.all([
    hall([...whole, "--max-usd", "2.50", ...narrowed, "--wait", "--rehearsal", "hostile.json"], {
      window,
      stdin: task,
    }),
    hall(["commission", "researcher", "Fail", "--wait", "--json", "--rehearsal", "refused.json"]),
    client
      .create({ worker, task: "Guess the price", rehearsal: quick, config: { model: "model-of-tomorrow" } })
      .then((created) => untilEnded(client, created.id)),
  ]);
  id = handedOver.out.split("\n", 1)[0] ?? "";
  failed = JSON.parse(failedRun.out) as CommissionDetail;
}, 30_000);

afterAll(() => home.dispose());

/** Parsed, and exactly what the contract has: an unknown key would be dropped by the parser and seen here. */
function exactly<T extends z.ZodType>(schema: T, text: string): z.output<T> {
  const value: unknown = JSON.parse(text);
  const parsed = schema.parse(value);
  expect(parsed).toEqual(value as z.output<T>);
  return parsed;
}

test("--wait prints the id, follows to the end, shows what came back, and exits 0", () => {
  expect({ code: handedOver.code, err: handedOver.err }).toEqual({ code: 0, err: "" });
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const shown = withoutOwnSequences(handedOver.out);
  for (const word of ["accepted", "progress", "tool error", "decision", "question", "artifact", "result"])
    expect(shown).toContain(`  ${word} `);
  expect(shown).toMatch(/\ncompleted {2}.*5 turns.*rehearsed\n/);
  expect(shown).toContain(`${home.root}/commissions/${id}/artifacts/report.md`);
  expect(handedOver.out).toContain("\x1b[?25h"); // the cursor is given back
});

test("--wait on one that fails exits 4, and with --json prints one document at the end", () => {
  expect({ code: failedRun.code, err: failedRun.err }).toEqual({ code: 4, err: "" });
  expect(exactly(commissionDetail, failedRun.out)).toMatchObject({
    status: "failed",
    error: { code: "api" },
    rehearsed: true,
  });
});

test("what was handed over is kept: the task from standard input, title, labels and limits", async () => {
  const { out } = await hall(["show", id, "--json"]);
  expect(exactly(commissionDetail, out)).toMatchObject({
    task,
    title,
    labels: ["one", "two"],
    // What hands in the result is never left out.
    config: {
      maxBudgetUsd: 2.5,
      model: "claude-haiku-4-5",
      tools: [...tools, "mcp__commission__submit_result"],
    },
    createdBy: "person",
  });
});

test("show of a completed one tells what came back, where its files are, and each limit with what it limits", async () => {
  const { out } = await hall(["show", id]);
  expect(out).toMatch(/\n {2}turns +5\n/);
  expect(out).toMatch(/\n {2}cost +\$\S+ rehearsed \(at most \$2\.50\)\n/);
  expect(out).toContain("\nResult\n  \\x1b]52;c;aGk=\\x07");
  expect(out).toContain(`\nArtifacts\n  ${home.root}/commissions/${id}/artifacts/report.md\n`);
  expect(out).not.toContain("Latest progress");
});

test("every --json form is one document of the contract", async () => {
  const all = exactly(commissionList, (await hall(["list", "--json"])).out);
  expect(new Set<string>(all.commissions.map((each) => each.id))).toEqual(
    new Set([id, failed.id, unpriced.id]),
  );
  expect(exactly(commissionResult, (await hall(["result", id, "--json"])).out).output).toBe(hostile);
  expect(exactly(commissionDetail, (await hall(["cancel", id, "--json"])).out).status).toBe("completed");
  expect(
    exactly(workerList, (await hall(["workers", "--json"])).out).workers.map(({ name }) => name),
  ).toEqual(["archivist", "implementer", "researcher", "reviewer", "writer", "member:researcher"]);
  const { url, ...status } = JSON.parse((await hall(["status", "--json"])).out) as { url: string };
  expect(url).toStartWith("http://127.0.0.1:");
  expect(exactly(hallStatus, JSON.stringify(status)).commissions).toMatchObject({ completed: 2, failed: 1 });
  const lines = (await hall(["watch", id, "--json"])).out.trimEnd().split("\n");
  const events = lines.map((line) => exactly(ledgerEvent, line));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  expect(events.at(-1)?.type).toBe("commission.completed");
});

test("a rehearsed commission is labelled wherever it is shown", async () => {
  for (const choice of [{}, { window }])
    for (const args of [["list"], ["show", id], ["watch", id], ["watch", failed.id]])
      expect(`${args[0]}: ${(await hall(args, choice)).out}`).toContain("rehearsed");
  const result = await hall(["result", id]);
  expect(result.out).not.toContain("rehearsed"); // the text alone, so that it can be kept
  expect(result.err).toBe("rehearsed: the model was played from a script\n");
  expect(JSON.parse((await hall(["show", id, "--json"])).out)).toMatchObject({
    rehearsed: true,
    cost: { rehearsed: true },
  });
});

test("a price nobody knows is shown as unknown, never as nothing", async () => {
  expect(unpriced).toMatchObject({ status: "completed", cost: { usd: null } });
  const listed = (await hall(["list", "--filter", "guess*"])).out.trimEnd().split("\n");
  expect(listed).toHaveLength(2);
  expect(listed[1]).toContain("cost unknown rehearsed");
  const shown = (await hall(["show", unpriced.id])).out;
  expect(shown).toMatch(/\n {2}cost +cost unknown rehearsed\n/);
  expect(shown).toContain("model-of-tomorrow");
  expect((await hall(["watch", unpriced.id])).out).toMatch(/\ncompleted .* cost unknown rehearsed\n/);
});

test("hostile text from a worker, a title or a model's server reaches no output raw", async () => {
  const about = [id, failed.id].flatMap((each) =>
    ["show", "watch", "result", "cancel"].map((name) => [name, each]),
  );
  const lines = [["list"], ["status"], ["logs"], ["delete", failed.id]];
  const runs = [handedOver, failedRun];
  for (const args of [...about, ...lines])
    for (const choice of [{}, { window }, { window: { columns: 30, rows: 8 } }])
      runs.push(
        await hall(args, choice),
        await hall(args[0] === "logs" ? args : [...args, "--json"], choice),
      );
  for (const { out, err } of runs) {
    expect(withoutOwnSequences(out)).not.toMatch(steers);
    expect(withoutOwnSequences(err)).not.toMatch(steers);
  }
  expect((await hall(["list"])).out).toContain("Hostile \\x1b]52;c;aGk=\\x07");
  expect((await hall(["show", id])).out).toContain("\\u202egnp.exe");
  expect(hostile).toMatch(steers); // the control: it was there to be filtered
});

test("colour is for people: none in a pipe or with NO_COLOR, also where it is forced for a pipe", async () => {
  const painted = /\x1b\[[0-9;]+m/;
  for (const args of [["list"], ["show", id], ["status"], ["workers"], ["help"], ["watch", id]]) {
    expect((await hall(args, { window })).out).toMatch(painted);
    expect((await hall(args, { env: { FORCE_COLOR: "1" } })).out).toMatch(painted);
    expect((await hall(args)).out).not.toMatch(painted);
    for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }] as Record<string, string>[])
      expect((await hall(args, { window, env })).out).not.toMatch(painted);
  }
  const refused = ["show", "ffff"];
  expect((await hall(refused, { window })).err).not.toMatch(painted); // its errors go to a file
  expect((await hall(refused, { stderrIsTty: true })).err).toMatch(painted);
  expect((await hall(refused, { stderrIsTty: true, env: { NO_COLOR: "1" } })).err).not.toMatch(painted);
});

test("the first characters of an id are enough where they are one's own", async () => {
  const others = [failed.id, unpriced.id] as string[];
  const own = Array.from({ length: 36 }, (_, at) => id.slice(0, at + 1)).find(
    (start) => start.length > 3 && !others.some((other) => other.startsWith(start)),
  );
  const shown = await hall(["show", own ?? "", "--json"]);
  expect(JSON.parse(shown.out)).toMatchObject({ id });
  expect((await hall(["show", (own ?? "").toUpperCase(), "--json"])).out).toBe(shown.out);
  const several = await hall(["show", id.slice(0, 4)]);
  expect({ code: several.code, out: several.out }).toEqual({ code: 1, out: "" });
  for (const each of [id, ...others]) expect(several.err).toContain(each);
  expect(several.err).toContain("Give more characters of the id.");
});

const refusals: readonly [args: string[], code: string, says: string][] = [
  [["show", "ffff"], "not_found", 'No commission\'s id starts with "ffff".'],
  [["show", "01"], "not_found", '"01" is not a commission id.'],
  [["watch", "../../etc/passwd"], "not_found", "is not a commission id"],
  [["result", "0197f3a2-7c1b-7abc-8def-0123456789ab"], "not_found", "There is no commission"],
  [["commission", "researcher", "Ask"], "no_model", "ANTHROPIC_API_KEY"],
  [["commission", "scholar", "Ask", "--rehearsal", "hostile.json"], "unknown_worker", "researcher"],
  [
    ["commission", "researcher", "Ask", "--project", "constructor", "--rehearsal", "hostile.json"],
    "unknown_project",
    'There are: acme. To add it: guild-hall project add constructor PATH, or without a repository guild-hall config set projects.constructor "{}".',
  ],
  [["commission", "researcher", "Ask", "--rehearsal", "broken.json"], "bad_rehearsal", "sya"],
  [
    ["commission", "researcher", "Ask", "--max-turns", "999", "--rehearsal", "hostile.json"],
    "widens",
    "--max-turns is 999; the hall allows at most 500 (limits.maxTurns in config.yaml).",
  ],
];

test.each(refusals)("%j is refused as %s with exit 1", async (args, code, says) => {
  writeFileSync(`${home.root}/broken.json`, '{"version":1,"name":"x","turns":[{"sya":"Done"}]}');
  const run = await hall(args);
  expect({ code: run.code, out: run.out }).toEqual({ code: 1, out: "" });
  expect(run.err).toStartWith("guild-hall: ");
  expect(run.err).toContain(says);
  const machine = await hall([...args, "--json"]);
  expect({ code: machine.code, out: machine.out }).toEqual({ code: 1, out: "" });
  expect(exactly(errorBody, machine.err).error.code).toBe(code);
});

test("a list can be narrowed, and says when nothing matches", async () => {
  const found = async (...args: string[]) =>
    (JSON.parse((await hall(["list", "--json", ...args])).out) as { commissions: { id: string }[] })
      .commissions;
  expect(await found("--status", "failed")).toMatchObject([{ id: failed.id }]);
  expect(await found("--worker", "researcher")).toHaveLength(3);
  expect(await found("--project", "acme")).toMatchObject([{ id, project: "acme" }]);
  expect(await found("--project", "nobody")).toEqual([]);
  const table = (await hall(["list"])).out;
  expect(table).toMatch(/^ID +AGE +WORKER +PROJECT +STATUS/);
  expect(table.split("\n").filter((line) => / researcher +acme +completed/.test(line))).toHaveLength(1);
  expect((await hall(["list", "--status", "failed"])).out).not.toContain("PROJECT");
  expect((await hall(["show", id])).out).toMatch(/^ *project +acme$/m);
  expect(handedOver.out).toContain("researcher, project acme (rehearsed");
  expect(await found("--filter", "*THE price")).toMatchObject([{ id: unpriced.id }]);
  expect(await found("--since", "1h")).toHaveLength(3);
  expect(await found("--since", "2999-01-01")).toEqual([]);
  expect((await hall(["list", "--status", "paused"])).out).toBe("No commissions match.\n");
});

test("one that has ended stays as it is; its directory goes when it is deleted, a failed one to the trash", async () => {
  expect(await hall(["cancel", id])).toEqual({
    code: 0,
    out: "The commission had already ended: completed.\n",
    err: "",
  });
  countSession(2); // the two that will not be there to be counted
  expect((await hall(["result", failed.id])).code).toBe(1);
  const kept = await hall(["delete", failed.id]);
  expect(kept.code).toBe(1);
  expect(kept.err).toContain("--failed-too");
  const moved = exactly(deleted, (await hall(["delete", failed.id, "--failed-too", "--json"])).out);
  expect(moved.movedTo).toStartWith(`${home.root}/trash/`);
  expect(existsSync(moved.movedTo ?? "")).toBe(true);
  expect((await hall(["delete", unpriced.id])).out).toBe(`Deleted ${unpriced.id}.\n`);
  expect(existsSync(home.layout(unpriced.id).directory)).toBe(false);
  expect((await hall(["show", unpriced.id])).code).toBe(1);
});
