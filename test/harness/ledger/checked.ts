// Builds histories of commissions that have a worktree and acceptance checks.
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import {
  type AcceptanceCheck,
  commissionBranch,
  defaultIntegration,
  type TreeOutcome,
  type TreePlan,
} from "../../../src/contract/project/tree.ts";
import { factOf, inProgress, someId } from "./histories.ts";

export const someTree: TreePlan = {
  project: projectName.parse("app"),
  repository: "/repository/.git",
  branch: commissionBranch(someId),
  base: "a".repeat(40),
  into: defaultIntegration,
  checkout: "full",
};
/** The outcome of work that was not merged: it is on its own branch only. */
export const keptAt = (tip: string): TreeOutcome => ({
  state: "kept",
  tip,
  branch: someTree.branch,
  commit: null,
  conflicts: [],
  trashed: null,
  keptWorktree: false,
});
export const someChecks: AcceptanceCheck[] = [
  { command: "make test", timeoutSeconds: 60, from: "project" },
  { command: "make lint", timeoutSeconds: 60, from: "commission" },
];

/** Adds a worktree and checks to the dispatch event of a history. */
export function withChecks(history: readonly EventBody[], checks = someChecks): EventBody[] {
  return history.map((body) =>
    body.type === "commission.dispatched" ? { ...body, tree: someTree, checks } : body,
  );
}

export function checkRan(
  check: AcceptanceCheck,
  exitCode: number | null,
): Extract<FactBody, { type: "check.ran" }> {
  const { command, from } = check;
  const run = { command, exitCode, timedOut: exitCode === null, output: "said", cut: false, ms: 5 };
  return { type: "check.ran", from, run };
}

const normalEnd: SessionEnd = { how: "normal", finalText: "done" };
const outcome = { endedBy: "normal", anomaly: null, source: "final_text" } as const;

/** The history of a commission whose first check failed. */
export function refuted(): EventBody[] {
  const [first, ...rest] = someChecks;
  const runs = first ? [checkRan(first, 1), ...rest.map((check) => checkRan(check, 0))] : [];
  return [
    ...withChecks(inProgress),
    factOf(3, { type: "work.finished", end: normalEnd, snapshot: null }),
    ...runs.map((run, i) => factOf(4 + i, run)),
    factOf(4 + runs.length, { type: "session.ended", end: normalEnd }),
    {
      type: "finish.planned",
      plan: { outcome: { status: "completed", ...outcome, trust: "refuted" }, copy: [], tree: "keep" },
    },
    { type: "finish.applied", artifacts: [], problems: [], tree: keptAt("b".repeat(40)) },
    { type: "commission.completed", ...outcome, trust: "refuted" },
  ];
}

/** The history of a commission whose work conflicts in these paths. */
export function conflicting(conflicts: string[]): EventBody[] {
  const tree = { ...keptAt("b".repeat(40)), state: "conflict" as const, conflicts };
  return [
    ...withChecks(inProgress, []),
    factOf(3, { type: "session.ended", end: normalEnd }),
    {
      type: "finish.planned",
      plan: { outcome: { status: "completed", ...outcome, trust: "claimed" }, copy: [], tree: "merge" },
    },
    { type: "finish.applied", artifacts: [], problems: [], tree },
    { type: "commission.completed", ...outcome, trust: "claimed" },
  ];
}
