// A commission of a project with a real repository, and its workbenches one after another: real git, real sandbox, real
// commands. The session is handed in, and the test plays the hall.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { readForWorkbench } from "../../src/config/read.ts";
import type { AcceptedRequest } from "../../src/contract/commission.ts";
import {
  type EventBody,
  type HallEventBody,
  type LedgerEvent,
  ledgerEvent,
} from "../../src/contract/events.ts";
import { type Fact, fact } from "../../src/contract/facts.ts";
import { type HomeLayout, projectLayout, workLayout } from "../../src/contract/home-layout.ts";
import { projectName } from "../../src/contract/ids.ts";
import type { Limits } from "../../src/contract/limits.ts";
import { type AcceptanceCheck, commissionBranch, type TreePlan } from "../../src/contract/tree.ts";
import { makeView } from "../../src/git/view.ts";
import { systemClock } from "../../src/host/clock.ts";
import { systemDisk } from "../../src/host/disk.ts";
import { openJournal, readJournal } from "../../src/ledger/journal.ts";
import { carryOut } from "../../src/workbench/carry-out.ts";
import type { WorkbenchDeps } from "../../src/workbench/deps.ts";
import { wireWorkbench } from "../../src/workbench/main.ts";
import type { Played } from "../../src/workbench/prove.ts";
import { type Bench, runBench } from "../../src/workbench/run.ts";
import { probe } from "../sandbox/usable.ts";
import { newRequest, someHome } from "./some-ledger.ts";
import { tempDir } from "./temp.ts";

export interface BenchPlan {
  /** Under its project in config.yaml; absent: it has no project, and a plain work directory. */
  project?: object;
  checks?: readonly AcceptanceCheck[];
  checkout?: TreePlan["checkout"];
  /** What is asked, by one who knows where the work will lie. */
  request?(work: string): Partial<AcceptedRequest>;
}

export const limits: Limits = { maxTurns: 9, maxBudgetUsd: 1 };
const project = projectName.parse("lamps");

export const checked = (...commands: string[]): AcceptanceCheck[] =>
  commands.map((command) => ({ command, timeoutSeconds: 20, from: "project" }));

export type Session = (bench: Bench) => Promise<Played>;

export const says = (finalText = "done"): Played => ({ end: { how: "normal", finalText }, unplayed: null });

export async function layCommission(plan: BenchPlan = {}) {
  const home = someHome();
  const asked = newRequest({ project: plan.project ? project : null });
  const { id } = asked;
  const repository = plan.project ? layRepository() : null;
  const projects = plan.project ? { [project]: { path: repository?.checkout, ...plan.project } } : {};
  writeFileSync(home.config, JSON.stringify({ projects })); // JSON is YAML
  const tree: TreePlan | null = repository && {
    project,
    repository: `${repository.checkout}/.git`,
    branch: commissionBranch(id),
    base: repository.tip,
    into: "claude/main",
    checkout: plan.checkout ?? "full",
  };
  const layout = workLayout(home, id, tree);
  mkdirSync(layout.directory, { recursive: true });
  if (tree === null) mkdirSync(layout.work);
  const checks = [...(plan.checks ?? [])];
  const dispatched: HallEventBody = {
    type: "commission.dispatched",
    sandbox: probe.level,
    limits,
    ...(tree && { tree }),
    checks,
  };
  const ledger = ledgerOf(layout);
  const hall = {
    /** The next workbench may begin. */
    async dispatch(): Promise<number> {
      const bench = (await ledger.read()).filter(({ type }) => type === "workbench.starting").length + 1;
      await ledger.append([dispatched, { type: "workbench.starting", bench }]);
      return bench;
    },
    /** Takes over what a workbench has said, and goes on with it. */
    async takeOver(bench: number, ...decided: HallEventBody[]): Promise<void> {
      const facts = await factsOf(layout, bench);
      const taken = facts.map(({ seq, ...body }) => ({ ...body, bench, benchSeq: seq }));
      await ledger.append([...taken, ...decided]);
    },
    async lose(bench: number): Promise<void> {
      const lost: HallEventBody = { type: "workbench.lost", bench, began: true, message: "It was killed." };
      const requeued = { type: "commission.requeued", cause: "crash", notBefore: "soon" } as const;
      await hall.takeOver(bench, lost, requeued);
    },
  };
  const request = { ...asked, ...plan.request?.(layout.work) };
  await ledger.append([{ type: "commission.created", request }]);
  const run = async (session: Session, changes: Partial<WorkbenchDeps> = {}) => {
    const bench = await hall.dispatch();
    const exit = await runScripted(home, { id, bench }, { session, changes });
    return { bench, exit, facts: await factsOf(layout, bench) };
  };
  return { home, id, layout, tree, checkout: repository?.checkout ?? "", hall, run, ledger };
}

