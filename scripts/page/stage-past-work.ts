// Builds the commands from which the rules write the ledger of a past commission.
import type { FactBody } from "../../src/contract/commission/facts.ts";
import type { AcceptanceCheck } from "../../src/contract/project/tree.ts";
import type { Command } from "../../src/rules/commission/commands.ts";
import { newUuid } from "../../src/host/ids.ts";

export const outcomes = [
  "verified",
  "claimed",
  "verified",
  "verified",
  "claimed",
  "failed",
  "verified",
  "cancelled",
] as const;
export type Outcome = (typeof outcomes)[number];

interface PastWork {
  n: number;
  outcome: Outcome;
  begun: number;
  lastsMs: number;
}

const check: AcceptanceCheck = { command: "npm test", timeoutSeconds: 600, from: "project" };
const policy = { maxResumes: 0, maxFalseStarts: 3, maxReturns: 0, canPause: false, backOffMs: [1000] };

export function commandsOf(work: PastWork): Command[] {
  const checks = work.outcome === "verified" ? [check] : [];
  const facts = [...sessionFacts(work), ...endFacts(work)];
  const step = work.lastsMs / facts.length;
  const taken = facts.map((fact, i): Command => {
    const at = new Date(work.begun + (i + 1) * step).toISOString();
    return { do: "take-fact", bench: 1, benchSeq: i + 1, at, fact };
  });
  const cancel: Command[] =
    work.outcome === "cancelled" ? [{ do: "cancel", by: "person", reason: "No longer needed." }] : [];
  return [
    { do: "dispatch", sandbox: "bubblewrap", limits: { maxTurns: 150, maxBudgetUsd: 5 }, checks },
    ...taken.slice(0, -1),
    ...cancel,
    ...taken.slice(-1),
    { do: "conclude", policy, now: work.begun + work.lastsMs },
    { do: "record-applied", artifacts: [], problems: [] },
    { do: "settle" },
  ];
}

function sessionFacts({ n, outcome }: PastWork): FactBody[] {
  const turns = Array.from({ length: 4 + (n % 5) }, (_, turn) => turnFacts(turn, n));
  const model = "claude-opus-5-5";
  const tools = ["Glob", "Grep", "Read", "mcp__commission__submit_result"];
  return [
    { type: "bench.started", pid: 4000, startTime: "123456", bootId: newUuid(), version: "0.1.0" },
    {
      type: "session.started",
      sessionId: newUuid(),
      model,
      tools,
      sandbox: "bubblewrap",
      permissionMode: "bypassPermissions",
    },
    ...turns.flat(),
    ...(outcome === "verified" || outcome === "claimed" ? [result] : []),
  ];
}

const words = [
  "Reading what is there.",
  "The first case is covered; four are left.",
  "Half of the cases are covered.",
  "Holding it against what the documents promise.",
  "Writing it up.",
];

function turnFacts(turn: number, n: number): FactBody[] {
  const costUsd = 0.04 + ((n * 13 + turn * 7) % 20) / 100;
  const callId = `toolu_${turn}`;
  const tokens = { input: 4, output: 900 + n * 10, cacheRead: 14_000 + turn * 5200, cacheWrite: 2100 };
  return [
    {
      type: "model.answered",
      kind: "main",
      model: "claude-opus-5-5",
      tokens,
      costUsd,
      budgetUsd: costUsd,
      whole: true,
      ms: 6200,
    },
    { type: "tool.called", callId, tool: "Read", input: JSON.stringify({ file_path: "README.md" }) },
    { type: "tool.returned", callId, isError: false, output: "1\tA project." },
    { type: "progress.reported", callKey: `p-${turn}`, summary: words[turn % words.length] ?? "" },
  ];
}

const result: FactBody = {
  type: "result.submitted",
  callKey: "result",
  summary: "Done as asked; what was found on the way is in the report.",
  output: "# Done as asked\n\nEverything that was asked for is there. Nothing else was changed.\n",
  artifacts: [],
};

function endFacts({ outcome }: PastWork): FactBody[] {
  const normal = { how: "normal" as const, finalText: "Handed in." };
  if (outcome === "failed")
    return [{ type: "session.ended", end: { how: "turns", limit: 150 }, ms: 400_000 }];
  if (outcome === "cancelled") return [{ type: "session.ended", end: { how: "stopped" }, ms: 100_000 }];
  if (outcome === "claimed") return [{ type: "session.ended", end: normal, ms: 300_000 }];
  const run = {
    command: check.command,
    exitCode: 0,
    timedOut: false,
    output: "214 tests pass\n",
    cut: false,
  };
  return [
    { type: "work.finished", end: normal, snapshot: null },
    { type: "check.ran", from: "project", run: { ...run, ms: 3100 } },
    { type: "session.ended", end: normal, ms: 300_000 },
  ];
}
