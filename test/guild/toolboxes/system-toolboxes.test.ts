import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { systemToolboxesIn } from "../../../src/contract/package/system-toolboxes.ts";
import { type Fact, fact, type FactBody } from "../../../src/contract/commission/facts.ts";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import type { Toolbox } from "../../../src/contract/kit/index.ts";
import { maxReadCharacters } from "../../../src/guild/toolboxes/artifacts.ts";
import { openJournal, readJournal } from "../../../src/store/ledger/journal.ts";
import { learn } from "../../../src/rules/commission/learn.ts";
import { noteBounds } from "../../../src/rules/limits/note-bounds.ts";
import { newCommissionRecord } from "../../../src/rules/commission/new-record.ts";
import { createBaseToolbox } from "../../../src/guild/toolboxes/base.ts";
import { createCommissionToolbox } from "../../../src/guild/toolboxes/commission.ts";
import { createNotes, type Notes } from "../../../src/guild/toolboxes/notes.ts";
import { findArtifact, writeArtifact } from "../../../src/workbench/workdir/artifacts.ts";
import { createLore } from "../../../src/workbench/workdir/lore.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { memoryToolsIn } from "../../store/memory/tools.ts";
import { someMemory } from "../../store/memory/support.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";
import { tempDir } from "../../harness/temp.ts";

function setUp(keep?: (fact: FactBody) => Promise<void>, unbounded = false) {
  const layout = commissionLayout(homeLayout(tempDir()), someId);
  mkdirSync(layout.work, { recursive: true });
  mkdirSync(layout.artifacts);
  const facts: FactBody[] = [];
  const record = keep ?? (async (fact: FactBody) => void facts.push(fact));
  const lore = createLore({ work: layout.work, now: () => 0, worker: "w", commission: someId });
  const memory = memoryToolsIn(someMemory().store, { record });
  const at = "2026-11-16T09:00:00.000Z";
  const known = () => ({
    decisions: facts.flatMap((fact) => (fact.type === "decision.recorded" ? [{ ...fact, at }] : [])),
    questions: facts.flatMap((fact) => (fact.type === "question.logged" ? [{ ...fact, askedAt: at }] : [])),
  });
  const bounded = createNotes({ record, known });
  const notes: Notes = unbounded ? async (fact, text) => (await record(fact), { text }) : bounded;
  const base = createBaseToolbox({ record, notes, memory, artifacts: lore });
  const commission = createCommissionToolbox({
    record,
    notes,
    artifactsMb: 150,
    writeArtifact: (path, content) => writeArtifact(systemDisk, layout, { path, content }),
    findArtifact: (path) => findArtifact(layout, path),
  });
  return { layout, facts, base, commission };
}

