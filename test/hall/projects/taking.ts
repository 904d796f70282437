// A project whose integration branch is ahead, and the operations that take over, for tests.
import { expect } from "bun:test";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { createTurns } from "../../../src/git/repository/turns.ts";
import type { TakeReport, TakeRequest } from "../../../src/contract/project/take.ts";
import { createTakeOperations, type TakeOperations } from "../../../src/hall/projects/take.ts";
import { noBase } from "../../../src/rules/checks/bases.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";
import { merge, prepareMerge } from "../../../src/git/merge/merge.ts";
import { commitPeople } from "../../../src/rules/project/commit-people.ts";
import { commissionAfter, completed } from "../../harness/ledger/histories.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { leaveWork, openTestProject, type TestProject, type Work } from "../../git/project.ts";

export interface Taking extends TestProject {
  operations: TakeOperations;
  /** How often the hall told that projects have changed. */
  told(): number;
  commissions: Map<string, Commission>;
}

export type Landed = Work & { commit: string };

export async function openTaking(files?: Readonly<Record<string, string>>): Promise<Taking> {
  const project = await openTestProject(files);
  const commissions = new Map<string, Commission>();
  const { operations, told } = operationsOf(project, { commissions });
  return { ...project, operations, told, commissions };
}

/** The operations of a hall that begins anew, perhaps one that is killed at some step. */
export function operationsOf(
  { deps }: TestProject,
  { commissions = new Map<string, Commission>(), git = deps } = {},
) {
  const none = () => Promise.reject(new Error("not here"));
  let told = 0;
  const operations = createTakeOperations({
    git,
    inTurn: createTurns(),
    config: { now: () => ({ ...defaultConfig, projects: deps.projects() }), change: none },
    ledger: { live: () => [], summaries: () => [] },
    bases: { state: async () => noBase, checkAgain: async () => undefined },
    setUps: { show: none, approve: none },
    personHome: undefined,
    reconsider: () => undefined,
    changed: () => void (told += 1),
    find: async (id: CommissionId) => commissions.get(id),
    now: () => 1_700_000_000_000,
  });
  return { operations, told: () => told };
}

/** Merges a commission's work, as a finish does. */
export async function land(
  project: TestProject & Partial<Pick<Taking, "commissions">>,
  number: number,
  files: Readonly<Record<string, string | null>>,
): Promise<Landed> {
  const left = leaveWork(project, number, files);
  const message = `Work ${number}\n\nCommission: ${left.id}\nTrust: verified\n`;
  const people = commitPeople("implementer", null);
  const ready = await prepareMerge(project.deps, {
    ...left,
    message,
    people,
    at: "2026-01-02T03:04:05.678Z",
  });
  if (ready.kind !== "ready") throw new Error(ready.kind);
  await merge(project.deps, left.tree, ready);
  project.commissions?.set(left.id, mergedCommission(left, ready.commit));
  return { ...left, commit: ready.commit };
}

function mergedCommission({ id, tree, tip }: Work, commit: string): Commission {
  const ended = commissionAfter(completed);
  const { record } = ended;
  const outcome = { state: "merged", tip, branch: null, commit, conflicts: [], trashed: null } as const;
  const applied = {
    artifacts: [],
    problems: [],
    chore: null,
    tree: { ...outcome, conflicts: [], keptWorktree: false },
  };
  return {
    ...ended,
    record: { ...record, tree, applied, request: { ...record.request, id, project: tree.project } },
  };
}

/** Puts the person's checkout on another branch, so that "main" is checked out nowhere. */
export function leaveMain({ checkout }: TestProject): void {
  gitIn(checkout, "checkout", "-q", "-b", "elsewhere");
}

const usual: TakeRequest = { dryRun: false };

export function take({ operations, name }: Taking, body: Partial<TakeRequest> = {}) {
  return operations.projectTake({ params: { name }, body: { ...usual, ...body } });
}

export async function taken(taking: Taking, body: Partial<TakeRequest> = {}): Promise<TakeReport> {
  const answer = await take(taking, body);
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.value;
}

export function undo({ operations, name }: Taking, dryRun = false) {
  return operations.projectTakeUndo({ params: { name }, body: { dryRun } });
}

export function note({ operations, name }: Taking, body: { before: string; after: string }) {
  return operations.projectTaken({ params: { name }, body });
}

export const refusal = (message: RegExp | string, code = "wrong_state") => ({
  ok: false,
  problem: { code, message: typeof message === "string" ? message : expect.stringMatching(message) },
});

/** The paths of a fingerprint that a move of "main" changes. */
export const ofMain = [".git/logs/refs/heads/main", ".git/refs/heads/main"];
