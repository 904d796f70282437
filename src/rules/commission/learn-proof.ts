// Records facts about finished work: that it is done, and how its checks came out, alone and merged with the
// integration branch.
import type { TakenFactBody } from "../../contract/commission/events.ts";
import type { CheckResult } from "../../contract/project/tree.ts";
import { finishedTree } from "../checks/proof.ts";
import type { CommissionRecord, Proof } from "./state.ts";

/** The part of a record that such facts change. */
type Proving = Pick<CommissionRecord, "proof" | "landing" | "carried">;

type OfProof = Extract<
  TakenFactBody,
  { type: "tree.carried" | "work.finished" | "merge.tried" | "check.ran" }
>;

export function learnOfProof(record: Proving, fact: OfProof): Partial<Proving> {
  switch (fact.type) {
    case "tree.carried":
      return { carried: record.carried && { ...record.carried, isDone: true } };
    case "work.finished":
      return { proof: finishedWork(fact), landing: null };
    case "merge.tried": {
      const { expected, tree } = fact;
      return { landing: { tried: { expected, tree }, runs: [], tip: [], redTip: null } };
    }
    case "check.ran":
      return noteCheck(record, fact);
  }
}

function finishedWork(fact: TakenFactBody & { type: "work.finished" }): Proof {
  const { end, snapshot, tree = null, changed = true, documents = false, unplayed = null } = fact;
  return { end, snapshot, tree, changed, documents, unplayed, runs: [], base: [] };
}

type CheckRan = TakenFactBody & { type: "check.ran" };

function noteCheck({ proof, landing }: Proving, fact: CheckRan): Pick<Proving, "proof" | "landing"> {
  switch (fact.on) {
    case undefined: {
      // Lines of older releases do not name the tree.
      const tree = fact.tree ?? finishedTree(proof) ?? undefined;
      return { proof: proof && { ...proof, runs: withRun(proof.runs, { ...fact, tree }) }, landing };
    }
    case "base":
      return { proof: proof && { ...proof, base: withRun(proof.base, fact) }, landing };
    case "merge":
      return { proof, landing: landing && { ...landing, runs: withRun(landing.runs, fact) } };
    case "tip":
      return { proof, landing: landing && { ...landing, tip: withRun(landing.tip, fact) } };
  }
}

/** Adds a run. A second run is stored with the first, whose failure it may excuse. */
function withRun(runs: readonly CheckResult[], fact: CheckRan): CheckResult[] {
  const { run, from, round, at: ranAt, tree = null } = fact;
  const at = round === 2 ? runs.findIndex((each) => each.command === run.command) : -1;
  return at < 0
    ? [...runs, { ...run, from, at: ranAt, tree }]
    : runs.map((each, i) => (i === at ? { ...each, again: run } : each));
}