function call(toolbox: Toolbox, name: string, input: unknown, callKey = "k") {
  const tool = toolbox.tools.find((found) => found.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool.handle(z.object(tool.input).parse(input), {
    callKey,
    signal: new AbortController().signal,
  });
}

test("the toolboxes hold exactly the tools the contract names", () => {
  const { base, commission } = setUp();
  const boxes = [base, commission].map(({ name, tools }) => ({
    name,
    tools: tools.map((tool) => tool.name),
  }));
  expect(systemToolboxesIn("commission")).toEqual(boxes);
});

test("progress, decisions and questions are on record before the call is answered", async () => {
  const { base, commission, facts } = setUp();
  await call(base, "record_decision", { question: "q", decision: "d", reasoning: "r" });
  await call(commission, "report_progress", { summary: "half way" });
  await call(commission, "log_question", { question: "why?" });
  expect(facts.map((fact) => fact.type)).toEqual([
    "decision.recorded",
    "progress.reported",
    "question.logged",
  ]);
});

describe("what a worker leaves for people", () => {
  const decide = (base: Toolbox, n: number, words = "d") =>
    call(base, "record_decision", { question: `q ${n}`, decision: words, reasoning: "r" }, `k-${n}`);

  test("is bounded in number, also of calls made at once, and a call made again is no other", async () => {
    const { base, facts } = setUp();
    const answers = await Promise.all(Array.from({ length: 250 }, (_, n) => decide(base, n)));
    expect(facts).toHaveLength(noteBounds.decision.most);
    expect(answers.filter(({ isError }) => isError)).toHaveLength(250 - noteBounds.decision.most);
    expect(answers.at(-1)?.text).toBe(
      "It was NOT recorded. This commission has 200 decisions on record, and no more are taken. Put what is left into your result.",
    );
    expect(await decide(base, 7)).toEqual({ text: "Recorded." });
  });

  test("is bounded in length, all together", async () => {
    const { base, facts } = setUp();
    const answers = [];
    for (let n = 0; n < 30; n += 1) answers.push(await decide(base, n, "x".repeat(20_000)));
    expect(facts).toHaveLength(19);
    expect(answers.at(-1)).toMatchObject({ isError: true, text: expect.stringContaining("Say it shorter") });
    expect(await decide(base, 99)).toEqual({ text: "Recorded." });
  });

  test("control: without the bounds every one of them is on record", async () => {
    const { base, commission, facts } = setUp(undefined, true);
    for (let n = 0; n < 250; n += 1) await decide(base, n, "x".repeat(20_000));
    for (let n = 0; n < 120; n += 1)
      await call(commission, "log_question", { question: `why ${n}?` }, `k-${n}`);
    expect(facts).toHaveLength(370);
    expect(JSON.stringify(facts).length).toBeGreaterThan(noteBounds.decision.characters * 10);
  });

  test("is bounded for questions too", async () => {
    const { commission, facts } = setUp();
    const ask = (n: number) => call(commission, "log_question", { question: `why ${n}?` }, `k-${n}`);
    for (let n = 0; n < 120; n += 1) await ask(n);
    expect(facts).toHaveLength(noteBounds.question.most);
    expect(await ask(121)).toMatchObject({ isError: true });
  });
});

test("files with holes count in full when they are handed in", async () => {
  const { commission, layout, facts } = setUp();
  for (const name of ["a", "b"]) {
    writeFileSync(`${layout.work}/${name}`, "");
    truncateSync(`${layout.work}/${name}`, 90 * 1024 * 1024);
  }
  const submit = (paths: string[]) =>
    call(commission, "submit_result", { summary: "s", artifacts: paths.map((path) => ({ path })) });
  expect(await submit(["a", "b"])).toMatchObject({
    isError: true,
    text: expect.stringContaining(
      "together they have 180 MB, and this commission may take 150 MB of the disk",
    ),
  });
  expect(facts).toEqual([]);
  expect(await submit(["a"])).toEqual({ text: "The result is on record." });
});

test("ten decisions that are recorded at once are ten lines of the journal, and ten decisions", async () => {
  const { layout } = setUp();
  const place = { path: layout.journal(1), blobs: layout.blobs, schema: fact };
  const deps = { disk: systemDisk, clock: systemClock };
  const { journal } = await openJournal<FactBody, Fact>(deps, place);
  const record = async (body: FactBody) => void (await journal.append([body]));
  const { base } = setUp(record);
  const numbers = Array.from({ length: 10 }, (_, n) => `decision ${n}`);
  await Promise.all(
    numbers.map((decision, n) =>
      call(base, "record_decision", { question: "q", decision, reasoning: "r" }, `c:${n}`),
    ),
  );
  const { events } = await readJournal(deps, place);
  const known = events.reduce(
    (record, line) => learn(record, { ...line, bench: 1, benchSeq: line.seq }),
    newCommissionRecord(newRequest(), ""),
  );
  expect(known.decisions.map(({ decision }) => decision)).toEqual(numbers);
});

test("an empty text is refused at the tool's door", () => {
  const { commission, base } = setUp();
  expect(() => call(commission, "report_progress", { summary: "  " })).toThrow();
  expect(() => call(commission, "log_question", {})).toThrow();
  expect(() => call(base, "record_decision", { question: "q", decision: "d" })).toThrow();
});

test("a result's artifacts are written from their content, or found in the work directory", async () => {
  const { commission, facts, layout } = setUp();
  mkdirSync(`${layout.work}/sub`);
  writeFileSync(`${layout.work}/sub/found.txt`, "12345");
  const answer = await call(commission, "submit_result", {
    summary: "s",
    output: "o",
    artifacts: [{ path: "notes/report.md", content: "# Report" }, { path: "sub/found.txt" }],
  });
  expect(answer.isError).toBeUndefined();
  expect(readFileSync(`${layout.artifacts}/notes/report.md`, "utf8")).toBe("# Report");
  expect(facts).toMatchObject([
    {
      type: "result.submitted",
      artifacts: [
        { path: "notes/report.md", from: "artifacts", bytes: 8 },
        { path: "sub/found.txt", from: "work", bytes: 5 },
      ],
    },
  ]);
});

test("a result that names a file which is not there, or lies outside, is refused and not recorded", async () => {
  const { commission, facts, layout } = setUp();
  const outside = tempDir();
  writeFileSync(`${outside}/secret`, "s");
  symlinkSync(outside, `${layout.work}/link`);
  const hostile = ["missing.md", "../events.jsonl", "/etc/passwd", "link/secret", "link", "."];
  for (const path of hostile) {
    const answer = await call(commission, "submit_result", { summary: "s", artifacts: [{ path }] });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(path) });
  }
  for (const path of ["../up.md", "/tmp/x", "a/../../b", "x\0y"]) {
    const answer = await call(commission, "submit_result", {
      summary: "s",
      artifacts: [{ path, content: "c" }],
    });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("NOT recorded") });
  }
  expect(facts).toEqual([]);
});

