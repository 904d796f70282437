// The search for marks in the ledgers of an earlier release: it reads only what can have a mark, and rests while
// no caller awaits it.
import { afterEach, expect, test } from "bun:test";
import { projectName } from "../../src/contract/home/ids.ts";
import { branchName, oid, type TreeOutcome, type TreePlan } from "../../src/contract/project/tree.ts";
import { earlierMarks } from "../../src/hall/projects/earlier-marks.ts";
import type { Ledger } from "../../src/store/ledger/ledger.ts";
import { createManualClock, type ManualClock } from "../fakes/manual-clock.ts";
import { carryOut } from "../harness/ledger/ended-work.ts";
import { openSomeLedger, someHome } from "../harness/ledger/some-ledger.ts";
import { removeTempDirs } from "../harness/temp.ts";

afterEach(removeTempDirs);

const commit = oid.parse("a".repeat(40));
const project = projectName.parse("acme");
const branch = branchName.parse("claude/commission/x");
const plan: TreePlan = {
  project,
  repository: "/nowhere/acme/.git",
  branch,
  base: commit,
  into: branchName.parse("claude/main"),
  checkout: "full",
};
const outcome: TreeOutcome = {
  state: "kept",
  tip: commit,
  branch,
  commit: null,
  conflicts: [],
  trashed: null,
  keptWorktree: false,
};

/** Stores one tainted commission with a commit and one that has only the project's name. */
async function someMarked(): Promise<{ ledger: Ledger; read: string[]; marked: string }> {
  const ledger = await openSomeLedger(someHome());
  const marked = await carryOut(ledger, { request: { project, untrusted: true }, tree: { plan, outcome } });
  await carryOut(ledger, { request: { project, untrusted: true } });
  return { ledger, read: [], marked };
}

/** Searches with a clock in which each read takes 10 ms. */
function search(
  { ledger, read }: { ledger: Ledger; read: string[] },
  clock: ManualClock,
  isAwaited: boolean,
) {
  const find: Ledger["find"] = (id) => {
    read.push(id);
    clock.advance(10);
    return ledger.find(id);
  };
  const { signal } = new AbortController();
  return earlierMarks(
    { ledger: { ...ledger, summaries: ledger.summaries, find }, clock, signal },
    () => isAwaited,
  );
}

test("only commissions that left a commit are read", async () => {
  const some = await someMarked();
  const found: string[] = [];
  for await (const mark of search(some, createManualClock(), true)) found.push(mark.commission);
  expect([found, some.read]).toEqual([[some.marked], [some.marked]]);
  await some.ledger.close();
});

test("the search rests nine times as long as it reads, unless a caller awaits the marks", async () => {
  const some = await someMarked();
  const clock = createManualClock();
  const next = search(some, clock, false).next();
  const isFound = await Promise.race([next.then(() => true), Bun.sleep(0).then(() => false)]);
  while (clock.pending() === 0) await new Promise((resolve) => setImmediate(resolve));
  expect([isFound, clock.pending()]).toEqual([false, 1]);
  clock.advance(89);
  expect(clock.pending()).toBe(1);
  clock.advance(1);
  expect((await next).value?.commission as string).toBe(some.marked);
  await some.ledger.close();
});
