// Checks the base of each project: its own checks, on the tip of its integration branch, before money is spent on work
// that would be refuted for it. One check of a project at a time, in the background; nothing is polled.
import {
  conditionsOf as resultConditions,
  proveTree,
  type Proved,
} from "../../workbench/checks/prove-tree.ts";
import { findResults } from "../../workbench/checks/results.ts";
import type { SetUpDeps } from "../../workbench/checks/set-up.ts";
import type { BaseRecord, ProjectBase } from "../../contract/project/base.ts";
import { findProject, type HallConfig, type ProjectSettings } from "../../contract/home/config.ts";
import { type HomeLayout, projectChecks } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { Bases } from "../dispatch/deps.ts";
import { treeOf } from "../../git/merge/merge-trees.ts";
import { type OpenProject, projectOf, tipOf } from "../../git/repository/repository.ts";
import type { TreesDeps } from "../../git/trees.ts";
import type { Log } from "../../host/log.ts";
import { within } from "../../host/within.ts";
import { createUnderway, type Underway } from "../../base/async/underway.ts";
import {
  failedOf,
  noBase,
  sinceOf,
  waitsForChecks,
  waitsForRed,
  waitsForTip,
} from "../../rules/checks/bases.ts";
import { waitsForApproval } from "../../rules/checks/set-up-failure.ts";
import type { SandboxProbe } from "../../workbench/sandbox/probe.ts";
import { type BaseRecords, createBaseRecords } from "./base-records.ts";
import { checksOf, conditionsOf } from "./base-conditions.ts";
import { noteSetUp, stillKnown } from "./base-set-up.ts";

export interface BasesDeps {
  home: HomeLayout;
  git: TreesDeps;
  stage: SetUpDeps;
  probe: SandboxProbe;
  config(): HallConfig;
  log: Log;
  /** A base is known to be otherwise than before. */
  changed(): void;
}

export interface HallBases extends Bases {
  /** As it is known now. Starts nothing. */
  state(project: ProjectName): Promise<ProjectBase>;
  /** The integration branch may have moved: checks its tip where that has not been done. Resolves when it is known. */
  check(project: ProjectName): Promise<void>;
  /** Checks the tip once more although it is known to be red: what was wrong may have been outside of it. */
  checkAgain(project: ProjectName): Promise<void>;
  stop(): Promise<void>;
}

interface Desk {
  deps: BasesDeps;
  records: BaseRecords;
  /** Those whose tip is being checked. */
  running: Map<ProjectName, Promise<void>>;
  /** When a check could not be run: until it is tried again, the project holds nothing up. */
  faultyAt: Map<ProjectName, number>;
  listeners: Set<(project: ProjectName) => void>;
  /** Looks and checks: each of them may write what it found. */
  underway: Underway;
  stopping: AbortController;
}

/** How long a fault, such as a repository that does not answer, is given to pass. */
const faultyMs = 60_000;

export function createBases(deps: BasesDeps): HallBases {
  const desk: Desk = {
    deps,
    records: createBaseRecords({ home: deps.home, disk: deps.stage.disk }),
    running: new Map(),
    faultyAt: new Map(),
    listeners: new Set(),
    underway: createUnderway(),
    stopping: new AbortController(),
  };
  return {
    why: (project, asked) => soonOr(desk, project, desk.underway.add(why(desk, project, asked))),
    subscribe: (listener) => {
      desk.listeners.add(listener);
      return () => void desk.listeners.delete(listener);
    },
    state: (project) => stateOf(desk, project),
    check: (project) => desk.underway.add(check(desk, project)),
    checkAgain: (project) => desk.underway.add(checkAgain(desk, project)),
    stop: async () => {
      desk.stopping.abort();
      await desk.underway.settled();
    },
  };
}

async function why(
  desk: Desk,
  project: ProjectName,
  { redTip }: { redTip: string | null },
): Promise<string | null> {
  try {
    if (redTip !== null) return await whyAt(desk, project, redTip);
    const found = await look(desk, project);
    if (found === null) return null;
    const { branch, tip, record } = found;
    if (record === null) return waitsForChecks({ project, branch });
    if (record.state === "green") return null;
    if (record.approve) return waitsForApproval({ project, tree: record.approve.tree });
    return waitsForRed({ project, branch, since: record.since?.commit ?? tip, checks: record.checks });
  } catch (error) {
    noteFault(desk, project, error);
    return null; // what is wrong with the repository is told when work begins on it
  }
}

