// A person's look at the work of a commission: what there is to see, what there is not, and what changes meanwhile.
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { createReviewOperations } from "../../src/hall/operations/review-operations.ts";
import type { Commission } from "../../src/rules/commission/state.ts";
import { gitIn, writeFiles } from "../harness/git/repositories.ts";
import { addWorktree, know, newId, someHouse, type SomeHouse } from "../git/worktree/some-house.ts";

const files = { "a.txt": "a\n", "b.txt": "b\n" };

function reviewOf(some: SomeHouse, find = async (id: CommissionId) => some.ledger.get(id)) {
  return createReviewOperations({ git: some.deps, find, isKnown: (id) => some.ledger.has(id) });
}

/** A session has begun in its worktree. */
async function atWork(some: SomeHouse): Promise<{ id: CommissionId; path: string }> {
  const work = await addWorktree(some);
  know(some, work.id);
  some.ledger.set(work.id, begun(some, work.id));
  return work;
}

function begun({ ledger }: SomeHouse, id: CommissionId): Commission {
  const { record } = ledger.get(id) as Commission;
  return { status: "in_progress", record: { ...record, sessionId: "s" } };
}

test("of one at work its worktree is shown, with its branch and where that goes", async () => {
  const some = await someHouse(files);
  const { id, path } = await atWork(some);
  writeFiles(path, { "a.txt": "changed\n" });
  expect(await reviewOf(some).diff({ params: { id }, query: {} })).toMatchObject({
    ok: true,
    value: { id, branch: `claude/commission/${id}`, into: "claude/main", tip: null, total: 1 },
  });
});

test("many who look at the same one at once are all answered", async () => {
  const some = await someHouse(files);
  const { id, path } = await atWork(some);
  writeFiles(path, { "a.txt": "changed\n" });
  const review = reviewOf(some);
  const seen = await Promise.all([1, 2, 3].map(() => review.diff({ params: { id }, query: {} })));
  expect(seen.map((one) => one.ok && one.value.total)).toEqual([1, 1, 1]);
});

test("a worktree that is closed while it is looked at is not taken for a deletion of everything", async () => {
  const some = await someHouse(files);
  const { id, path } = await atWork(some);
  writeFiles(path, { "a.txt": "changed\n" });
  gitIn(path, "commit", "-qam", "Change a");
  const tip = gitIn(path, "rev-parse", "HEAD");
  let looks = 0;
  const find = async (asked: CommissionId) => {
    looks += 1;
    if (looks === 2) finish(some, { id, tip });
    return some.ledger.get(asked);
  };
  rmSync(`${path}/b.txt`); // as far as the closing has come
  const found = await reviewOf(some, find).diff({ params: { id }, query: {} });
  expect(found).toMatchObject({ value: { tip, files: [{ path: "a.txt" }], total: 1 } });
  expect(looks).toBe(3);
});

test("so is a patch, of which nothing is kept after the second look", async () => {
  const some = await someHouse(files);
  const { id, path } = await atWork(some);
  writeFiles(path, { "a.txt": "changed\n" });
  gitIn(path, "commit", "-qam", "Change a");
  const tip = gitIn(path, "rev-parse", "HEAD");
  let looks = 0;
  const find = async (asked: CommissionId) => {
    looks += 1;
    if (looks === 2) finish(some, { id, tip });
    return some.ledger.get(asked);
  };
  rmSync(`${path}/b.txt`);
  const found = await reviewOf(some, find).patch({ params: { id }, query: {} });
  if (!found.ok) throw new Error(found.problem.message);
  expect(found.value.summary).toMatchObject({ id, tip, total: 1, additions: 1, deletions: 1 });
  const text = await new Response(found.value.stream).text();
  expect(text).toEndWith("-a\n+changed\n");
  expect(text.length).toBe(found.value.summary.bytes);
});

/** As the ledger has it then. */
function finish(some: SomeHouse, { id, tip }: { id: CommissionId; tip: string }): void {
  know(some, id, { tip });
  const commission = some.ledger.get(id) as Commission;
  const outcome = { status: "cancelled", endedBy: "cancel", reason: "" } as const;
  const record = { ...commission.record, plan: { outcome, copy: [] } };
  some.ledger.set(id, { ...commission, record });
}

test("what there is not is refused with a sentence", async () => {
  const some = await someHouse(files);
  const { id, path } = await atWork(some);
  const review = reviewOf(some);
  const none = newId();
  expect(await review.diff({ params: { id: none }, query: {} })).toMatchObject({
    problem: { code: "not_found" },
  });
  expect(await review.patch({ params: { id: none }, query: {} })).toMatchObject({
    problem: { code: "not_found" },
  });
  expect(await review.conflict({ params: { id: none }, query: {} })).toMatchObject({
    problem: { code: "not_found" },
  });
  expect(await review.conflict({ params: { id }, query: {} })).toMatchObject({
    problem: { code: "wrong_state" },
  });
  expect(await review.artifacts({ params: { id: none } })).toMatchObject({ problem: { code: "not_found" } });
  expect(
    await review.artifact({ params: { id: none }, query: { path: "x", from: 0, maxBytes: 1 } }),
  ).toMatchObject({
    problem: { code: "not_found", message: `There is no commission ${none}.` },
  });
  for (const look of [review.diff, review.patch])
    expect(await look({ params: { id }, query: { path: "b.txt" } })).toMatchObject({
      problem: { code: "not_found", message: 'It did not change "b.txt".' },
    });
  expect(
    await review.artifact({ params: { id }, query: { path: "../meta.json", from: 0, maxBytes: 1 } }),
  ).toMatchObject({
    problem: { code: "not_found", message: expect.stringContaining("may not go up") },
  });
  rmSync(path, { recursive: true });
  expect(await review.diff({ params: { id }, query: {} })).toMatchObject({
    problem: { code: "wrong_state", message: expect.stringContaining("is not there") },
  });
  some.deps.set({ acme: { path: `${some.checkout}-moved`, branch: "main" } });
  expect(await review.diff({ params: { id }, query: {} })).toMatchObject({
    problem: { code: "bad_project" },
  });
});
