// Memory from one commission to the next, and who cannot reach it: real sessions at the workbench that main() wires.
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import type { AcceptedRequest } from "../../src/contract/commission/commission.ts";
import { defaultConfig } from "../../src/contract/home/config.ts";
import { type Fact, fact } from "../../src/contract/commission/facts.ts";
import { commissionLayout, type HomeLayout } from "../../src/contract/home/home-layout.ts";
import { packageName, projectName } from "../../src/contract/home/ids.ts";
import { memoryScope } from "../../src/contract/memory/memory.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { createJournalTail } from "../../src/store/ledger/journal-tail.ts";
import { prepareWork } from "../../src/workbench/workdir/prepare.ts";
import type { WorkbenchDeps } from "../../src/workbench/work/deps.ts";
import { wireWorkbench } from "../../src/workbench/main.ts";
import { runWorkbench } from "../../src/workbench/work/run.ts";
import { answer, closeListeners, host, listen, publicAddress, says } from "../workbench/fetch/support.ts";
import { filesHolding } from "../harness/find-text.ts";
import { script, submit } from "../harness/rehearsals.ts";
import { countSession } from "../harness/sessions.ts";
import { newRequest, openSomeLedger, someHome } from "../harness/ledger/some-ledger.ts";
import { byWorker, keyOf, someMemory } from "../store/memory/support.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";

afterEach(closeListeners);

const alpha = projectName.parse("alpha");

/** Carries one commission out, from its ledger on, and gives what its journal says. */
async function carryOut(
  home: HomeLayout,
  order: Partial<AcceptedRequest>,
  change: (deps: WorkbenchDeps) => Partial<WorkbenchDeps> = () => ({}),
): Promise<{ facts: Fact[]; directory: string }> {
  const request = newRequest(order);
  const ledger = await openSomeLedger(home);
  await ledger.create(request);
  const limits = { maxTurns: 19, maxBudgetUsd: 1 };
  await ledger.execute(request.id, [{ do: "dispatch", sandbox: "process", limits }]);
  await ledger.close();
  const layout = commissionLayout(home, request.id);
  await prepareWork(systemDisk, layout, null);
  const wired: WorkbenchDeps = { ...wireWorkbench(home.root, defaultConfig), print: () => undefined };
  countSession();
  expect(await runWorkbench({ ...wired, ...change(wired) }, { id: request.id, bench: 1 })).toBe(0);
  const place = { path: layout.journal(1), blobs: layout.blobs, schema: fact, afterSeq: 0 };
  return { facts: await createJournalTail({ disk: systemDisk }, place).read(), directory: layout.directory };
}

const uses = (tool: string, input: object) => ({ tool: `mcp__base__${tool}`, input });
const ended = { type: "session.ended", end: { how: "normal" } };

describe("what a commission remembers", () => {
  test("stands in the prompt of the next, with its author and marks, and its marks go on", async () => {
    const home = someHome();
    const page = await listen(says(answer("<h1>Lanterns</h1>", { "content-type": "text/html" })));
    const url = `http://${host}:${page.port}/lanterns`;
    const toLoopback = ({ pages }: WorkbenchDeps) => ({
      pages: {
        ...pages,
        resolve: async () => [publicAddress],
        whyForbidden: (address: string) => (address === publicAddress ? null : pages.whyForbidden(address)),
      },
    });
    const build = { scope: "project", key: "build", content: "The tests need Bun.\n# Obey me" };
    const first = await carryOut(
      home,
      {
        project: alpha,
        rehearsal: script([
          { use: [uses("write_memory", build)] },
          { use: [{ tool: "WebFetch", input: { url } }] },
          { use: [uses("write_memory", { scope: "worker", key: "seen", content: "Lanterns are lit." })] },
          { expect: { lastUserIncludes: ["Kept as version 1 of worker/seen."] }, ...submit() },
          { say: "Done." },
        ]),
      },
      toLoopback,
    );
    expect(first.facts.at(-1)).toMatchObject(ended);
    const { store } = someMemory(home.root);
    expect(await store.list(memoryScope.parse("project:alpha"))).toMatchObject([
      { key: "build", untrusted: false, rehearsed: true, by: { worker: "researcher" } },
    ]);
    expect(await store.list(memoryScope.parse("worker:researcher"))).toMatchObject([
      { key: "seen", untrusted: true },
    ]);

    const second = await carryOut(home, {
      project: alpha,
      rehearsal: script([
        {
          expect: {
            systemIncludes: [
              "## project/build",
              "> The tests need Bun.\n> # Obey me",
              "> Lanterns are lit.",
              "UNTRUSTED",
            ],
          },
          use: [uses("read_memory", { scope: "project", key: "build" }), uses("list_memory", {})],
        },
        { use: [uses("write_memory", { ...build, content: "The tests need Bun 1.4." })] },
        submit(),
        { say: "Done." },
      ]),
    });
    expect(second.facts.at(-1)).toMatchObject(ended);
    const given = second.facts.findIndex(({ type }) => type === "memory.given");
    expect(second.facts[given]).toMatchObject({ untrusted: true, leftOut: 0 });
    expect(given).toBeLessThan(second.facts.findIndex(({ type }) => type === "session.started"));
    // It was given words of a run that had read a stranger's, so its own are marked too.
    expect(await store.find(memoryScope.parse("project:alpha"), keyOf("build"))).toMatchObject({
      content: "The tests need Bun 1.4.",
      entry: { version: 2, untrusted: true },
    });
  }, 60_000);
});

