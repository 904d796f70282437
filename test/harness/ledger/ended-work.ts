// Writes the ledgers of ended commissions with the real ledger, without workbenches.
import type { AcceptedRequest } from "../../../src/contract/commission/commission.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { TreeOutcome, TreePlan } from "../../../src/contract/project/tree.ts";
import { commitSettings, type LandMode } from "../../../src/contract/project/land-settings.ts";
import type { Ledger } from "../../../src/store/ledger/ledger.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { newRequest } from "./some-ledger.ts";

export interface Worked {
  request?: Partial<AcceptedRequest>;
  /** The time of each of the commission's facts. */
  at?: string;
  facts?: readonly FactBody[];
  /** How the session ended; `null` if the commission is still at work. */
  end?: SessionEnd | null;
  checks?: readonly { command: string; timeoutSeconds: number; from: "project" }[];
  /** The worktree that the commission worked on and, if it has ended, the outcome. */
  tree?: { plan: TreePlan; outcome?: TreeOutcome };
  /** The place where the finished work goes; by default it is merged. */
  land?: LandMode;
  /** The acts of a person on the finished work after the end. */
  after?: readonly Command[];
}

const policy = { maxResumes: 0, maxFalseStarts: 3, maxReturns: 0, canPause: false, backOffMs: [1000] };
export const begun: FactBody[] = [
  { type: "bench.started", pid: 4000, startTime: "1", bootId: "b", version: "0" },
  {
    type: "session.started",
    sessionId: "s",
    model: "claude-opus-5-5",
    tools: [],
    sandbox: "process",
    permissionMode: "default",
  },
];

export async function carryOut(ledger: Ledger, worked: Worked = {}): Promise<CommissionId> {
  const request = newRequest(worked.request);
  const { end = { how: "normal", finalText: "Done." }, at = new Date().toISOString() } = worked;
  const finish: Command[] = [
    { do: "conclude", policy, now: 0 },
    { do: "record-applied", artifacts: [], problems: [], tree: worked.tree?.outcome },
    { do: "settle" },
  ];
  const facts = [
    ...begun,
    ...(worked.facts ?? []),
    ...(end ? [{ type: "session.ended" as const, end, ms: 60_000 }] : []),
  ];
  const limits = { maxTurns: 150, maxBudgetUsd: 5 };
  const commands: Command[] = [
    {
      do: "dispatch",
      sandbox: "process",
      limits,
      tree: worked.tree?.plan,
      ...(worked.land && {
        landing: { land: worked.land, record: "hall" as const, commit: commitSettings.parse({}) },
      }),
      ...(worked.checks && { checks: worked.checks }),
    },
    ...facts.map((fact, i) => ({ do: "take-fact" as const, bench: 1, benchSeq: i + 1, at, fact })),
    ...(end ? finish : []),
    ...(worked.after ?? []),
  ];
  for (const done of [await ledger.create(request), await ledger.execute(request.id, commands)])
    if (!done.ok) throw new Error(done.problem.message);
  return request.id;
}
