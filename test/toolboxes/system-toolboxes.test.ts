import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { systemToolboxes } from "../../src/contract/system-toolboxes.ts";
import type { FactBody } from "../../src/contract/facts.ts";
import { commissionLayout, homeLayout } from "../../src/contract/home-layout.ts";
import { systemDisk } from "../../src/host/disk.ts";
import type { Toolbox } from "../../src/kit/index.ts";
import { createBaseToolbox } from "../../src/toolboxes/base.ts";
import { createCommissionToolbox } from "../../src/toolboxes/commission.ts";
import { findArtifact, writeArtifact } from "../../src/workdir/artifacts.ts";
import { createLore } from "../../src/workdir/lore.ts";
import { someId } from "../harness/histories.ts";
import { memoryToolsIn } from "../memory/tools.ts";
import { someMemory } from "../memory/support.ts";
import { tempDir } from "../harness/temp.ts";

function setUp() {
  const layout = commissionLayout(homeLayout(tempDir()), someId);
  mkdirSync(layout.work, { recursive: true });
  mkdirSync(layout.artifacts);
  const facts: FactBody[] = [];
  const record = async (fact: FactBody) => void facts.push(fact);
  const lore = createLore({ work: layout.work, now: () => 0, worker: "w", commission: someId });
  const memory = memoryToolsIn(someMemory().store, { record });
  const base = createBaseToolbox({ record, memory, artifacts: lore });
  const commission = createCommissionToolbox({
    record,
    writeArtifact: (path, content) => writeArtifact(systemDisk, layout, { path, content }),
    findArtifact: (path) => findArtifact(layout, path),
  });
  return { layout, facts, base, commission };
}

function call(toolbox: Toolbox, name: string, input: unknown) {
  const tool = toolbox.tools.find((found) => found.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool.handle(z.object(tool.input).parse(input), {
    callKey: "k",
    signal: new AbortController().signal,
  });
}

test("the toolboxes hold exactly the tools the contract names", () => {
  const { base, commission } = setUp();
  const names = [base, commission].map((box) => [box.name, box.tools.map((tool) => tool.name)]);
  expect(Object.fromEntries(names)).toEqual(systemToolboxes);
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
