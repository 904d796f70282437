// Runs the acceptance checks of a project on one tree in a fresh checkout (a "stage"). If a check fails, the
// checks run a second time on a second stage. A check that passes there is flaky, and its first failure
// proves nothing about the tree.
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { SetUpRun, SetUpWait } from "../../contract/project/set-up.ts";
import type { AcceptanceCheck, CheckResult, CommandRun } from "../../contract/project/tree.ts";
import { treeTooLarge } from "../../git/snapshot/lay-out.ts";
import { hasPassed } from "../../rules/checks/has-passed.ts";
import { setUpFailure } from "../../rules/checks/set-up-failure.ts";
import { type Conditions, findResults, keepResult, plainLimits } from "./results.ts";
import { runCheck } from "./run-check.ts";
import { planSetUp, type SetUp } from "./plan-set-up.ts";
import { type SetUpDeps, type SetUpOrder, setUpTree } from "./set-up.ts";
import { clearStage, openStage, type CheckStage, type CheckStageOrder } from "./stage.ts";

export interface ProveTreeOrder extends CheckStageOrder {
  checks: readonly AcceptanceCheck[];
  setup: SetUp | null;
  /** Hosts that the set-up may reach. Empty means every public host. */
  allow: readonly AllowedHost[];
  /** Runs the checks even if their results are known. */
  isAgain?: boolean;
  /** Called after each run has ended, and for each cached result that replaces a run (`isKept`). */
  ran(check: AcceptanceCheck, run: CommandRun, how: { round: 1 | 2; isKept: boolean }): Promise<void>;
  setUp(run: SetUpRun): Promise<void>;
  note(text: string): void;
}

export type Proved =
  | { how: "proved"; results: readonly CheckResult[] }
  /** The project's set-up failed on this tree, or the tree is too large to be checked out. */
  | {
      how: "setup";
      message: string;
      run: SetUpRun | null;
      /** The tree to approve so that the set-up gets the network. `null` if approval would change nothing. */
      approve: SetUpWait | null;
    }
  | { how: "stopped" };

export async function proveTree(deps: SetUpDeps, order: ProveTreeOrder): Promise<Proved> {
  if (order.checks.length === 0) return { how: "proved", results: [] };
  try {
    // Files that are copied in from the person's checkout affect the results, and their hashes are known only after the
    // copy.
    const known = order.copy.length === 0 ? await knownResults(deps, order, {}) : null;
    return known ?? (await proveOnStages(deps, order));
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== treeTooLarge) throw error;
    return { how: "setup", message: error.message, run: null, approve: null };
  } finally {
    await clearStage(deps, order);
  }
}

async function knownResults(
  deps: SetUpDeps,
  order: ProveTreeOrder,
  copied: Conditions["copied"],
): Promise<Proved | null> {
  const { project, limits } = order;
  if (order.isAgain) return null;
  const kept = await findResults(deps, project, { ...(await conditionsOf(deps, order, copied)), limits });
  if (kept === null) return null;
  const results: CheckResult[] = [];
  for (const [at, check] of order.checks.entries()) {
    const found = kept[at];
    if (found === undefined) return null;
    const { run, again, at: ranAt, tree } = found;
    results.push({ ...run, from: check.from, at: ranAt, tree, ...(again && { again }) });
    await order.ran(check, found.run, { round: 1, isKept: true });
    if (found.again !== null) await order.ran(check, found.again, { round: 2, isKept: true });
  }
  return { how: "proved", results };
}

async function proveOnStages(deps: SetUpDeps, order: ProveTreeOrder): Promise<Proved> {
  const tried = await firstRound(deps, order);
  // A set-up that installs something may fail temporarily, so it gets a second run, as each check does.
  const isWorthAnother = "how" in tried && tried.how === "setup" && tried.approve === null;
  const first = isWorthAnother ? await firstRound(deps, order) : tried;
  if (!("runs" in first)) return first;
  const again = first.runs.every(hasPassed) ? [] : await secondRound(deps, order, first.runs);
  if (again === null) return { how: "stopped" };
  const { tree } = order;
  const now = new Date(deps.clock.now()).toISOString();
  const results = order.checks.flatMap(({ from }, at): CheckResult[] => {
    const [run, second] = [first.runs[at], again[at]];
    return run === undefined ? [] : [{ ...run, from, at: now, tree, ...(second && { again: second }) }];
  });
  await keepAll(deps, order, { conditions: first.conditions, results });
  return { how: "proved", results };
}

type FirstRound = Proved | { runs: readonly CommandRun[]; conditions: Conditions };

