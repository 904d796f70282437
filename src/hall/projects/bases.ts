// Runs each project's own checks on its base, the tip of its integration branch, before money is spent on work that
// would fail because the base fails (is red). Checks run in the background, one at a time per project; nothing is
// polled.
import { messageOf } from "../../base/text/message-of.ts";
import type { BaseRecord, ProjectBase } from "../../contract/project/base.ts";
import { findProject, type ProjectSettings } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { Bases } from "../dispatch/deps.ts";
import { projectOf, tipOf } from "../../git/repository/repository.ts";
import { within } from "../../base/async/time-limit.ts";
import { createUnderway, type Underway } from "../../base/async/underway.ts";
import { noBase, waitsForChecks, waitsForRed, waitsForTip } from "../../rules/checks/bases.ts";
import { waitsForApproval } from "../../rules/checks/set-up-failure.ts";
import { type BaseRecords, createBaseRecords } from "./base-records.ts";
import { conditionsOf } from "./base-conditions.ts";
import { type BaseCheckDeps, type BaseTip, checkTip, knownRecord } from "./check-base.ts";

export interface BasesDeps extends BaseCheckDeps {
  /** Called when the known state of a base has changed. */
  changed(): void;
}

export interface HallBases extends Bases {
  /** Returns the known state of the base. Starts no check. */
  state(project: ProjectName): Promise<ProjectBase>;
  /** Checks the tip of the integration branch unless its outcome is known. Resolves when the outcome is known. */
  check(project: ProjectName): Promise<void>;
  /** Checks a red tip once more: the cause may have been outside of the repository. */
  checkAgain(project: ProjectName): Promise<void>;
  stop(): Promise<void>;
}

interface Watched {
  deps: BasesDeps;
  records: BaseRecords;
  /** The projects whose tip is being checked. */
  running: Map<ProjectName, Promise<void>>;
  /** When a check last could not be run. Until the retry, no work waits because of the project's base. */
  faultyAt: Map<ProjectName, number>;
  listeners: Set<(project: ProjectName) => void>;
  /** The queries and checks that are running. Each may write its outcome, so `stop` waits for them. */
  underway: Underway;
  stopping: AbortController;
}

/** How long to wait before a retry after a fault such as a repository that does not answer. */
const faultyMs = 60_000;

export function createBases(deps: BasesDeps): HallBases {
  const watched: Watched = {
    deps,
    records: createBaseRecords({ home: deps.home, disk: deps.stage.disk }),
    running: new Map(),
    faultyAt: new Map(),
    listeners: new Set(),
    underway: createUnderway(),
    stopping: new AbortController(),
  };
  return {
    why: (project, asked) => soonOr(watched, project, watched.underway.add(why(watched, project, asked))),
    subscribe: (listener) => {
      watched.listeners.add(listener);
      return () => void watched.listeners.delete(listener);
    },
    state: (project) => stateOf(watched, project),
    check: (project) => watched.underway.add(check(watched, project)),
    checkAgain: (project) => watched.underway.add(checkAgain(watched, project)),
    stop: async () => {
      watched.stopping.abort();
      await watched.underway.settled();
    },
  };
}

async function why(
  watched: Watched,
  project: ProjectName,
  { redTip }: { redTip: string | null },
): Promise<string | null> {
  try {
    if (redTip !== null) return await whyAt(watched, project, redTip);
    const found = await look(watched, project);
    if (found === null) return null;
    const { branch, tip, record } = found;
    if (record === null) return waitsForChecks({ project, branch });
    if (record.state === "green") return null;
    if (record.approve) return waitsForApproval({ project, tree: record.approve.tree });
    return waitsForRed({ project, branch, since: record.since?.commit ?? tip, checks: record.checks });
  } catch (error) {
    noteFault(watched, project, error);
    return null; // the repository's problem is reported when work begins on it
  }
}

async function checkAgain(watched: Watched, project: ProjectName): Promise<void> {
  const settings = checkedSettings(watched, project);
  if (settings === null || (await stateOf(watched, project)).state !== "red") return check(watched, project);
  try {
    const opened = await projectOf(watched.deps.git, project);
    const tip = await tipOf(watched.deps.git, opened, "integration");
    start(watched, { opened, settings, tip, isAgain: true });
    await watched.running.get(project);
  } catch (error) {
    noteFault(watched, project, error);
  }
}

