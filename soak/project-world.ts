// A person's repository, a hall's home beside it, and the hall's records of its commissions. The functions
// are the steps of a workbench and of a finish, in order. A step that was interrupted is run again.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HallConfig, hallConfig } from "../src/contract/home/config.ts";
import type { FinishPlan } from "../src/contract/commission/events.ts";
import { homeLayout, projectLayout } from "../src/contract/home/home-layout.ts";
import { type CommissionId, commissionId, projectName } from "../src/contract/home/ids.ts";
import type { Checkout, TreePlan } from "../src/contract/project/tree.ts";
import { closeTree, landTree } from "../src/hall/dispatch/finish-tree.ts";
import type { Command } from "../src/rules/commission/commands.ts";
import { createMarks } from "../src/git/merge/marks.ts";
import { applyAdd } from "../src/git/projects/add-project.ts";
import { createHousekeeping, type Housekeeping } from "../src/git/worktree/housekeeping.ts";
import { makeWorktree } from "../src/git/worktree/make-worktree.ts";
import { planAdd } from "../src/git/projects/plan-add.ts";
import { openRepository } from "../src/git/repository/repository.ts";
import { snapshotTree } from "../src/git/snapshot/snapshot.ts";
import { createTrees, type TreesDeps } from "../src/git/trees.ts";
import { systemClock } from "../src/host/clock.ts";
import { systemDisk } from "../src/host/files/disk.ts";
import { systemDiskUse } from "../src/host/files/disk-use.ts";
import { newUuid } from "../src/host/ids.ts";
import { newCommissionRecord } from "../src/rules/commission/new-record.ts";
import type { Commission, CommissionRecord } from "../src/rules/commission/state.ts";
import type { Trees } from "../src/rules/project/trees.ts";
import { someRequest } from "../test/harness/ledger/histories.ts";
import { commitFiles, gitIn } from "../test/harness/git/repositories.ts";

export const project = projectName.parse("acme");

export interface World {
  root: string;
  checkout: string;
  deps: TreesDeps;
  trees: Trees;
  house: Housekeeping;
}