test("an artifact is written, on record, listed and read on from where a long one was cut", async () => {
  const { base, facts, layout } = setUp();
  expect(await call(base, "list_artifacts", {})).toEqual({ text: "There are none." });
  const content = `---\ntitle: "Long\\tone"\n---\n${"x".repeat(maxReadCharacters)}`;
  const order = { path: ".lore/notes/long.md", content };
  for (let again = 0; again < 2; again += 1)
    expect(await call(base, "write_artifact", order)).toEqual({
      text: `Written: .lore/notes/long.md, ${content.length} bytes.`,
    });
  const fact = { type: "artifact.written", callKey: "k", path: "notes/long.md", bytes: content.length };
  expect(facts).toEqual([fact, fact] as FactBody[]);
  expect(readFileSync(`${layout.work}/.lore/notes/long.md`, "utf8")).toBe(content);
  expect(await call(base, "list_artifacts", {})).toEqual({
    text: `notes/long.md, ${content.length} bytes: Long one`,
  });
  const first = await call(base, "read_artifact", { path: "notes/long.md" });
  const left = content.length - maxReadCharacters;
  expect(first.text).toBe(
    `${content.slice(0, maxReadCharacters)}\n[${left} more characters: offset ${maxReadCharacters}]`,
  );
  const rest = await call(base, "read_artifact", { path: "notes/long.md", offset: maxReadCharacters });
  expect(rest.text).toBe("x".repeat(left));
});

test("an artifact that cannot be written is refused with a reason, and nothing is on record", async () => {
  const { base, facts } = setUp();
  expect(await call(base, "write_artifact", { path: "../x.md", content: "x" })).toEqual({
    text: "NOT written. ../x.md: the path may not go up.",
    isError: true,
  });
  expect(await call(base, "read_artifact", { path: "none.md" })).toEqual({
    text: "none.md: there is no such file.",
    isError: true,
  });
  expect(facts).toEqual([]);
});