async function check(watched: Watched, project: ProjectName): Promise<void> {
  if (watched.stopping.signal.aborted) return;
  try {
    const found = await look(watched, project);
    if (found?.record) tell(watched, project);
    else await watched.running.get(project);
  } catch (error) {
    noteFault(watched, project, error);
  }
}

/** How long the hall waits for a repository before it accepts a commission as blocked. */
const patienceMs = 5000;

/**
 * Returns the answer, or a reason to wait if the repository does not answer in time. Notifies listeners once
 * the repository answers.
 */
async function soonOr(
  watched: Watched,
  project: ProjectName,
  answer: Promise<string | null>,
): Promise<string | null> {
  const { stopping, deps } = watched;
  const waited = await within({ clock: deps.stage.clock, ms: patienceMs, signal: stopping.signal }, answer);
  if (waited.how === "came") return waited.value;
  if (waited.how === "late") void answer.then(() => tell(watched, project));
  return `waits for project ${project}: its repository does not answer`;
}

/**
 * Returns a reason to wait while the branch is still at `redTip`. The project's current checks do not matter: the same
 * tip would fail the same work.
 */
async function whyAt(watched: Watched, project: ProjectName, redTip: string): Promise<string | null> {
  const opened = await projectOf(watched.deps.git, project);
  const tip = await tipOf(watched.deps.git, opened, "integration");
  return tip === redTip ? waitsForTip({ project, branch: opened.integration, tip }) : null;
}

interface Looked {
  branch: string;
  tip: string;
  /** `null` if the tip is being checked. */
  record: BaseRecord | null;
}

/**
 * Reads the tip and its known outcome, and starts a check if there is none. Returns `null` if the project has no
 * checks, or they could not be run a moment ago.
 */
async function look(watched: Watched, project: ProjectName): Promise<Looked | null> {
  const settings = checkedSettings(watched, project);
  const faultyAt = watched.faultyAt.get(project);
  if (settings === null || (faultyAt !== undefined && nowOf(watched) - faultyAt < faultyMs)) return null;
  const opened = await projectOf(watched.deps.git, project);
  const tip = await tipOf(watched.deps.git, opened, "integration");
  const branch = opened.integration;
  const record = await knownRecord(watched, { opened, settings, tip });
  if (record !== null) watched.faultyAt.delete(project);
  if (record === null) start(watched, { opened, settings, tip });
  return { branch, tip, record };
}

function checkedSettings({ deps }: Watched, project: ProjectName): ProjectSettings | null {
  const settings = findProject(deps.config().projects, project);
  return settings?.path === undefined || settings.checks.length === 0 ? null : settings;
}

function start(watched: Watched, order: BaseTip & { isAgain?: boolean }): void {
  const { name } = order.opened;
  if (watched.running.has(name) || watched.stopping.signal.aborted) return;
  const run = checkTip(watched, order)
    .then((record) => void (record && watched.faultyAt.delete(name)))
    .catch((error: unknown) => noteFault(watched, name, error))
    .finally(() => {
      watched.running.delete(name);
      tell(watched, name);
      // The branch may have moved meanwhile.
      void watched.underway.add(check(watched, name));
    });
  watched.running.set(name, watched.underway.add(run));
  watched.deps.changed();
}

async function stateOf(watched: Watched, project: ProjectName): Promise<ProjectBase> {
  const settings = checkedSettings(watched, project);
  if (settings === null) return noBase;
  if (watched.running.has(project)) return { ...noBase, state: "checking" };
  const record = await watched.records.read(project);
  if (record === null || record.conditions !== conditionsOf(watched.deps, settings))
    return { ...noBase, state: "unchecked" };
  const { state, commit, since, checks, approve } = record;
  return { state, commit, since, checks, ...(approve && { approve }) };
}

function noteFault(watched: Watched, project: ProjectName, error: unknown): void {
  if (watched.stopping.signal.aborted) return;
  watched.faultyAt.set(project, nowOf(watched));
  const reason = messageOf(error);
  watched.deps.log.error("the base of a project could not be checked", { project, reason });
}

function tell({ deps, listeners, stopping }: Watched, project: ProjectName): void {
  if (stopping.signal.aborted) return;
  for (const listener of listeners) listener(project);
  deps.changed();
}

const nowOf = ({ deps }: Watched): number => deps.stage.clock.now();
