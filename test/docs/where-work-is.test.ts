// The guide and the README say where work ends up; the rule decides it.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { EventBody } from "../../src/contract/commission/events.ts";
import type { AcceptanceCheck } from "../../src/contract/project/tree.ts";
import { installed } from "../../src/host/program.ts";
import { decide } from "../../src/rules/commission/decide.ts";
import { checkRan, someChecks, withChecks } from "../harness/ledger/checked.ts";
import { commissionAfter, factOf, inProgress } from "../harness/ledger/histories.ts";
import { codeIn, tableAfter } from "./tables.ts";

const policy = { maxResumes: 0, maxFalseStarts: 0, maxReturns: 0, canPause: false, backOffMs: [] };
const end = { how: "normal", finalText: "done" } as const;

/** Work that its worker calls done, and whose checks came out with this code. */
function worked(checks: AcceptanceCheck[], exitCode: number): EventBody[] {
  const facts = [
    ...(checks.length === 0 ? [] : [{ type: "work.finished", end, snapshot: null } as const]),
    ...checks.map((check) => checkRan(check, exitCode)),
    { type: "session.ended", end } as const,
  ];
  return [...withChecks(inProgress, checks), ...facts.map((fact, i) => factOf(3 + i, fact))];
}

const failed = [
  ...withChecks(inProgress, []),
  factOf(3, { type: "session.ended", end: { how: "turns", limit: 9 } }),
];
const asked: EventBody = { type: "cancel.requested", by: "person", reason: "enough" };

const ends: Readonly<Record<string, readonly EventBody[]>> = {
  verified: worked(someChecks, 0),
  claimed: worked([], 0),
  refuted: worked(someChecks, 1),
  failed,
  cancelled: [...failed.slice(0, -1), asked, ...failed.slice(-1)],
};

function isMerged(history: readonly EventBody[]): boolean {
  const verdict = decide(commissionAfter(history), { do: "conclude", policy, now: 0 });
  const [event] = verdict.ok ? verdict.events : [];
  if (event?.type !== "finish.planned") throw new Error("it does not end");
  return event.plan.tree === "merge";
}

test("the guide has a row for each end, and says of each where the rule puts the work", () => {
  const rows = tableAfter(installed("docs/guide/projects.md"), "Work that was completed");
  const told = rows.flatMap(([how = "", where = ""]) =>
    codeIn(how).map((word) => [word, codeIn(where)[0] === "claude/main"] as const),
  );
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(Object.entries(ends).map(([word, history]) => [word, isMerged(history)])),
  );
});

test("the README names the same ends as merged and as kept", () => {
  const readme = readFileSync(installed("README.md"), "utf8");
  const [, merged = "", kept = ""] =
    /^Completed work comes back as one commit on `claude\/main`(.+?)\. (.+?) kept on a branch/m.exec(
      readme,
    ) ?? [];
  const words = Object.keys(ends);
  expect(words.filter((word) => merged.includes(word))).toEqual(
    words.filter((word) => isMerged(ends[word] ?? [])),
  );
  expect(words.filter((word) => kept.includes(word))).toEqual(
    words.filter((word) => !isMerged(ends[word] ?? [])),
  );
});
