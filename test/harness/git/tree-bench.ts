// Runs the workbenches of one commission, one after another, on a project with a real repository: git, the sandbox and
// the commands are real. The test supplies the session and plays the hall.
import { mkdirSync, writeFileSync } from "node:fs";
import { readForWorkbench } from "../../../src/store/config/read.ts";
import type { AcceptedRequest } from "../../../src/contract/commission/commission.ts";
import {
  type EventBody,
  type HallEventBody,
  type LedgerEvent,
  ledgerEvent,
} from "../../../src/contract/commission/events.ts";
import { type Fact, fact } from "../../../src/contract/commission/facts.ts";
import { type HomeLayout, workLayout } from "../../../src/contract/home/home-layout.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import type { Limits } from "../../../src/contract/commission/limits.ts";
import { type AcceptanceCheck, type TreePlan } from "../../../src/contract/project/tree.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { openJournal, readJournal } from "../../../src/store/ledger/journal.ts";
import type { Trees } from "../../../src/rules/project/trees.ts";
import { carryOut } from "../../../src/workbench/work/carry-out.ts";
import { createBenchTrees } from "../../../src/workbench/work/bench-trees.ts";
import type { BenchTrees, WorkbenchDeps } from "../../../src/workbench/work/deps.ts";
import { wireWorkbench } from "../../../src/workbench/main.ts";
import type { Played } from "../../../src/workbench/work/acceptance-checks.ts";
import type { Bench } from "../../../src/workbench/bench/bench.ts";
import { runBench } from "../../../src/workbench/bench/run-bench.ts";
import { probe } from "../../workbench/sandbox/usable.ts";
import { gitIn, makeRepository, marksIn } from "./repositories.ts";
import { newRequest, someHome } from "../ledger/some-ledger.ts";

export interface BenchPlan {
  /** The project's entry in config.yaml; absent if the commission has no project and works in a plain directory. */
  project?: object;
  checks?: readonly AcceptanceCheck[];
  checkout?: TreePlan["checkout"];
  /** The hosts that the worker's commands may reach, as the hall planned them. */
  shell?: readonly string[];
  /** The commit that the work begins at; by default the tip of the integration branch. */
  startAt?(checkout: string): string;
  /** Overrides fields of the request; receives the path of the work directory. */
  request?(work: string): Partial<AcceptedRequest>;
}

export const limits: Limits = { maxTurns: 9, maxBudgetUsd: 1 };
const project = projectName.parse("lamps");

export const checked = (...commands: string[]): AcceptanceCheck[] =>
  commands.map((command) => ({ command, timeoutSeconds: 20, from: "project" }));

export type Session = (bench: Bench) => Promise<Played>;

export const says = (finalText = "done"): Played => ({ end: { how: "normal", finalText }, unplayed: null });

/** Creates a commission. `lay` changes the person's checkout before the work is planned. */
export async function layCommission(plan: BenchPlan = {}, lay: (checkout: string) => void = () => undefined) {
  const home = someHome();
  const asked = newRequest({ project: plan.project ? project : null });
  const { id } = asked;
  const checkout = plan.project ? layRepository() : "";
  if (checkout !== "") lay(checkout);
  const projects = plan.project ? { [project]: { path: checkout, branch: "main", ...plan.project } } : {};
  writeFileSync(home.config, JSON.stringify({ projects })); // JSON is YAML
  const order = { id, project, checkout: plan.checkout ?? "full", startAt: plan.startAt?.(checkout) ?? null };
  const tree = plan.project ? await planIn(home, order) : null;
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
    ...(plan.shell && { shell: [...plan.shell] }),
  };
  const ledger = ledgerOf(layout);
  const hall = {
    /** Dispatches the next workbench. */
    async dispatch(): Promise<number> {
      const bench = (await ledger.read()).filter(({ type }) => type === "workbench.starting").length + 1;
      await ledger.append([dispatched, { type: "workbench.starting", bench }]);
      return bench;
    },
    /** Copies a workbench's facts to the ledger, then appends what the hall decided. */
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
  return { home, id, layout, tree, checkout, hall, run, ledger };
}

const gitDeps = { disk: systemDisk, clock: systemClock, searchPath: process.env["PATH"] ?? "" };

export function treesOf(home: HomeLayout): BenchTrees {
  return createBenchTrees({ ...gitDeps, home, projects: () => ({}) });
}

async function planIn(home: HomeLayout, order: Parameters<Trees["plan"]>[0]): Promise<TreePlan> {
  const { projects } = await readForWorkbench(systemDisk, home);
  const planned = await createTrees({
    ...gitDeps,
    home,
    projects: () => projects,
    marks: marksIn(home),
    log: { warn: () => undefined },
  }).plan(order);
  if (!planned.ok) throw new Error(planned.message);
  return planned.tree;
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

/** Runs a workbench with the same parts as its main(), but with the test's session. */
export async function runScripted(
  home: HomeLayout,
  ref: Pick<Bench, "id" | "bench">,
  { session, changes = {} }: { session: Session; changes?: Partial<WorkbenchDeps> },
): Promise<number> {
  const config = await readForWorkbench(systemDisk, home);
  const deps = {
    ...wireWorkbench(home.root, config),
    print: () => undefined,
    ...changes,
  };
  const makeReady = async () => (bench: Bench) =>
    carryOut(deps, bench, { probe, limits, placed: () => undefined, session: () => session(bench) });
  return runBench({ ...deps, makeReady }, ref);
}

function layRepository(): string {
  const checkout = makeRepository({
    "README.md": "# Lamps\n",
    ".gitignore": "ignored/\n",
    ".lore/notes.md": "What is known.\n",
  });
  gitIn(checkout, "branch", "claude/main");
  return checkout;
}