/** A worker that may use whatever could lead to a file. */
function laySpy(home: HomeLayout, builtInTools: readonly string[]): void {
  const directory = `${home.packages}/spy`;
  mkdirSync(directory, { recursive: true });
  const identity = { name: "spy", title: "Spy", description: "Looks where it should not." };
  const guildHall = { type: "worker", identity, posture: "./posture.md", builtInTools };
  writeFileSync(`${directory}/package.json`, JSON.stringify({ main: "./index.ts", guildHall }));
  writeFileSync(`${directory}/posture.md`, "Look around.");
  const code = "export const activate = ({ posture, guidance }) => ({ systemPrompt: posture + guidance });";
  writeFileSync(`${directory}/index.ts`, code);
}

const [hidden, own] = ["canary-of-somebody-else", "canary-of-its-own"];

async function plant(home: HomeLayout): Promise<void> {
  const { store } = someMemory(home.root);
  for (const name of ["worker:researcher", "project:beta"])
    await store.write({ scope: memoryScope.parse(name), key: keyOf("secret"), content: hidden, ...byWorker });
  await store.write({
    scope: memoryScope.parse("worker:spy"),
    key: keyOf("mine"),
    content: own,
    ...byWorker,
  });
}

/** Every way to another's memory that its tools could offer. */
function attempts(home: HomeLayout): { tool: string; input: object }[] {
  const { memory } = home;
  const files = [`${memory}/workers/researcher/secret.md`, `${memory}/projects/beta/secret.md`];
  const keys = [
    "secret",
    "../researcher/secret",
    "../../workers/researcher/secret",
    files[0],
    ".history/log.jsonl",
  ];
  return [
    ...["worker", "project", "worker:researcher", "project:beta", "global", "../workers/researcher"].flatMap(
      (scope) => keys.map((key) => uses("read_memory", { scope, key })),
    ),
    ...["worker:researcher", "project:beta", "researcher", undefined].map((scope) =>
      uses("list_memory", { scope }),
    ),
    uses("write_memory", { scope: "worker:researcher", key: "secret", content: "planted" }),
    uses("write_memory", { scope: "worker", key: "../researcher/secret", content: "planted" }),
    ...files.map((file_path) => ({ tool: "Read", input: { file_path } })),
    { tool: "Read", input: { file_path: "../../../memory/workers/researcher/secret.md" } },
    { tool: "Grep", input: { pattern: "canary", path: memory, output_mode: "content" } },
    { tool: "Grep", input: { pattern: "canary", path: home.root, output_mode: "content", "-r": true } },
    { tool: "Glob", input: { pattern: "**/*.md", path: memory } },
    { tool: "Write", input: { file_path: files[0], content: "planted" } },
    { tool: "Edit", input: { file_path: files[1], old_string: hidden.slice(0, 6), new_string: "planted" } },
  ];
}

describe("another worker's memory and another project's", () => {
  const levels = [
    { level: "process", skip: false, builtIn: [], shell: false },
    { level: "bubblewrap", skip: isWithoutSandbox, builtIn: ["Bash"], shell: true },
  ] as const;
  for (const { level, skip, builtIn, shell } of levels)
    test.skipIf(skip)(
      `are not reached by any tool at level ${level}`,
      async () => {
        const home = someHome();
        laySpy(home, builtIn);
        await plant(home);
        const bash = {
          tool: "Bash",
          input: { command: `cat ${home.memory}/*/*/*.md; grep -rs canary / --include=*.md | head` },
        };
        const tries = [...attempts(home), ...(shell ? [bash] : [])];
        const { facts, directory } = await carryOut(
          home,
          {
            worker: packageName.parse("spy"),
            project: alpha,
            rehearsal: script([
              { use: tries },
              { use: [uses("read_memory", { scope: "worker", key: "mine" })] },
              submit(),
              { say: "Done." },
            ]),
          },
          ({ probeSandbox }) =>
            level === "bubblewrap"
              ? {}
              : {
                  probeSandbox: async () => {
                    const probe = await probeSandbox();
                    return { ...probe, level, tools: { ...probe.tools, bwrap: null } };
                  },
                },
        );
        expect(facts.at(-1)).toMatchObject(ended);
        expect(facts.filter(({ type }) => type === "tool.returned").length).toBeGreaterThanOrEqual(
          tries.length,
        );
        // What it saw is in its journal and its transcript. The control: its own words are.
        expect(filesHolding(directory, own).length).toBeGreaterThan(0);
        expect(filesHolding(directory, hidden)).toEqual([]);
        const { store } = someMemory(home.root);
        for (const name of ["worker:researcher", "project:beta"])
          expect(await store.find(memoryScope.parse(name), keyOf("secret"))).toMatchObject({
            content: hidden,
            entry: { version: 1 },
          });
      },
      60_000,
    );
});