async function checkAgain(desk: Desk, project: ProjectName): Promise<void> {
  const settings = checkedSettings(desk, project);
  if (settings === null || (await stateOf(desk, project)).state !== "red") return check(desk, project);
  try {
    const opened = await projectOf(desk.deps.git, project);
    const tip = await tipOf(desk.deps.git, opened, "integration");
    start(desk, { opened, settings, tip, isAgain: true });
    await desk.running.get(project);
  } catch (error) {
    noteFault(desk, project, error);
  }
}

async function check(desk: Desk, project: ProjectName): Promise<void> {
  if (desk.stopping.signal.aborted) return;
  try {
    const found = await look(desk, project);
    if (found?.record) tell(desk, project);
    else await desk.running.get(project);
  } catch (error) {
    noteFault(desk, project, error);
  }
}

/** How long the hall waits for a repository before it takes a commission on as blocked. */
const patienceMs = 5000;

/** A repository that does not answer holds up its own work alone, which is looked at again when it does. */
async function soonOr(
  desk: Desk,
  project: ProjectName,
  answer: Promise<string | null>,
): Promise<string | null> {
  const { stopping, deps } = desk;
  const waited = await within({ clock: deps.stage.clock, ms: patienceMs, signal: stopping.signal }, answer);
  if (waited.how === "came") return waited.value;
  if (waited.how === "late") void answer.then(() => tell(desk, project));
  return `waits for project ${project}: its repository does not answer`;
}

/** Whatever the project is checked with now: the same tip fails the same work. */
async function whyAt(desk: Desk, project: ProjectName, redTip: string): Promise<string | null> {
  const opened = await projectOf(desk.deps.git, project);
  const tip = await tipOf(desk.deps.git, opened, "integration");
  return tip === redTip ? waitsForTip({ project, branch: opened.integration, tip }) : null;
}

interface Looked {
  branch: string;
  tip: string;
  /** null: it is being checked. */
  record: BaseRecord | null;
}

/** null: the project has no checks, or they could not be run a moment ago. */
async function look(desk: Desk, project: ProjectName): Promise<Looked | null> {
  const settings = checkedSettings(desk, project);
  const faultyAt = desk.faultyAt.get(project);
  if (settings === null || (faultyAt !== undefined && nowOf(desk) - faultyAt < faultyMs)) return null;
  const opened = await projectOf(desk.deps.git, project);
  const tip = await tipOf(desk.deps.git, opened, "integration");
  const branch = opened.integration;
  const record = await knownRecord(desk, { opened, settings, tip });
  if (record === null) start(desk, { opened, settings, tip });
  return { branch, tip, record };
}

function checkedSettings({ deps }: Desk, project: ProjectName): ProjectSettings | null {
  const settings = findProject(deps.config().projects, project);
  return settings?.path === undefined || settings.checks.length === 0 ? null : settings;
}

interface Tip {
  opened: OpenProject;
  settings: ProjectSettings;
  tip: string;
}

/** What was found on this very tree, under the same conditions. Merges of checked work leave it known. */
async function knownRecord(desk: Desk, order: Tip): Promise<BaseRecord | null> {
  const { deps } = desk;
  const { opened, settings, tip } = order;
  const kept = await stillKnown(deps.stage, {
    project: opened.name,
    record: await desk.records.read(opened.name),
    signal: desk.stopping.signal,
  });
  const conditions = conditionsOf(desk.deps, settings);
  if (kept?.conditions === conditions && kept.commit === tip) return kept;
  const tree = await treeOf(deps.git, opened.place, tip);
  if (kept?.conditions === conditions && kept.tree === tree) return kept;
  if (settings.copy.length > 0) return null;
  const asked = {
    project: opened.name,
    tree,
    head: tip,
    setup: settings.setup ?? null,
    allow: settings.network.allow,
    probe: deps.probe,
    checks: checksOf(settings),
    signal: desk.stopping.signal,
  };
  const found = await findResults(deps.stage, opened.name, {
    ...(await resultConditions(deps.stage, asked, {})),
    limits: deps.config().limits,
  });
  if (found === null) return null;
  const results = found.map(({ run, again, at }) => ({
    ...run,
    from: "project" as const,
    at,
    tree,
    ...(again && { again }),
  }));
  return remember(desk, order, { tree, checks: results });
}

