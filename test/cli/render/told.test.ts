import { expect, test } from "bun:test";
import type { Told } from "../../../src/contract/commission/told.ts";
import { workerName } from "../../../src/contract/member/member.ts";
import { createPaint } from "../../../src/cli/render/paint.ts";
import { modelLines } from "../../../src/cli/render/hall/models.ts";
import { toldLines } from "../../../src/cli/render/hall/told.ts";
import { hallConfig } from "../../../src/contract/home/config.ts";
import { listModels } from "../../../src/rules/model/model-list.ts";

const style = { paint: createPaint(false), width: 80 };
const limits = { maxTurns: 2, maxBudgetUsd: 1, maxSeconds: null, memoryMb: null, processes: null };

const told: Told = {
  at: "2026-11-19T00:00:00.000Z",
  worker: workerName.parse("implementer"),
  project: null,
  sandbox: "bubblewrap",
  limits: { ...limits, diskMb: null, files: null },
  memory: null,
  instructions: null,
  network: ["Bash: no network."],
  model: "claude-opus-5-5",
  modelChoice: { name: null, from: "open" },
  parts: [
    { kind: "system", name: "system", text: "You mend.\nAlways.", tokens: 5 },
    { kind: "tool", name: "Read", text: "Reads.\u001b[31m", tokens: 7 },
  ],
  tokens: { total: 12, system: 5, tools: 7, messages: 0, memory: 0, instructions: 0 },
  varying: [{ text: "Mend it.", why: "the task" }],
  body: "{}",
};

test("a prompt is printed part by part, with its sizes and what is another in each commission", () => {
  const lines = toldLines(told, style);
  const text = lines.join("\n");
  expect(lines[0]).toBe("model    claude-opus-5-5");
  expect(text).toContain("== System prompt (about 5 tokens)\nYou mend.\nAlways.\n");
  expect(text).toContain("== Tool Read (about 7 tokens)\nReads.");
  expect(text).toContain("  Mend it.: the task");
  expect(text).not.toContain("\u001b");
});

test("models are printed with their prices and the defaults that are set", () => {
  const config = hallConfig.parse({ model: "mine", workers: { reviewer: { model: "claude-opus-5-5" } } });
  const text = modelLines(listModels(config), { ...style, width: 200 }).join("\n");
  expect(text).toStartWith("model: mine\nworkers.reviewer.model: claude-opus-5-5\n\nMODEL");
  expect(text).toMatch(/claude-opus-5-5 +\$4 +\$20 +\$0\.2 +1,000,000/);
  expect(text).toMatch(/mine +unknown +unknown +unknown +unknown/);
  expect(modelLines(listModels(hallConfig.parse({})), style)[0]).toStartWith("No default is set");
});
