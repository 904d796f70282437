// `guild-hall workers` as a person reads it.
import { expect, test } from "bun:test";
import { createPaint } from "../../../src/cli/render/paint.ts";
import { workerLines } from "../../../src/cli/render/hall/workers.ts";
import { noRecord } from "../../../src/rules/show/worker-record.ts";

const paint = createPaint(false);

test("what every worker has is said once, and of each worker what is its own", () => {
  const found = { title: "T", description: "D", directory: "d", source: "bundled" } as const;
  const limits = { maxTurns: 1, maxBudgetUsd: 1, validated: true };
  const rights = { kind: "package", files: "read", checkout: "full", model: null } as const;
  const tools = ["Read", "mcp__base__read_memory", "mcp__commission__submit_result", "mcp__baseline__look"];
  const worker = { ...found, ...rights, limits, tools, toolboxes: [], problems: [], record: noRecord };
  const workers = ["first", "second"].map((name) => ({ ...worker, name }));
  const lines = workerLines({ workers, toolboxes: [], problems: [] }, { paint, width: 1000 });
  expect(lines.filter((line) => line === "  tools: Read mcp__baseline__look")).toHaveLength(2);
  expect(lines.filter((line) => line.includes("read_memory"))).toEqual([
    expect.stringMatching(/^ {2}Every worker also has .*base \(read_memory.*commission \(report_progress/),
  ]);
});

test("a guild member is shown by the name it is commissioned by, with whether it runs and what is wrong with it", () => {
  const member = {
    kind: "member",
    name: "member:scout",
    title: "Scout",
    description: "Looks around.",
    source: "added",
    directory: "d",
    version: "1.2.0",
    state: "failing",
    problems: ["it ended with code 3"],
    limits: { maxTurns: 150, maxBudgetUsd: 5, validated: false },
    record: noRecord,
  } as const;
  const list = { workers: [{ ...member, problems: [...member.problems] }], toolboxes: [], problems: [] };
  const lines = workerLines(list, { paint, width: 1000 });
  expect(lines[0]).toBe("member:scout  Scout");
  expect(lines).toContain("  guild member, version 1.2.0, failing: the hall starts it again after a while");
  expect(lines).toContain("  problem: it ended with code 3");
  expect(lines.some((line) => line.includes("Every worker also has"))).toBe(false);
});
