// Work that continues an earlier attempt is shown with that attempt's work for as long as accepting it merges both.
import { expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { listReview } from "../../../src/hall/landing/review-list.ts";
import { createReviewOperations } from "../../../src/hall/operations/review-operations.ts";
import { wireReviewList } from "../../../src/hall/wiring/wire-landing.ts";
import { mergeTrees, treeOf } from "../../../src/git/merge/merge-trees.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import { integration, numbered, openTestProject, type TestProject, tipOf, work } from "../../git/project.ts";
import { close, commit, startWork, type TestWork, write } from "../../git/worktree.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { keptAt } from "../../harness/ledger/checked.ts";
import { commissionAfter, inProgress, planned, someRequest } from "../../harness/ledger/histories.ts";

const first = { "1.txt": "1\n", "2.txt": "2\n", "3.txt": "3\n" };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Attempt {
  number: number;
  startAt: string | null;
  files: Record<string, string>;
}

/** An attempt that ended, and whose work waits on its branch. */
async function attempted(project: TestProject, { number, startAt, files }: Attempt) {
  const work = await startWork(project, { number, startAt });
  write(work, files);
  const { tip } = await commit(work, { document: null });
  if (tip === null) throw new Error("It changed nothing.");
  await close(work, { tip });
  return { work, tip, commission: known(work, { startAt, tip }) };
}

/** As the ledger has it: at work, or with its commit. */
function known(
  { project, id, tree }: TestWork,
  { startAt, tip }: { startAt: string | null; tip: string | null },
): Commission {
  const continues = id === numbered(1) ? null : numbered(1);
  const request = { ...someRequest, id, project: project.name, continues, startAt };
  const how = { endedBy: "normal", anomaly: null, source: "final_text", trust: "claimed" } as const;
  const end: EventBody[] = [
    ...planned.slice(inProgress.length),
    {
      type: "finish.applied",
      artifacts: [],
      problems: [],
      tree: { ...keptAt(tip ?? ""), branch: tree.branch },
    },
    { type: "commission.completed", ...how },
  ];
  return commissionAfter(
    [...inProgress, ...(tip === null ? [] : end)].map((body) => {
      if (body.type === "commission.created") return { ...body, request };
      return body.type === "commission.dispatched" ? { ...body, tree } : body;
    }),
  );
}

async function diffOf({ deps }: TestProject, commission: Commission) {
  const { id } = commission.record.request;
  const review = createReviewOperations({ git: deps, find: async () => commission, isKnown: () => true });
  const found = await review.diff({ params: { id }, query: {} });
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}

function reviewOf({ deps, name }: TestProject, commissions: readonly Commission[]) {
  const find = async (id: CommissionId) => commissions.find(({ record }) => record.request.id === id);
  const config = () => ({ projects: deps.projects() }) as ReturnType<Parts["config"]>;
  const ledger = { newest: () => commissions.map(summaryOf), find, summary: () => undefined };
  const list = wireReviewList({ log }, { ledger, git: deps, config }, { continuationOf: () => undefined });
  return async () => {
    const { items } = await listReview(list, { project: name, seen: false, limit: 9 });
    return items.map(({ stat }) => stat);
  };
}

type Parts = Parameters<typeof wireReviewList>[1];

const size = (files: number, additions: number, deletions = 0) => ({ files, additions, deletions });

test("the diff and the size of continued work are those of what accepting it merges", async () => {
  const project = await openTestProject();
  const one = await attempted(project, { number: 1, startAt: null, files: first });
  const two = await attempted(project, { number: 2, startAt: one.tip, files: { "1.txt": "one\n" } });
  const start = two.commission.record.tree?.base;
  expect(start).toBe(one.tip);
  work(project, { "theirs.txt": "theirs\n" });
  const found = await diffOf(project, two.commission);
  const paths = found.files.map(({ path }) => path);
  expect(paths).toEqual(Object.keys(first));
  expect(found).toMatchObject({ base: one.work.tree.base, earlier: true, tip: two.tip, total: 3 });
  expect(await reviewOf(project, [two.commission])()).toEqual([size(3, 3)]);
  const { place } = project;
  const into = tipOf(project, integration);
  const merged = await mergeTrees(project.deps, { place }, { ours: into, theirs: two.tip });
  if (!merged.clean) throw new Error("It conflicts.");
  const names = gitIn(
    project.checkout,
    "diff",
    "--name-only",
    await treeOf(project.deps, place, into),
    merged.tree,
  );
  expect(names.split("\n")).toEqual(paths);
});

test("so they are while the worker is at work, and when it adds nothing", async () => {
  const project = await openTestProject();
  const one = await attempted(project, { number: 1, startAt: null, files: first });
  const two = await startWork(project, { number: 2, startAt: one.tip });
  write(two, { "1.txt": "one\n" });
  const now = await diffOf(project, known(two, { startAt: one.tip, tip: null }));
  expect(now).toMatchObject({ base: one.work.tree.base, earlier: true, tip: null, total: 3, additions: 3 });
  const nothing = known(two, { startAt: one.tip, tip: one.tip });
  expect(await diffOf(project, nothing)).toMatchObject({ earlier: true, tip: one.tip, total: 3 });
  expect(await reviewOf(project, [nothing])()).toEqual([size(3, 3)]);
});

test("they are its own alone where the work before it is merged, also when that happens later", async () => {
  const project = await openTestProject();
  const one = await attempted(project, { number: 1, startAt: null, files: first });
  const two = await attempted(project, { number: 2, startAt: one.tip, files: { "1.txt": "one\n" } });
  const sizes = reviewOf(project, [two.commission]);
  expect(await sizes()).toEqual([size(3, 3)]);
  gitIn(project.checkout, "update-ref", `refs/heads/${integration}`, one.tip);
  expect(await sizes()).toEqual([size(1, 1, 1)]);
  const found = await diffOf(project, two.commission);
  expect(found).toMatchObject({ base: one.tip, earlier: false, total: 1 });
});

test("work that began at the integration branch is shown as it was, also when the branch is rewritten", async () => {
  const project = await openTestProject();
  work(project, { "theirs.txt": "theirs\n" });
  const fresh = await attempted(project, { number: 2, startAt: null, files: first });
  gitIn(project.checkout, "update-ref", `refs/heads/${integration}`, "main");
  const { base } = fresh.work.tree;
  expect(await diffOf(project, fresh.commission)).toMatchObject({ base, earlier: false, total: 3 });
  expect(await reviewOf(project, [fresh.commission])()).toEqual([size(3, 3)]);
});
