// A worker with toolbox packages, in a real session: its tools on the wire, a dependency of its own, a check in the
// sandbox, a message to the world, and a message whose first try nobody heard the end of.
import { afterEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { hallConfig } from "../../src/contract/home/config.ts";
import type { Fact, FactBody } from "../../src/contract/commission/facts.ts";
import { packageName } from "../../src/contract/home/ids.ts";
import { systemToolsIn } from "../../src/contract/package/system-toolboxes.ts";
import { discoverPackages } from "../../src/guild/roster/discover.ts";
import type { Command } from "../../src/rules/commission/commands.ts";
import { resolveTools, wireNames } from "../../src/rules/limits/tools.ts";
import { runWorkbench } from "../../src/workbench/work/run.ts";
import { layDependency, layNamed } from "../harness/packages/packages.ts";
import { script, submit } from "../harness/rehearsals.ts";
import { countSession } from "../harness/sessions.ts";
import { dispatch, setUpBench } from "../harness/some-bench.ts";
import { newRequest } from "../harness/ledger/some-ledger.ts";
import { tempDir } from "../harness/temp.ts";
import { longTest } from "../harness/long.ts";

const servers: Bun.Server<undefined>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) void server.stop(true);
});

interface Heard {
  key: string | null;
  body: unknown;
}

function serveHook() {
  const heard: Heard[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      heard.push({ key: request.headers.get("idempotency-key"), body: await request.json() });
      return new Response("ok");
    },
  });
  servers.push(server);
  return { heard, url: `http://127.0.0.1:${server.port}/hook` };
}

/** A worker who reads, and a toolbox with a dependency, one of whose tools is broken. */
function layScribe() {
  const parent = tempDir();
  layNamed(parent, {
    name: "scribe",
    more: { files: "read", toolboxes: ["greeting", "verify", "webhook"] },
  });
  const directory = layNamed(parent, {
    name: "greeting",
    type: "toolbox",
    code: `import { greet } from "greeter";
      export const tools = ({ z, tool }) => [
        tool({ name: "greet", description: "Greets.", input: { who: z.string() }, readOnly: true,
          handle: async ({ who }) => ({ text: greet(who) }) }),
        tool({ name: "fail", description: "Fails.", input: z.object({}),
          handle: () => { throw new Error("broken inside"); } }),
      ];`,
  });
  layDependency(directory, "greeter", "exports.greet = (who) => 'Hello ' + who + '!';");
  return { directory: parent, source: "linked" as const };
}

const wired = [
  ..."Read Grep Glob mcp__greeting__greet mcp__greeting__fail".split(" "),
  ..."mcp__verify__list_checks mcp__verify__run_check mcp__webhook__post_message".split(" "),
  ...systemToolsIn("commission"),
];
const text = "The lamps are lit.";
const post = { use: [{ tool: "mcp__webhook__post_message", input: { text } }] };
const scribe = { worker: packageName.parse("scribe") };

async function play(
  rehearsal: string,
  { url, commands = [dispatch] }: { url: string; commands?: Command[] },
) {
  const config = hallConfig.parse({
    checks: { tests: "cat in.txt && touch ran && env && exit 3" },
    toolboxes: { webhook: { url } },
  });
  const setUp = await setUpBench(newRequest({ ...scribe, rehearsal }), { config, commands });
  const { deps, layout, ref } = setUp;
  writeFileSync(`${layout.work}/in.txt`, "lanterns");
  countSession();
  const bench = commands.filter((command) => command.do === "dispatch").length;
  const packagePlaces = [...deps.packagePlaces, layScribe()];
  const handoff = { ...deps.handoff, credential: { kind: "api_key" as const, secret: "canary-5d21" } };
  expect(await runWorkbench({ ...deps, packagePlaces, handoff }, { ...ref, bench })).toBe(0);
  return { ...setUp, all: await setUp.facts(bench) };
}

function answersOf(all: readonly Fact[]): { output: string; isError: boolean }[] {
  return all.flatMap((fact) => (fact.type === "tool.returned" ? [fact] : []));
}

test("a worker has exactly the tools of its toolboxes, and each does what it says", async () => {
  const { heard, url } = serveHook();
  const use = [
    { tool: "mcp__greeting__greet", input: { who: "you" } },
    { tool: "mcp__greeting__fail", input: {} },
    { tool: "mcp__verify__run_check", input: { name: "tests" } },
    ...post.use,
  ];
  const { all, layout, ref } = await play(
    script([
      { expect: { tools: wired }, use },
      { expect: { lastUserIncludes: ["Hello you!", "exit code 3", "was delivered"] }, ...submit() },
      { say: "Done." },
    ]),
    { url },
  );
  expect(all.at(-1)).toMatchObject({ end: { how: "normal" } });
  const [failed] = answersOf(all).filter(({ isError }) => isError);
  expect(failed?.output).toContain("fail failed: broken inside");
  const checked = answersOf(all).find(({ output }) => output.includes("exit code 3"))?.output ?? "";
  expect(checked).toContain("lanterns");
  expect(readFileSync(`${layout.work}/ran`, "utf8")).toBe(""); // it may write where its worker may only read
  expect(checked).not.toMatch(/canary-5d21|ANTHROPIC|CLAUDE/);
  const acts = all.flatMap((fact) =>
    fact.type === "effect.begun" || fact.type === "effect.ended" ? [fact] : [],
  );
  expect(acts.map(({ type }) => type)).toEqual(["effect.begun", "effect.ended"]);
  const keys = [...new Set(acts.map(({ callKey }) => callKey))];
  expect(keys).toEqual([expect.stringContaining(`${ref.id}:`)]);
  expect(heard).toEqual([{ key: keys[0] ?? "", body: { text, commission: ref.id, worker: "scribe" } }]);
}, 30_000);

