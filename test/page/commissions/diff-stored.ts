// A home with work on a real repository: one at work, one whose branch was kept, one that was merged and forgotten, one
// whose commits are gone, and more than anybody would read. Written by the real ledger and the hall's own git.
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { TreeOutcome } from "../../../src/contract/project/tree.ts";
import { merge, prepareMerge } from "../../../src/git/merge/merge.ts";
import type { Ledger } from "../../../src/store/ledger/ledger.ts";
import { adopt, type TestProject } from "../../git/project.ts";
import { close, commit, startWork, type TestWork, write } from "../../git/worktree.ts";
import { carryOut } from "../../harness/ledger/ended-work.ts";
import { TestHome } from "../../harness/hall.ts";
import { type HeldBench, holdBench } from "../../harness/held-bench.ts";
import { quick } from "../../harness/rehearsals.ts";
import { gitIn, makeRepository, treesDeps } from "../../harness/git/repositories.ts";
import { openSomeLedger } from "../../harness/ledger/some-ledger.ts";
import { commitPeople } from "../../../src/rules/project/commit-people.ts";

export const strangeName = 'odd "name" ünïcode – 文.txt';

const before: Readonly<Record<string, string>> = {
  "src/queue.ts": "export const tries = 3;\nexport const waitMs = 100;\n",
  "src/old name.ts": Array.from({ length: 20 }, (_, at) => `export const a${at} = ${at};\n`).join(""),
  "gone.txt": "gone\n",
  "nothing.txt": "",
  "run.sh": "#!/bin/sh\n",
  "last-line.txt": "one\ntwo\n",
  "first-end.txt": "one\ntwo",
};

export interface StoredDiffs {
  home: TestHome;
  ids: Record<"live" | "kept" | "merged" | "gone" | "wide" | "long" | "torn", CommissionId>;
  worktree: string;
  bench: HeldBench;
  dispose(): Promise<void>;
}

/** What a worker that means harm would have people read as code. */
export const hostileCode =
  '// <img src=x onerror="window.hit=1">\u202e\n/* ]]> */ const s = `${"</script><script>window.hit=1</script>"}`;\n';

export async function storeDiffs(): Promise<StoredDiffs> {
  const home = new TestHome();
  const layout = homeLayout(home.root);
  for (const path of [layout.run, layout.logs, layout.commissions, layout.trash]) mkdirSync(path);
  writeFileSync(layout.version, "1\n");
  const checkout = makeRepository(before, mkdtempSync(join(tmpdir(), "guild-hall-checkout-")));
  writeFileSync(`${home.root}/config.yaml`, `projects:\n  acme:\n    path: ${checkout}\n    branch: main\n`);
  const project = await adopt({ checkout, deps: { ...treesDeps(), home: layout } });
  const ledger = await openSomeLedger(layout);
  const merged = await storeMerged(project, ledger);
  const kept = await storeKept(project, ledger, { number: 2, title: "Every kind", change: changeAll });
  const wide = await storeKept(project, ledger, {
    number: 3,
    title: "Five hundred files",
    change: changeMany,
  });
  const long = await storeKept(project, ledger, { number: 4, title: "Long files", change: changeLong });
  const gone = await storeGone(project, ledger);
  const live = await startWork(project, { number: 6 });
  await carryOut(ledger, { ...asked(live, "At work"), end: null });
  const torn = await storeTorn(project, ledger);
  await ledger.close();
  const bench = await holdBench(layout, live.id);
  const ids = { live: live.id, kept, merged, gone, wide, long, torn };
  const dispose = async () => {
    bench.leave();
    await home.dispose();
    rmSync(checkout, { recursive: true });
  };
  return { home, ids, worktree: live.place.workTree, bench, dispose };
}

interface Kept {
  number: number;
  title: string;
  change(work: TestWork): void;
}

const asked = ({ id, tree }: TestWork, title: string) => ({
  request: { id, title, project: tree.project, rehearsal: null },
  tree: { plan: tree },
});

const outcome: TreeOutcome = {
  state: "kept",
  tip: null,
  branch: null,
  commit: null,
  conflicts: [],
  trashed: null,
  keptWorktree: false,
};

/** It ran out of turns: its work is on its branch, and nothing is merged. */
async function storeKept(project: TestProject, ledger: Ledger, { number, title, change }: Kept) {
  const work = await startWork(project, { number });
  change(work);
  const { tip } = await commit(work);
  await close(work, { tip });
  const tree = { plan: work.tree, outcome: { ...outcome, tip, branch: work.tree.branch } };
  return carryOut(ledger, { ...asked(work, title), tree, end: { how: "turns", limit: 150 } });
}