async function firstRound(deps: SetUpDeps, order: ProveTreeOrder): Promise<FirstRound> {
  const stage = await openStage(deps, order);
  stage.notes.forEach(order.note);
  if (order.signal.aborted) return { how: "stopped" };
  const known = order.copy.length === 0 ? null : await knownResults(deps, order, stage.copied);
  if (known !== null) return known;
  // Computed before the set-up, because an approval that arrives while it runs does not change how it ran.
  const conditions = await conditionsOf(deps, order, stage.copied);
  const failed = await runSetUp(deps, order, stage);
  if (failed !== null) return failed;
  const runs = await runAll(deps, order, stage, (check, run) =>
    order.ran(check, run, { round: 1, isKept: false }),
  );
  return runs === null ? { how: "stopped" } : { runs, conditions };
}

/**
 * Runs all checks again on a new stage, because a check may need what an earlier one made. Returns the second runs of
 * the failed checks by index: none if the set-up fails this time, `null` if the run was stopped.
 */
async function secondRound(
  deps: SetUpDeps,
  order: ProveTreeOrder,
  first: readonly CommandRun[],
): Promise<(CommandRun | undefined)[] | null> {
  const stage = await openStage(deps, order);
  if (order.signal.aborted) return null;
  // The set-up is already on record from the first round; only runs that had the network are recorded again.
  const setUp: ProveTreeOrder["setUp"] = async (run) => (run.hosts ? order.setUp(run) : undefined);
  const failed = await runSetUp(deps, { ...order, setUp }, stage);
  if (failed !== null) return failed.how === "stopped" ? null : [];
  const hasFailed = (at: number) => first[at] !== undefined && !hasPassed(first[at]);
  const runs = await runAll(deps, order, stage, async (check, run, at) => {
    if (hasFailed(at)) await order.ran(check, run, { round: 2, isKept: false });
  });
  return runs?.map((run, at) => (hasFailed(at) ? run : undefined)) ?? null;
}

/** Returns `null` if the set-up passed, or if the project has none. */
async function runSetUp(deps: SetUpDeps, order: ProveTreeOrder, stage: CheckStage): Promise<Proved | null> {
  const { setup, project, signal } = order;
  if (setup === null) return null;
  const { copied, work, own } = stage;
  const use: SetUpOrder["use"] = (task) => stage.use("set-up", task);
  const done = await setUpTree(deps, { ...order, setup, copied, into: { work, own }, use }).catch(
    unlessStopped(signal),
  );
  if (done === null || signal.aborted) return { how: "stopped" };
  const { run } = done;
  if (typeof run !== "string") await order.setUp(run);
  if (done.how === "done") return null;
  const { isCutOff, approve } = done;
  const message = setUpFailure({ project, command: setup.command, run, isCutOff, approve });
  return { how: "setup", message, run: typeof run === "string" ? null : run, approve };
}

/**
 * Returns an error handler that turns a failure after an abort into `null`, because it says nothing about the set-up.
 */
function unlessStopped(signal: AbortSignal): (error: unknown) => null {
  return (error) => {
    if (signal.aborted) return null;
    throw error;
  };
}

/**
 * Runs all checks, even after one fails. Returns `null` if aborted, because an interrupted check says nothing about the
 * tree.
 */
async function runAll(
  deps: SetUpDeps,
  { checks, signal }: ProveTreeOrder,
  stage: CheckStage,
  ran: (check: AcceptanceCheck, run: CommandRun, at: number) => Promise<void>,
): Promise<CommandRun[] | null> {
  const runs: CommandRun[] = [];
  for (const [at, check] of checks.entries()) {
    const done = await stage.use("checks", (place) => runCheck(deps, { check, place, signal }));
    if (signal.aborted) return null;
    const run = { command: check.command, ...done };
    await ran(check, run, at);
    runs.push(run);
  }
  return runs;
}

async function keepAll(
  deps: SetUpDeps,
  order: ProveTreeOrder,
  { conditions, results }: { conditions: Conditions; results: readonly CheckResult[] },
): Promise<void> {
  const { project, tree } = order;
  for (const [at, { from: _from, again = null, at: ranAt, tree: _tree, ...run }] of results.entries()) {
    const result = { tree, at: ranAt ?? "", run, again, limits: plainLimits(order.limits) };
    await keepResult(deps, project, { ...conditions, at, result });
  }
}

type Conditional = Pick<
  ProveTreeOrder,
  "project" | "tree" | "head" | "setup" | "allow" | "probe" | "checks" | "signal"
>;

/**
 * Returns the conditions that decide the results. They include whether the set-up is denied the network that
 * it asks for, because a check may need files that the set-up then cannot fetch.
 */
export async function conditionsOf(
  deps: SetUpDeps,
  order: Conditional,
  copied: Conditions["copied"],
): Promise<Conditions> {
  const { tree, setup, allow, probe, checks } = order;
  const plan = setup === null ? null : await planSetUp(deps, { ...order, setup, copied });
  const isBare = plan?.how === "offline";
  return { tree, setup: setup && { ...setup, isBare, allow }, copied, level: probe.level, checks };
}
