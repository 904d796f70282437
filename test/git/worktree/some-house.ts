// Housekeeping over a real repository, with a ledger that says what the test wants it to.
import { mkdirSync } from "node:fs";
import { projectLayout } from "../../../src/contract/home/home-layout.ts";
import {
  type CommissionId,
  commissionId,
  type ProjectName,
  projectName,
} from "../../../src/contract/home/ids.ts";
import { commissionBranch, type TreeOutcome, type TreePlan } from "../../../src/contract/project/tree.ts";
import {
  createHousekeeping,
  type Housekeeping,
  type HousekeepingDeps,
} from "../../../src/git/worktree/housekeeping.ts";
import { makeWorktree } from "../../../src/git/worktree/make-worktree.ts";
import { openRepository } from "../../../src/git/repository/repository.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { systemDiskUse } from "../../../src/host/files/disk-use.ts";
import { newUuid } from "../../../src/host/ids.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";
import { newCommissionRecord } from "../../../src/rules/commission/new-record.ts";
import { gitIn, makeRepository, treesDeps } from "../../harness/git/repositories.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";

export const acme: ProjectName = projectName.parse("acme");

export interface SomeHouse {
  checkout: string;
  deps: HousekeepingDeps & ReturnType<typeof treesDeps>;
  house: Housekeeping;
  ledger: Map<CommissionId, Commission>;
  logged: string[];
}

/** A project with a repository and an integration branch. */
export async function someHouse(files?: Readonly<Record<string, string>>): Promise<SomeHouse> {
  const checkout = makeRepository(files);
  gitIn(checkout, "branch", "claude/main");
  const given = treesDeps();
  given.set({ acme: { path: checkout, branch: "main" } });
  const ledger = new Map<CommissionId, Commission>();
  const logged: string[] = [];
  const refresh = async (project: ProjectName) => {
    const path = given.projects()[project]?.path ?? checkout;
    await openRepository(given, { project, path });
  };
  mkdirSync(given.home.trash, { recursive: true });
  await refresh(acme);
  const deps: SomeHouse["deps"] = {
    ...given,
    diskUse: systemDiskUse,
    find: async (id) => ledger.get(id),
    trees: createTrees(given),
    refresh,
    log: { info: (message) => void logged.push(message), warn: (message) => void logged.push(message) },
  };
  return { checkout, deps, house: createHousekeeping(deps), ledger, logged };
}

/** The worktree of a commission that the ledger does not know yet. */
export async function addWorktree(some: SomeHouse): Promise<{ id: CommissionId; path: string }> {
  const { checkout, deps } = some;
  const id = newId();
  await makeWorktree(deps, { id, tree: treeOf(some, id), copy: [], from: checkout, placed: () => undefined });
  return { id, path: projectLayout(deps.home, acme).worktree(id) };
}

function treeOf({ checkout }: SomeHouse, id: CommissionId): TreePlan {
  return {
    project: acme,
    repository: `${checkout}/.git`,
    branch: commissionBranch(id),
    base: gitIn(checkout, "rev-parse", "claude/main"),
    into: "claude/main",
    checkout: "full",
  };
}

export function newId(): CommissionId {
  return commissionId.parse(newUuid());
}

/** Puts a commission of it into the ledger: one that goes on, or one that has ended so. */
export function know(
  some: SomeHouse,
  id: CommissionId,
  over: (Partial<TreeOutcome> & { keepWorktree?: boolean }) | null = null,
): TreePlan {
  const tree = treeOf(some, id);
  const request = { ...newRequest({ rehearsal: null }), id, keepWorktree: over?.keepWorktree ?? false };
  const record = { ...newCommissionRecord(request, "2026-01-01T00:00:00.000Z"), tree };
  some.ledger.set(id, over === null ? { status: "in_progress", record } : ended(record, over));
  return tree;
}

function ended(record: Commission["record"], over: Partial<TreeOutcome>): Commission {
  const tip = over.tip ?? null;
  const outcome: TreeOutcome = {
    state: tip === null ? "unchanged" : "kept",
    branch: null,
    commit: null,
    conflicts: [],
    trashed: null,
    keptWorktree: false,
    ...over,
    tip,
  };
  const applied = { artifacts: [], problems: [], chore: null, tree: outcome };
  return {
    status: "cancelled",
    endedAt: "2026-01-02T00:00:00.000Z",
    outcome: { status: "cancelled", endedBy: "cancel", reason: "" },
    record: { ...record, applied },
  };
}