async function storeGone(project: TestProject, ledger: Ledger): Promise<CommissionId> {
  const work = await startWork(project, { number: 5 });
  await close(work, { tip: null });
  const tree = { plan: work.tree, outcome: { ...outcome, tip: "1".repeat(40), branch: work.tree.branch } };
  return carryOut(ledger, { ...asked(work, "Gone"), tree, end: { how: "turns", limit: 150 } });
}

/** Its branch is deleted with its commit, as a sweep of the person's leaves it. */
async function storeMerged(project: TestProject, ledger: Ledger): Promise<CommissionId> {
  const work = await startWork(project, { number: 1 });
  write(work, { "src/queue.ts": "export const tries = 5;\nexport const waitMs = 100;\n" });
  const { tip, commit: merged } = await bringIn(work);
  gitIn(project.checkout, "reflog", "expire", "--expire=all", "--all");
  gitIn(project.checkout, "gc", "-q", "--prune=now");
  const became: TreeOutcome = { ...outcome, state: "merged", tip, commit: merged };
  return carryOut(ledger, { ...asked(work, "Merged"), tree: { plan: work.tree, outcome: became } });
}

async function bringIn(work: TestWork): Promise<{ tip: string | null; commit: string }> {
  const { tip } = await commit(work);
  const { id, tree, project } = work;
  const order = {
    id,
    tree,
    tip: tip ?? "",
    message: "Do it",
    people: commitPeople("implementer", null),
    at: "2026-03-01T12:00:00.000Z",
  };
  const ready = await prepareMerge(project.deps, order);
  if (ready.kind !== "ready") throw new Error(ready.kind);
  await merge(project.deps, tree, ready);
  await close(work, { tip, merged: ready.commit });
  return { tip, commit: ready.commit };
}

/** Somebody else changed the same lines meanwhile, and was first. */
async function storeTorn(project: TestProject, ledger: Ledger): Promise<CommissionId> {
  const work = await startWork(project, { number: 7 });
  const first = await startWork(project, { number: 8 });
  write(first, { "src/queue.ts": "export const tries = 6;\nexport const waitMs = 100;\n" });
  await bringIn(first);
  write(work, {
    "src/queue.ts": "export const tries = 7;\nexport const waitMs = 100;\n",
    "notes.txt": "new\n",
  });
  const { tip } = await commit(work);
  await close(work, { tip });
  const conflicts = ["src/queue.ts"];
  const became: TreeOutcome = { ...outcome, state: "conflict", tip, branch: work.tree.branch, conflicts };
  // A rehearsal needs no model: so it can be taken up again here.
  const request = { ...asked(work, "Torn").request, rehearsal: quick };
  return carryOut(ledger, { request, tree: { plan: work.tree, outcome: became } });
}

function changeAll(work: TestWork): void {
  const at = (path: string) => join(work.place.workTree, path);
  write(work, {
    "src/queue.ts": `export const tries = 9;\nexport const waitMs = 100;\n${hostileCode}`,
    "last-line.txt": "one\ntwo",
    "first-end.txt": "one\ntwo\n",
    "picture.png": "\x89PNG\0\0",
    [strangeName]: "said\n",
    // A grammar takes minutes on it.
    "slow.cs": `${"a ".repeat(1000)}\n`.repeat(40),
    "src/wide.js": `const wide = [${'"x", '.repeat(30_000)}];\n`,
  });
  renameSync(at("src/old name.ts"), at("src/new name.ts"));
  rmSync(at("gone.txt"));
  rmSync(at("nothing.txt"));
  chmodSync(at("run.sh"), 0o755);
}

const code = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, at) =>
      `  if (attempt${from + at} > limits.tries) throw new Error(\`no more than \${limits.tries}\`);\n`,
  ).join("");

/** 50,000 lines. */
function changeMany(work: TestWork): void {
  const files = Array.from({ length: 500 }, (_, at) => [`src/part/file-${at}.ts`, code(100, at)] as const);
  write(work, Object.fromEntries(files));
}

/** 5,000 and 50,000 lines, and one line of a megabyte. */
function changeLong(work: TestWork): void {
  write(work, {
    "a-5000.ts": "let a = 1;\n".repeat(5000),
    "b-50000.ts": "let a = 1;\n".repeat(50_000),
    "c-line.js": `const line = "${"y".repeat(1_000_000)}";\n`,
  });
}
