// Finished work as a ledger has it, for tests of what a person does with it afterwards, in a hall that starts nothing.
import type { AcceptedRequest } from "../../../src/contract/commission/commission.ts";
import { type ReviewComment, reviewComment } from "../../../src/contract/commission/review-comment.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { keptAt, someTree } from "../ledger/checked.ts";
import { carryOut } from "../ledger/ended-work.ts";
import { app, setUpTrees, type TreeStage } from "./tree-stage.ts";

export const tip = "b".repeat(40);
export const commit = "c".repeat(40);
export const into = someTree.into;
export const comments: ReviewComment[] = [1, 2].map((line) =>
  reviewComment.parse({ path: "src/a.ts", line, code: `const a${line} = 1;`, text: `Rename a${line}.` }),
);
/** A person's words on the work. */
export const words = { note: "Shorter names, please.", comments };

/** A hall that starts nothing, with a repository in memory. */
export async function setUpIdle() {
  const stage = await setUpTrees();
  stage.setSlots(0);
  return { ...stage, conductor: stage.open() };
}

/** Lays finished work that waits on its own branch. */
export async function finishedWork(
  { ledger }: Pick<TreeStage, "ledger">,
  request: Partial<AcceptedRequest> = {},
  state = "ready",
) {
  const isMerged = state === "merged";
  const outcome = isMerged ? { ...keptAt(tip), state: "merged" as const, commit } : keptAt(tip);
  return carryOut(ledger, {
    request: { project: app, rehearsal: "version: 1", ...request },
    tree: { plan: someTree, outcome },
  });
}

export const accept: Command[] = [
  { do: "request-landing", act: "accept", by: "person" },
  { do: "finish-landing", act: "accept", into, commit, checks: [] },
];
export const undo: Command[] = [
  { do: "request-landing", act: "undo", by: "person" },
  { do: "finish-landing", act: "undo", into, commit: "e".repeat(40), checks: [] },
];
/** The work was accepted, and could not be merged. */
export const stopped: Command[] = [
  { do: "request-landing", act: "accept", by: "person" },
  {
    do: "stop-landing",
    stop: {
      act: "accept",
      cause: "conflict",
      message: "src/a.ts has changed on both sides.",
      conflicts: ["src/a.ts"],
      standing: [],
      checks: [],
    },
  },
];