/** Creates the template that each history copies. `.env` is untracked, and is copied to each worktree. */
export function makeTemplate(root: string): void {
  const checkout = `${root}/checkout`;
  mkdirSync(checkout, { recursive: true });
  gitIn(checkout, "init", "-q", "-b", "main");
  gitIn(checkout, "config", "user.name", "Ada");
  gitIn(checkout, "config", "user.email", "ada@example.org");
  writeFileSync(`${checkout}/.git/hooks/post-checkout`, "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
  const files = Object.fromEntries(pool.map((path) => [path, `${path} as it began\n`]));
  commitFiles(checkout, { ...files, ".gitignore": "*.log\n.env\nnode_modules/\n", "notes.txt": "notes\n" });
  writeFileSync(`${checkout}/.env`, "SECRET=1\n");
  writeFileSync(`${checkout}/notes.txt`, "notes that are not committed\n");
}

/** Few paths, so that changes overlap. */
export const pool: readonly string[] = ["a.txt", "b.txt", "src/c.ts", ".lore/plan.md", ".lore/d.md"];

export async function openHistory(template: string, root: string): Promise<World> {
  cpSync(template, root, { recursive: true, verbatimSymlinks: true });
  return addProject(root);
}

/** Adds the checkout, which must exist, as a project, and creates the rest. */
export async function addProject(root: string): Promise<World> {
  const world = openWorld(root);
  mkdirSync(world.deps.home.trash, { recursive: true });
  mkdirSync(`${root}/records`);
  const plan = await planAdd(world.deps, { name: project, path: world.checkout });
  await applyAdd(world.deps, plan);
  return world;
}

export function openWorld(root: string, careless = false): World {
  const checkout = `${root}/checkout`;
  const projects: HallConfig["projects"] = hallConfig.parse({
    projects: { acme: { path: checkout, branch: "main", copy: [".env"] } },
  }).projects;
  const home = homeLayout(`${root}/home`);
  const deps: TreesDeps = {
    home,
    marks: createMarks({ home, disk: systemDisk, async *earlier() {} }),
    disk: systemDisk,
    clock: systemClock,
    searchPath: process.env["PATH"] ?? "",
    projects: () => projects,
    log: { warn: () => undefined },
  };
  const real = createTrees(deps);
  const trees = careless
    ? { ...real, close: (order: CloseOrder) => closeCarelessly(checkout, deps, order) }
    : real;
  const house = createHousekeeping({
    ...deps,
    diskUse: systemDiskUse,
    find: async (id) => readRecord(root, id),
    trees,
    refresh: async (name) => void (await openRepository(deps, { project: name, path: checkout })),
    log: { info: () => undefined },
  });
  return { root, checkout, deps, trees, house };
}

type CloseOrder = Parameters<Trees["close"]>[0];

/** The control: removes the worktree by force, whatever is in it. */
async function closeCarelessly(checkout: string, { home }: TreesDeps, { id, tree }: CloseOrder) {
  const path = projectLayout(home, project).worktree(id);
  if (existsSync(path)) gitIn(checkout, "worktree", "remove", "--force", path);
  return { branch: tree.branch, trashed: null, notes: [] };
}

/** Returns the hall's record of a commission. An ended one is not changed any more. */
export function readRecord(root: string, id: CommissionId): Commission | undefined {
  const file = `${root}/records/${id}.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Commission) : undefined;
}

export function writeRecord(root: string, commission: Commission): void {
  const file = `${root}/records/${commission.record.request.id}.json`;
  writeFileSync(`${file}.draft`, JSON.stringify(commission));
  renameSync(`${file}.draft`, file);
}

export function records(root: string): Commission[] {
  const names = readdirSync(`${root}/records`).filter((name) => name.endsWith(".json"));
  const found = names.map((name) => readRecord(root, commissionId.parse(name.slice(0, -".json".length))));
  return found.filter((one) => one !== undefined);
}

/** Plans and records a commission; the next step creates its worktree. */
export async function accept(
  { root, trees }: World,
  order: { checkout: Checkout; keepWorktree: boolean; startAt: string | null },
): Promise<CommissionId> {
  const id = commissionId.parse(newUuid());
  const planned = await trees.plan({ id, project, checkout: order.checkout, startAt: order.startAt });
  if (!planned.ok) throw new Error(planned.message);
  const request = { ...someRequest, id, project, keepWorktree: order.keepWorktree };
  const record: CommissionRecord = {
    ...newCommissionRecord(request, new Date().toISOString()),
    tree: planned.tree,
  };
  writeRecord(root, { status: "in_progress", record });
  return id;
}

export function treeOf({ record }: Commission): TreePlan {
  if (record.tree === null) throw new Error("It has no tree.");
  return record.tree;
}

export async function make({ root, deps, checkout }: World, id: CommissionId): Promise<void> {
  const commission = getRecord(root, id);
  await makeWorktree(deps, {
    id,
    tree: treeOf(commission),
    copy: [".env"],
    from: checkout,
    placed: () => undefined,
  });
}

/** Records that the commission's session has begun. */
export function beginSession({ root }: World, id: CommissionId): void {
  const { record } = getRecord(root, id);
  writeRecord(root, { status: "in_progress", record: { ...record, sessionId: `session of ${id}` } });
}

/** Records how the commission finishes. For a merge, takes the snapshot of the work now. */
export async function plan({ root, deps }: World, id: CommissionId, tree: "merge" | "keep"): Promise<void> {
  const commission = getRecord(root, id);
  const at = new Date().toISOString();
  const { tree: snapshot } =
    tree === "merge" ? await snapshotTree(deps, { id, tree: treeOf(commission) }) : { tree: null };
  const end = { how: "normal", finalText: "Done." } as const;
  const outcome: FinishPlan["outcome"] =
    tree === "merge"
      ? { status: "completed", endedBy: "normal", anomaly: null, source: "final_text", trust: "claimed" }
      : { status: "cancelled", endedBy: "cancel", reason: "It was cancelled." };
  const record: CommissionRecord = {
    ...commission.record,
    proof:
      snapshot === null
        ? null
        : { end, snapshot, tree: null, changed: true, documents: false, unplayed: null, runs: [], base: [] },
    plan: { outcome, copy: [], tree },
    planned: { at, answers: 0 },
  };
  writeRecord(root, { status: "in_progress", record });
}

/** Continues a planned finish from wherever it was interrupted. */
export async function finish({ root, trees }: World, id: CommissionId): Promise<void> {
  const { record } = getRecord(root, id);
  if (record.plan === null) throw new Error("Its finish was not planned.");
  const tree = treeOf({ status: "in_progress", record });
  let latest = record;
  const finishing = { record, plan: record.plan, tree };
  const write = async (command: Command) => {
    if (command.do !== "plan-merge") throw new Error(`Nobody expects ${command.do}.`);
    const { expected, commit, tip } = command;
    latest = { ...latest, merge: { into: tree.into, expected, commit, tip } };
    writeRecord(root, { status: "in_progress", record: latest });
  };
  const landed = await trees.inTurn(project, () => landTree({ trees }, finishing, write));
  if (landed === "other") throw new Error("Work without checks has no merge to be proved.");
  const done = await closeTree({ trees }, { ...finishing, ...landed });
  const applied = { artifacts: [], problems: done.problems, chore: null, tree: done.outcome };
  const over = { record: { ...latest, applied }, endedAt: new Date().toISOString() };
  const { outcome } = record.plan;
  writeRecord(root, { ...over, status: outcome.status, outcome } as Commission);
}

export function getRecord(root: string, id: CommissionId): Commission {
  const found = readRecord(root, id);
  if (!found) throw new Error(`There is no record of ${id}.`);
  return found;
}

export function worktreeOf({ deps }: World, id: CommissionId): string {
  return join(projectLayout(deps.home, project).worktree(id));
}
