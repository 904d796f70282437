// Fills a home with many commissions: copies of an ended, an interrupted and a waiting one.
import { writeFileSync } from "node:fs";
import type { AcceptedRequest } from "../src/contract/commission/commission.ts";
import type { FactBody } from "../src/contract/commission/facts.ts";
import type { HomeLayout } from "../src/contract/home/home-layout.ts";
import { commissionId, packageName } from "../src/contract/home/ids.ts";
import { newUuid } from "../src/host/ids.ts";
import type { Command } from "../src/rules/commission/commands.ts";
import { copyPattern, makeDirectories, makePattern, marker } from "./stored-pattern.ts";

export interface Stored {
  ended: number;
  /** Waiting commissions: a hall without a model starts none of them. */
  pending: number;
  /** Commissions whose workbench is gone: a hall without a model keeps them waiting for another. */
  cutOff?: number;
  /** Lines in the ledger of each ended or interrupted commission. */
  events: number;
}

export async function fillHome(home: HomeLayout, stored: Stored): Promise<void> {
  const { ended, pending, cutOff = 0, events } = stored;
  makeDirectories(home);
  writeFileSync(home.version, "1\n");
  const commands = [...history(events - linesAround), ...ending];
  copyPattern(home, await makePattern({ request: newRequest(), commands }), { count: ended });
  if (cutOff > 0) {
    const begun = history(events - linesBefore).slice(0, -1);
    copyPattern(home, await makePattern({ request: newRequest(), commands: begun }), { count: cutOff });
  }
  copyPattern(home, await makePattern({ request: newRequest(), commands: [] }), { count: pending });
}

export function newRequest(): AcceptedRequest {
  return {
    id: commissionId.parse(newUuid()),
    worker: packageName.parse("researcher"),
    title: `Compare the retry rules of library #${marker}`,
    task: `Compare how three libraries retry requests.\n\n${"State what each does by default and what can be set. ".repeat(10)}`,
    project: null,
    chore: null,
    labels: ["research"],
    rehearsal: null,
    config: {},
    createdBy: "person",
    continues: null,
    attempt: 1,
    background: null,
    untrusted: false,
    startAt: null,
    after: [],
    checks: [],
    keepWorktree: false,
    onRed: false,
    land: null,
    idempotencyKey: `key-#${marker}`,
  };
}

/**
 * The lines of an ended ledger besides the facts: created, dispatched, starting, planned, applied, completed.
 */
const linesAround = 6;

/** The lines of an interrupted ledger besides the facts: created, dispatched, starting. */
const linesBefore = 3;

/**
 * Returns the facts of one workbench: its start, a session that alternates reading and speaking, a result,
 * its end.
 */
export function history(lines: number): Command[] {
  const facts: FactBody[] = [
    { type: "bench.started", pid: 4000, startTime: "123456", bootId: newUuid(), version: "0.1.0" },
    {
      type: "session.started",
      sessionId: newUuid(),
      model: "claude-opus-5-5",
      tools: ["Glob", "Grep", "Read", "WebSearch", "mcp__commission__submit_result"],
      sandbox: "bubblewrap",
      permissionMode: "bypassPermissions",
    },
  ];
  while (facts.length < lines - 2) facts.push(factAt(facts.length));
  facts.push({
    type: "result.submitted",
    callKey: "call-1",
    summary: "All three retry; only one waits as it is told to.",
    output: `# Retry rules\n\n${"The second library waits twice as long each time, up to a minute. ".repeat(20)}`,
    artifacts: [],
  });
  facts.push({ type: "session.ended", end: { how: "normal", finalText: "The result is submitted." } });
  const at = new Date().toISOString();
  return [
    { do: "dispatch", sandbox: "bubblewrap", limits: { maxTurns: 150, maxBudgetUsd: 5 } },
    ...facts.map((fact, i) => ({ do: "take-fact" as const, bench: 1, benchSeq: i + 1, at, fact })),
  ];
}

function factAt(i: number): FactBody {
  const callId = `toolu_${i - (i % 5)}`;
  const words = "The default is three tries with one second between them. ";
  const kinds: FactBody[] = [
    {
      type: "model.answered",
      kind: "main",
      model: "claude-opus-5-5",
      tokens: { input: 12, output: 310, cacheRead: 18_000 + i * 200, cacheWrite: 900 },
      costUsd: 0.0231,
      budgetUsd: 0.0231,
      whole: true,
      ms: 5120,
    },
    { type: "session.said", text: words.repeat(4) },
    {
      type: "tool.called",
      callId,
      tool: "Read",
      input: JSON.stringify({ file_path: `/gh/work/src/retry-${i}.ts` }),
    },
    { type: "tool.returned", callId, isError: false, output: words.repeat(9) },
    { type: "progress.reported", callKey: `progress-${i}`, summary: `Read ${i} files; ${words}` },
  ];
  return kinds[i % 5] as FactBody;
}

const policy = { maxResumes: 0, maxFalseStarts: 3, maxReturns: 1, canPause: false, backOffMs: [1000] };
export const ending: Command[] = [
  { do: "conclude", policy, now: 0 },
  { do: "record-applied", artifacts: [], problems: [] },
  { do: "settle" },
];