type Layout = ReturnType<typeof workLayout>;

function ledgerOf(layout: Layout) {
  const place = { path: layout.events, blobs: layout.blobs, schema: ledgerEvent };
  return {
    read: async () => (await readJournal({ disk: systemDisk }, place)).events,
    append: async (bodies: readonly EventBody[]) => {
      const deps = { disk: systemDisk, clock: systemClock };
      const { journal } = await openJournal<EventBody, LedgerEvent>(deps, place);
      await journal.append(bodies);
    },
  };
}

export async function factsOf(layout: Layout, bench: number): Promise<Fact[]> {
  const place = { path: layout.journal(bench), blobs: layout.blobs, schema: fact };
  return (await readJournal({ disk: systemDisk }, place)).events;
}

/** As main() wires it, with another session. */
export async function runScripted(
  home: HomeLayout,
  ref: Pick<Bench, "id" | "bench">,
  { session, changes = {} }: { session: Session; changes?: Partial<WorkbenchDeps> },
): Promise<number> {
  const config = await readForWorkbench(systemDisk, home);
  const deps = {
    ...wireWorkbench(home.root, config),
    trees: plainTrees(home),
    print: () => undefined,
    ...changes,
  };
  const makeReady = async () => (bench: Bench) =>
    carryOut(deps, bench, { probe, limits, session: () => session(bench) });
  return runBench({ ...deps, makeReady }, ref);
}

function layRepository(): { checkout: string; tip: string } {
  const checkout = tempDir();
  writeFileSync(`${checkout}/README.md`, "# Lamps\n");
  writeFileSync(`${checkout}/.gitignore`, "ignored/\n");
  mkdirSync(`${checkout}/.lore`);
  writeFileSync(`${checkout}/.lore/notes.md`, "What is known.\n");
  gitIn(checkout, "init", "--quiet", "--initial-branch=main");
  gitIn(checkout, "add", "--all");
  gitIn(checkout, "commit", "--quiet", "--message=The first");
  gitIn(checkout, "branch", "claude/main");
  return { checkout, tip: gitIn(checkout, "rev-parse", "claude/main").trim() };
}

/** Git, as the person has it. */
export function gitIn(cwd: string, ...args: string[]): string {
  const person = ["-c", "user.name=A Person", "-c", "user.email=person@example.invalid"];
  const env = { PATH: process.env["PATH"] ?? "", HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  const run = spawnSync("git", [...person, ...args], { cwd, env, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`);
  return run.stdout;
}

export function plainTrees(home: HomeLayout): WorkbenchDeps["trees"] {
  return {
    make: async ({ id, tree }) => {
      const { work } = workLayout(home, id, tree);
      const there = spawnSync("git", ["rev-parse", "--show-toplevel"], { cwd: work, encoding: "utf8" });
      if (there.status === 0) return { notes: [] };
      gitIn(tree.repository, "worktree", "add", "--quiet", "-b", tree.branch, work, tree.base);
      const { view } = projectLayout(home, tree.project);
      await makeView(systemDisk, { view, repository: tree.repository, kept: new Map() });
      return { notes: [] };
    },
    snapshot: async ({ id, tree }) => {
      const { work } = workLayout(home, id, tree);
      gitIn(work, "add", "--all");
      return gitIn(work, "write-tree").trim();
    },
  };
}