function start(desk: Desk, order: Tip & { isAgain?: boolean }): void {
  const { name } = order.opened;
  if (desk.running.has(name) || desk.stopping.signal.aborted) return;
  const run = checkTip(desk, order)
    .catch((error: unknown) => noteFault(desk, name, error))
    .finally(() => {
      desk.running.delete(name);
      tell(desk, name);
      // The branch may have moved meanwhile.
      void desk.underway.add(check(desk, name));
    });
  desk.running.set(name, desk.underway.add(run));
  desk.deps.changed();
}

async function checkTip(desk: Desk, order: Tip & { isAgain?: boolean }): Promise<void> {
  const { deps, stopping } = desk;
  const { opened, settings, tip, isAgain = false } = order;
  const tree = await treeOf(deps.git, opened.place, tip);
  const proved = await proveTree(deps.stage, {
    project: opened.name,
    repository: opened.repository,
    tree,
    head: tip,
    copy: settings.copy,
    from: opened.path,
    area: projectChecks(deps.home, opened.name).stage,
    limits: deps.config().limits,
    probe: deps.probe,
    signal: stopping.signal,
    isAgain,
    checks: checksOf(settings),
    setup: settings.setup ?? null,
    allow: settings.network.allow,
    ran: async () => undefined,
    setUp: async ({ by, on, hosts = [] }) => noteSetUp(deps.log, { project: opened.name, by, on, hosts }),
    note: (text) => deps.log.warn(text, { project: opened.name }),
  });
  if (proved.how === "stopped") return;
  const approve = proved.how === "setup" ? proved.approve : null;
  await remember(desk, order, { tree, checks: resultsOf(proved), ...(approve && { approve }) });
}

/** A set-up that fails makes the base red like a check. */
function resultsOf(proved: Exclude<Proved, { how: "stopped" }>): BaseRecord["checks"] {
  if (proved.how === "proved") return [...proved.results];
  if (proved.run === null) throw new Error(proved.message);
  return [{ ...proved.run, from: "project", at: null, tree: null }];
}

async function remember(
  desk: Desk,
  { opened, settings, tip }: Tip,
  { tree, checks, approve }: Pick<BaseRecord, "tree" | "checks" | "approve">,
): Promise<BaseRecord> {
  const { name } = opened;
  const before = await desk.records.read(name);
  const at = new Date(nowOf(desk)).toISOString();
  const isRed = failedOf(checks).length > 0;
  const record: BaseRecord = {
    version: 1,
    commit: tip,
    tree,
    conditions: conditionsOf(desk.deps, settings),
    state: isRed ? "red" : "green",
    since: sinceOf(before, { isRed, commit: tip, at }),
    checks,
    ...(approve && { approve }),
    at,
  };
  desk.faultyAt.delete(name);
  await desk.records.keep(name, record);
  return record;
}

async function stateOf(desk: Desk, project: ProjectName): Promise<ProjectBase> {
  const settings = checkedSettings(desk, project);
  if (settings === null) return noBase;
  if (desk.running.has(project)) return { ...noBase, state: "checking" };
  const record = await desk.records.read(project);
  if (record === null || record.conditions !== conditionsOf(desk.deps, settings))
    return { ...noBase, state: "unchecked" };
  const { state, commit, since, checks, approve } = record;
  return { state, commit, since, checks, ...(approve && { approve }) };
}

function noteFault(desk: Desk, project: ProjectName, error: unknown): void {
  if (desk.stopping.signal.aborted) return;
  desk.faultyAt.set(project, nowOf(desk));
  const reason = error instanceof Error ? error.message : String(error);
  desk.deps.log.error("the base of a project could not be checked", { project, reason });
}

function tell({ deps, listeners, stopping }: Desk, project: ProjectName): void {
  if (stopping.signal.aborted) return;
  for (const listener of listeners) listener(project);
  deps.changed();
}

const nowOf = ({ deps }: Desk): number => deps.stage.clock.now();
