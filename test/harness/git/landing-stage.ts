// Finished work that a person decides on, in a fake repository: the conductor that made it, and the part of the hall
// that accepts and undoes it. Checks are played by the test. Every step is counted, and the hall may die at any.
import type { CommissionRequest } from "../../../src/contract/commission/commission.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { CheckResult } from "../../../src/contract/project/tree.ts";
import { projectChecks } from "../../../src/hall/dispatch/dispatch-plan.ts";
import type { LandingDeps, LandingCheckOrder } from "../../../src/hall/landing/deps.ts";
import { createLandings, type Landings } from "../../../src/hall/landing/landings.ts";
import { type Files, getCommit } from "../../fakes/repository.ts";
import { settled } from "../conductor.ts";
import { app, begin, ofApp, setUpTrees, type TreeStage } from "./tree-stage.ts";

export const inReview: CommissionRequest = { ...ofApp, land: "review" };

export interface LandingStage extends TreeStage {
  landings(): Landings;
  /** The trees that were checked, oldest first. */
  checked: Files[];
  /** Decides how the checks on a tree end; by default every check passes. */
  judge: {
    exit(files: Files, order: LandingCheckOrder): number;
    during(order: LandingCheckOrder): Promise<void>;
  };
  /** Waits until no act is under way on this work. */
  acted(id: CommissionId): Promise<void>;
  /** Stops the hall's landing part, as a shutdown or a kill does, and opens another. */
  reopen(): Promise<Landings>;
}

export async function setUpLanding(...given: Parameters<typeof setUpTrees>): Promise<LandingStage> {
  const stage = await setUpTrees(...given);
  const checked: Files[] = [];
  const judge: LandingStage["judge"] = { exit: () => 0, during: async () => undefined };
  const deps: LandingDeps = {
    ledger: { ...stage.deps.ledger, summaries: stage.ledger.summaries },
    trees: stage.deps.trees,
    continuationOf: (id) => stage.latest().continuationOf(id),
    projectChecks: (project) => {
      const settings = stage.deps.settings().projects[project];
      return settings ? projectChecks(settings) : null;
    },
    prove: async (order) => {
      await judge.during(order);
      if (order.signal.aborted) return { how: "stopped" };
      const { repository } = stage;
      const files =
        order.tree === null
          ? getCommit(repository, order.head).files
          : (repository.snapshots.get(order.tree) ?? new Map<string, string>());
      checked.push(files);
      return {
        how: "proved",
        results: order.checks.map((check) => resultOf(check, judge.exit(files, order))),
      };
    },
    clock: stage.clock,
    log: { ...silent, error: (message: string) => void stage.errors.push(message) },
  };
  let landings = createLandings(deps);
  return {
    ...stage,
    landings: () => landings,
    checked,
    judge,
    acted: (id) => settled(async () => (await stage.ledger.find(id))?.record.afterEnd.acting === null),
    reopen: async () => {
      await landings.stop();
      landings = createLandings(deps);
      landings.recover();
      return landings;
    },
  };
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function resultOf(check: LandingCheckOrder["checks"][number], exitCode: number): CheckResult {
  const { command, from } = check;
  return {
    command,
    from,
    exitCode,
    timedOut: false,
    output: "said",
    cut: false,
    ms: 1,
    at: null,
    tree: null,
  };
}

/** Has a commission of the project carried out to its end. */
export async function finished(stage: LandingStage, asked = inReview, work = {}): Promise<CommissionId> {
  const before = stage.bench.started.length;
  const id = before === 0 ? await begin(stage, asked) : await stage.accept(stage.latest(), asked);
  await settled(() => stage.bench.started.length === before + 1);
  await stage.work(id, work);
  await stage.ended(id);
  return id;
}

export { app };