/** A specialist who also lends out tools, one who borrows them, and one whose code would fail if it were activated. */
function layPostmaster() {
  const parent = tempDir();
  const lends = `export const tools = ({ tool, commission }) => [tool({ name: "count_letters", description: "Counts.",
    input: {}, readOnly: true, handle: async () => ({ text: "7 letters for " + commission.worker }) })];`;
  const activates =
    "export const activate = ({ posture, guidance }) => ({ systemPrompt: posture + guidance });";
  const refuses = 'export const activate = () => { throw new Error("nobody commissioned me"); };';
  const box = { type: ["worker", "toolbox"] as ["worker", "toolbox"], more: { tools: ["count_letters"] } };
  layNamed(parent, { name: "mail", ...box, code: `${lends}\n${refuses}` });
  layNamed(parent, {
    name: "postmaster",
    ...box,
    code: `${lends}\n${activates}`,
    more: { ...box.more, toolboxes: ["postmaster"] },
  });
  layNamed(parent, { name: "borrower", more: { files: "read", toolboxes: ["mail"] } });
  return { directory: parent, source: "linked" as const };
}

test("a worker that is a toolbox as well lends its tools to others, and has them itself only where it names them", async () => {
  const place = layPostmaster();
  const { workers, toolboxes } = await discoverPackages([place]);
  const boxes = toolboxes.map(({ metadata }) => metadata);
  const lent = workers.map(({ metadata }) => {
    const { tools } = resolveTools({ worker: metadata, toolboxes: boxes, context: "commission" });
    return [metadata.identity.name, ...wireNames(tools).filter((name) => name.endsWith("count_letters"))];
  });
  expect(lent).toEqual([
    ["borrower", "mcp__mail__count_letters"],
    ["mail"],
    ["postmaster", "mcp__postmaster__count_letters"],
  ]);
  const own = wired.filter((name) => !/mcp__(greeting|verify|webhook)__/.test(name));
  const use = [{ tool: "mcp__mail__count_letters", input: {} }];
  const rehearsal = script([
    { expect: { tools: [...own, "mcp__mail__count_letters"] }, use },
    { expect: { lastUserIncludes: ["7 letters for borrower"] }, ...submit() },
    { say: "Done." },
  ]);
  const request = newRequest({ worker: packageName.parse("borrower"), rehearsal });
  const { deps, ref, facts } = await setUpBench(request);
  countSession();
  const packagePlaces = [...deps.packagePlaces, place];
  expect(await runWorkbench({ ...deps, packagePlaces }, ref)).toBe(0);
  expect((await facts()).at(-1)).toMatchObject({ end: { how: "normal" } });
}, 30_000);

longTest(
  "a message whose end nobody heard is not sent again at first, and is when the worker insists",
  async () => {
    const { heard, url } = serveHook();
    const inputHash = createHash("sha256").update(JSON.stringify({ text })).digest("hex");
    const facts: FactBody[] = [
      { type: "bench.started", pid: 7, startTime: "1", bootId: "b", version: "1" },
      { type: "effect.begun", callKey: "c:toolu_1", tool: "mcp__webhook__post_message", inputHash },
    ];
    const taken = facts.map((fact, at): Command => ({
      do: "take-fact",
      bench: 1,
      benchSeq: at + 1,
      at: "2026-11-15T10:00:00.000Z",
      fact,
    }));
    const policy = { maxResumes: 3, maxFalseStarts: 0, maxReturns: 1, canPause: false, backOffMs: [0] };
    const { all } = await play(
      script([
        { expect: { lastUserIncludes: ["Acts on the world", "mcp__webhook__post_message"] }, ...post },
        { expect: { lastUserIncludes: ["NOT carried out", "may have happened"] }, ...post },
        { expect: { lastUserIncludes: ["was delivered"] }, ...submit() },
        { say: "Done." },
      ]),
      {
        url,
        commands: [
          dispatch,
          ...taken,
          { do: "lose-workbench", bench: 1, began: true, message: "gone" },
          { do: "conclude", policy, now: 0 },
          dispatch,
        ],
      },
    );
    expect(all.at(-1)).toMatchObject({ end: { how: "normal" } });
    expect(heard).toHaveLength(1);
    expect(all.filter((fact) => fact.type === "effect.begun")).toHaveLength(1);
  },
  30_000,
);
