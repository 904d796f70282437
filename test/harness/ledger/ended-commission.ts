// Writes a completed commission with content in every file derived from its ledger, and can rewrite it in the format of
// older releases.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import {
  type CommissionLayout,
  commissionLayout,
  type HomeLayout,
} from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { sha256Of } from "../../../src/store/ledger/chain.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { answeredOnce } from "./histories.ts";
import { newRequest, openSomeLedger, someHome } from "./some-ledger.ts";

const at = "2026-11-15T10:00:00.000Z";
const policy = { maxResumes: 0, maxFalseStarts: 2, maxReturns: 1, canPause: false, backOffMs: [0] };

const facts: readonly FactBody[] = [
  { ...answeredOnce, costUsd: 0.25, budgetUsd: 0.25 },
  { type: "session.said", text: 'I look at the keys first: ü, \u2028 and "quotes".' },
  { type: "question.logged", callKey: "q", question: "For how long?\n\n> a day?" },
  {
    type: "decision.recorded",
    callKey: "d",
    question: "Which?",
    decision: "This.",
    reasoning: "It is short.",
  },
  { type: "session.said", text: "x".repeat(70_000) },
  {
    type: "result.submitted",
    callKey: "k",
    summary: "Keys are kept.",
    output: "# Result\n\nFor a day.",
    artifacts: [],
  },
  { type: "session.ended", end: { how: "normal", finalText: "" } },
];

const notes = "# Notes\n";

const toTheEnd: Command[] = [
  { do: "dispatch", sandbox: "process", limits: { maxTurns: 1, maxBudgetUsd: 1 } },
  ...facts.map((fact, i): Command => ({ do: "take-fact", bench: 1, benchSeq: i + 1, at, fact })),
  { do: "conclude", policy, now: 0 },
  {
    do: "record-applied",
    artifacts: ["artifacts/notes.md"],
    problems: [],
    hashes: { "artifacts/notes.md": sha256Of(notes) },
  },
  { do: "settle" },
];

export interface Ended {
  home: HomeLayout;
  id: CommissionId;
  layout: CommissionLayout;
}

export async function endedCommission(home = someHome()): Promise<Ended> {
  const ledger = await openSomeLedger(home);
  const request = newRequest({ title: "Idempotency keys", idempotencyKey: "key-1", labels: ["api"] });
  await ledger.create(request);
  const layout = commissionLayout(home, request.id);
  mkdirSync(layout.artifacts);
  writeFileSync(`${layout.artifacts}/notes.md`, notes);
  const done = await ledger.execute(request.id, toTheEnd);
  if (!done.ok) throw new Error(done.problem.message);
  await ledger.close();
  return { home, id: request.id, layout };
}

/** Rewrites the ledger and meta.json as releases before format 4 wrote them: without hashes. */
export function writtenByOlder({ layout }: Ended): void {
  const lines = readFileSync(layout.events, "utf8").trimEnd().split("\n").map(unchained);
  writeFileSync(layout.events, lines.map((line) => `${line}\n`).join(""));
  const {
    sha256: _hash,
    files: _files,
    ...meta
  } = JSON.parse(readFileSync(layout.meta, "utf8")) as Record<string, unknown>;
  const bytes = Buffer.byteLength(lines.join("\n")) + 1;
  const ledger = { bytes, lastLineSha256: sha256Of(`${lines.at(-1) ?? ""}\n`) };
  writeFileSync(layout.meta, `${JSON.stringify({ ...meta, ledger }, null, 2)}\n`);
}

function unchained(line: string): string {
  return line.replace(/,"chain":"[0-9a-f]{16}"\}$/, "}").replace(/^\{"v":2,/, '{"v":1,');
}
