// What is compared where somebody reviews a commission, in every state of it.
import { expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { fold } from "../../../src/rules/commission/evolve.ts";
import { comparedOf } from "../../../src/rules/project/review.ts";
import { keptAt, someTree, withChecks } from "../../harness/ledger/checked.ts";
import {
  blocked,
  commissionAfter,
  created,
  dispatched,
  inProgress,
  planned,
  someRequest,
  stamp,
} from "../../harness/ledger/histories.ts";

const tip = "b".repeat(40);
const commit = "c".repeat(40);
const project = projectName.parse("app");
const forProject = (history: readonly EventBody[]): EventBody[] =>
  withChecks(history).map((body) =>
    body.type === "commission.created" ? { ...body, request: { ...someRequest, project } } : body,
  );
const applied = (tree: ReturnType<typeof keptAt>): EventBody[] => [
  ...planned,
  { type: "finish.applied", artifacts: [], problems: [], tree },
];
const merging: EventBody = { type: "merge.planned", into: "claude/main", expected: commit, commit, tip };

const cases: readonly [string, EventBody[], object][] = [
  ["one that waits", created, { what: "none", why: "It waits to be started, and has changed nothing." }],
  ["one that is blocked", blocked, { what: "none" }],
  ["one without a session yet", dispatched, { what: "nothing", tip: null }],
  ["one at work", inProgress, { what: "worktree", mayBeCommitted: false }],
  ["one that is being finished", planned, { what: "worktree", mayBeCommitted: true }],
  ["one that is being merged", [...planned, merging], { what: "commit", tip, merged: commit }],
  ["one that was kept", applied(keptAt(tip)), { what: "commit", tip, merged: null }],
  [
    "one that was merged",
    applied({ ...keptAt(tip), state: "merged", commit }),
    { what: "commit", tip, merged: commit },
  ],
  [
    "one that changed nothing",
    applied({ ...keptAt(tip), tip: null, state: "unchanged" }),
    { what: "nothing", tip: someTree.base },
  ],
  [
    "one whose finish was given up",
    applied({ ...keptAt(tip), tip: null, keptWorktree: true }),
    { what: "worktree", mayBeCommitted: true },
  ],
];

test.each(cases)("%s", (_name, history, expected) => {
  const commission = fold(stamp(forProject(history)));
  if (!commission) throw new Error("nothing was created");
  expect(comparedOf(commission)).toMatchObject(expected);
});

test.each<[string, EventBody[], object]>([
  ["at work", inProgress, { what: "worktree", withEarlier: true }],
  ["kept", applied(keptAt(tip)), { what: "commit", withEarlier: true }],
  [
    "merged",
    applied({ ...keptAt(tip), state: "merged", commit }),
    { what: "commit", merged: commit, withEarlier: false },
  ],
])("one that continues an attempt and is %s", (_name, history, expected) => {
  const continued = (startAt: string) =>
    commissionAfter(
      forProject(history).map((body) =>
        body.type === "commission.created" ? { ...body, request: { ...body.request, startAt } } : body,
      ),
    );
  expect(comparedOf(continued(someTree.base))).toMatchObject(expected);
  // It began at an attempt, and was moved to the integration branch since.
  expect(comparedOf(continued(commit))).toMatchObject({ withEarlier: false });
});

test("one without a project has a directory of its own", () => {
  const commission = fold(stamp(inProgress));
  if (!commission) throw new Error("nothing was created");
  expect(comparedOf(commission)).toEqual({
    what: "none",
    why: "It works in a directory of its own, and changes no repository.",
  });
});
