// Runs the acceptance checks of a project on one tree, laid out afresh. A check that fails is given a second run on a
// second stage: a check that passes then is flaky, and its first failure proves nothing about the tree.
import { storageCodeOf } from "../contract/storage-fault.ts";
import type { AcceptanceCheck, CheckResult, CommandRun } from "../contract/tree.ts";
import { hasPassed } from "../rules/has-passed.ts";
import { setUpFailure } from "../rules/set-up-failure.ts";
import { type Conditions, findResults, keepResult, plainLimits } from "./results.ts";
import { runCheck } from "./run-check.ts";
import { clearStage, openStage, type Stage, type StageDeps, type StageOrder } from "./stage.ts";

export interface ProveTreeOrder extends StageOrder {
  checks: readonly AcceptanceCheck[];
  setup: { command: string; timeoutSeconds: number; network: boolean } | null;
  /** Run them although it is known how they came out before. */
  isAgain?: boolean;
  /** Told of each run as soon as it has ended. */
  ran(check: AcceptanceCheck, run: CommandRun, how: { round: 1 | 2; isKept: boolean }): Promise<void>;
  setUp(run: CommandRun): Promise<void>;
  note(text: string): void;
}

export type Proved =
  | { how: "proved"; results: readonly CheckResult[] }
  /** The project's set-up failed on this tree. */
  | { how: "setup"; message: string; run: CommandRun | null }
  | { how: "stopped" };

export async function proveTree(deps: StageDeps, order: ProveTreeOrder): Promise<Proved> {
  if (order.checks.length === 0) return { how: "proved", results: [] };
  try {
    // Copied files are part of the conditions, and are known only once they are there.
    const known = order.copy.length === 0 ? await knownResults(deps, order, {}) : null;
    return known ?? (await proveOnStages(deps, order));
  } finally {
    await clearStage(deps, order);
  }
}

async function knownResults(
  deps: StageDeps,
  order: ProveTreeOrder,
  copied: Conditions["copied"],
): Promise<Proved | null> {
  const { project, limits } = order;
  if (order.isAgain) return null;
  const kept = await findResults(deps, project, { ...conditionsOf(order, copied), limits });
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

async function proveOnStages(deps: StageDeps, order: ProveTreeOrder): Promise<Proved> {
  const tried = await firstRound(deps, order);
  // A set-up that installs something may fail for a moment: it has a second run, as each check has.
  const first = "how" in tried && tried.how === "setup" ? await firstRound(deps, order) : tried;
  if (!("runs" in first)) return first;
  const again = first.runs.every(hasPassed) ? [] : await secondRound(deps, order, first.runs);
  if (again === null) return { how: "stopped" };
  const { tree } = order;
  const now = new Date(deps.clock.now()).toISOString();
  const results = order.checks.flatMap(({ from }, at): CheckResult[] => {
    const [run, second] = [first.runs[at], again[at]];
    return run === undefined ? [] : [{ ...run, from, at: now, tree, ...(second && { again: second }) }];
  });
  await keepAll(deps, order, { copied: first.copied, results });
  return { how: "proved", results };
}

type FirstRound = Proved | { runs: readonly CommandRun[]; copied: Conditions["copied"] };

async function firstRound(deps: StageDeps, order: ProveTreeOrder): Promise<FirstRound> {
  const stage = await openStage(deps, order);
  stage.notes.forEach(order.note);
  if (order.signal.aborted) return { how: "stopped" };
  const known = order.copy.length === 0 ? null : await knownResults(deps, order, stage.copied);
  if (known !== null) return known;
  const failed = await runSetUp(deps, order, stage);
  if (failed !== null) return failed;
  const runs = await runAll(deps, order, stage, (check, run) =>
    order.ran(check, run, { round: 1, isKept: false }),
  );
  return runs === null ? { how: "stopped" } : { runs, copied: stage.copied };
}

/** The second run of each check that failed, by its place; null if it was stopped. */
async function secondRound(
  deps: StageDeps,
  order: ProveTreeOrder,
  first: readonly CommandRun[],
): Promise<(CommandRun | undefined)[] | null> {
  const stage = await openStage(deps, order);
  if (order.signal.aborted) return null;
  const failed = await runSetUp(deps, { ...order, setUp: async () => undefined }, stage);
  if (failed !== null) return failed.how === "stopped" ? null : [];
  const hasFailed = (at: number) => first[at] !== undefined && !hasPassed(first[at]);
  const runs = await runAll(deps, order, stage, async (check, run, at) => {
    if (hasFailed(at)) await order.ran(check, run, { round: 2, isKept: false });
  });
  return runs?.map((run, at) => (hasFailed(at) ? run : undefined)) ?? null;
}

/** null if it passed, or if there is none. */
async function runSetUp(deps: StageDeps, order: ProveTreeOrder, stage: Stage): Promise<Proved | null> {
  const { setup, project, probe, signal } = order;
  if (setup === null) return null;
  const run = await stage
    .use((place) => runCheck(deps, { check: setup, place: { ...place, network: setup.network }, signal }))
    .then((done): CommandRun => ({ command: setup.command, ...done }))
    .catch(sentenceOf);
  if (signal.aborted) return { how: "stopped" };
  if (typeof run !== "string") await order.setUp(run);
  if (typeof run !== "string" && hasPassed(run)) return null;
  const isCutOff = probe.level === "bubblewrap" && !setup.network;
  const message = setUpFailure({ project, command: setup.command, run, isCutOff });
  return { how: "setup", message, run: typeof run === "string" ? null : run };
}

/** A full disk may pass, and is thrown. */
function sentenceOf(error: unknown): string {
  if (storageCodeOf(error) !== null) throw error;
  return error instanceof Error ? error.message : String(error);
}

/** All of them, also after one that fails. A check that was ended from outside says nothing about the tree: null. */
async function runAll(
  deps: StageDeps,
  { checks, signal }: ProveTreeOrder,
  stage: Stage,
  ran: (check: AcceptanceCheck, run: CommandRun, at: number) => Promise<void>,
): Promise<CommandRun[] | null> {
  const runs: CommandRun[] = [];
  for (const [at, check] of checks.entries()) {
    const done = await stage.use((place) => runCheck(deps, { check, place, signal }));
    if (signal.aborted) return null;
    const run = { command: check.command, ...done };
    await ran(check, run, at);
    runs.push(run);
  }
  return runs;
}

async function keepAll(
  deps: StageDeps,
  order: ProveTreeOrder,
  { copied, results }: { copied: Conditions["copied"]; results: readonly CheckResult[] },
): Promise<void> {
  const { project, tree } = order;
  const conditions = conditionsOf(order, copied);
  for (const [at, { from: _from, again = null, at: ranAt, tree: _tree, ...run }] of results.entries()) {
    const result = { tree, at: ranAt ?? "", run, again, limits: plainLimits(order.limits) };
    await keepResult(deps, project, { ...conditions, at, result });
  }
}

function conditionsOf(
  { tree, setup, probe, checks }: ProveTreeOrder,
  copied: Conditions["copied"],
): Conditions {
  return { tree, setup, copied, level: probe.level, checks };
}
