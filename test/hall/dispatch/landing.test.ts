// The way of finished work to the integration branch where that has moved: merged and checked before anything moves, one
// work of a project after another.
import { afterEach, describe, expect, test } from "bun:test";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { commissionBranch } from "../../../src/contract/project/tree.ts";
import { integration, isKept, mergesOf } from "../../fakes/repository.ts";
import { closeConductors, settled, stopConductor } from "../../harness/conductor.ts";
import { begin, type Land, moveOn, ofApp, setUpTrees, type TreeStage } from "../../harness/git/tree-stage.ts";

afterEach(closeConductors);

const typesOf = async ({ ledger }: TreeStage, id: CommissionId) =>
  ((await ledger.events(id)) ?? []).map(({ type }) => type);

const landingOf = async ({ ledger }: TreeStage, id: CommissionId) =>
  (await ledger.find(id))?.record.landing ?? null;

/** Its worker may change files of the project. */
function letItWrite({ deps }: TreeStage): void {
  const { find } = deps.roster;
  deps.roster.find = async (name) => {
    const found = await find(name);
    return found && { ...found, worker: { ...found.worker, files: "write", checkout: "full" } };
  };
}

/** Its work is done, and the integration branch has moved since it began. */
async function doneOnMovedBranch(stage: TreeStage, id: CommissionId): Promise<void> {
  moveOn(stage.repository, "theirs.md", "theirs");
  await stage.work(id);
  await settled(() => stage.bench.started.length === 2);
}

describe("work whose base is still the tip", () => {
  test("is merged without a further bench", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    await stage.work(id);
    await stage.ended(id);
    expect(stage.bench.started).toHaveLength(1);
    const planned = (await stage.ledger.events(id))?.find(({ type }) => type === "finish.planned");
    const tree = (await stage.ledger.find(id))?.record.proof?.snapshot;
    expect(planned).toMatchObject({ plan: { merge: { tree } } });
  });
});

describe("work on a branch that has moved", () => {
  test("is merged once the merge has passed its checks, and the plan names tree and tip", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    await doneOnMovedBranch(stage, id);
    const tip = stage.repository.refs.get(integration) ?? "";
    expect(await stage.statusOf(id)).toBe("dispatched");
    expect(mergesOf(stage.repository, id)).toEqual([]);
    await stage.land(id);
    await stage.ended(id);
    const tree = (await stage.ledger.find(id))?.record.plan?.merge;
    expect(tree?.expected).toBe(tip);
    expect(stage.repository.snapshots.get(tree?.tree ?? "")?.get("theirs.md")).toBe("theirs");
    expect(mergesOf(stage.repository, id)).toHaveLength(1);
    expect(await stage.ledger.find(id)).toMatchObject({
      status: "completed",
      outcome: { trust: "verified" },
    });
  });

  test("is checked again where the branch moves meanwhile", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    await doneOnMovedBranch(stage, id);
    await stage.land(id, { before: () => moveOn(stage.repository, "more.md", "more") });
    await settled(() => stage.bench.started.length === 3);
    expect(mergesOf(stage.repository, id)).toEqual([]);
    await stage.land(id);
    await stage.ended(id);
    expect(mergesOf(stage.repository, id)).toHaveLength(1);
  });

  test("that fails only merged goes back once, with both sides, on top of the others' work", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    await doneOnMovedBranch(stage, id);
    const tip = stage.repository.refs.get(integration) ?? "";
    await stage.land(id, { exits: [1], tip: [0] });
    await settled(() => stage.bench.started.length === 3);
    const record = (await stage.ledger.find(id))?.record;
    expect(record).toMatchObject({
      returns: 1,
      loss: { cause: "merge" },
      tree: { base: tip },
      proof: null,
      landing: null,
      refutation: { runs: [{ command: "make test", exitCode: 1 }] },
      carried: { onto: tip, theirs: { files: ["theirs.md"] } },
    });
    await stage.work(id, { text: "with theirs" });
    await stage.ended(id);
    expect(stage.repository.commits.get(mergesOf(stage.repository, id)[0]?.[0] ?? "")?.files).toEqual(
      new Map([
        ["README.md", "hello"],
        ["theirs.md", "theirs"],
        ["src/a.ts", "with theirs"],
      ]),
    );
    expect(await stage.ledger.find(id)).toMatchObject({ outcome: { trust: "verified" } });
  });

  test("that fails merged after it came back is refuted, and kept", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    await doneOnMovedBranch(stage, id);
    await stage.land(id, { exits: [1], tip: [0] });
    await settled(() => stage.bench.started.length === 3);
    moveOn(stage.repository, "again.md", "theirs");
    await stage.work(id, { text: "still" });
    await settled(() => stage.bench.started.length === 4);
    await stage.land(id, { exits: [1], tip: [0] });
    await stage.ended(id);
    expect(await stage.ledger.find(id)).toMatchObject({ status: "completed", outcome: { trust: "refuted" } });
    expect(await stage.outcomeOf(id)).toMatchObject({ state: "kept", branch: commissionBranch(id) });
    expect(mergesOf(stage.repository, id)).toEqual([]);
    expect(isKept(stage.repository, "src/a.ts", "still")).toBe(true);
  });

  test("where the branch fails without it too waits until that has changed, and costs no return", async () => {
    const waits = { red: true };
    const bases = {
      why: async (_project: string, { redTip }: { redTip: string | null }) =>
        redTip !== null && waits.red ? "waits for a repair" : null,
      subscribe: () => () => undefined,
    };
    const stage = await setUpTrees(undefined, { bases });
    letItWrite(stage);
    const id = await begin(stage);
    await doneOnMovedBranch(stage, id);
    const tip = stage.repository.refs.get(integration) ?? "";
    await stage.land(id, { exits: [1], tip: [1] });
    await settled(async () => (await stage.statusOf(id)) === "blocked");
    expect(await landingOf(stage, id)).toMatchObject({ redTip: tip });
    expect((await stage.ledger.find(id))?.record).toMatchObject({ returns: 0 });
    waits.red = false;
    moveOn(stage.repository, "repair.md", "mended");
    stage.latest().reconsider();
    await settled(() => stage.bench.started.length === 3);
    await stage.land(id);
    await stage.ended(id);
    expect(mergesOf(stage.repository, id)).toHaveLength(1);
  });

  test("that is cancelled before its files were brought to the others' work leaves a branch that undoes nothing of it", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    await doneOnMovedBranch(stage, id);
    await stage.land(id, { exits: [1], tip: [0] });
    await settled(() => stage.bench.started.length === 3);
    // Its next bench never comes so far as to move the files.
    await stage.latest().cancel(id, "enough");
    const { bench } = (await stage.ledger.find(id))?.record ?? { bench: 0 };
    stage.bench.say({ id, bench }, { type: "session.ended", end: { how: "stopped" } });
    stage.bench.die({ id, bench });
    stage.tell(id);
    await stage.ended(id);
    const outcome = await stage.outcomeOf(id);
    expect(outcome).toMatchObject({ state: "kept", branch: commissionBranch(id) });
    const kept = stage.repository.commits.get(outcome?.tip ?? "");
    const base = stage.repository.commits.get(kept?.parent ?? "");
    expect([base?.files.has("theirs.md"), kept?.files.get("src/a.ts")]).toEqual([false, "work"]);
  });

  test("is cancelled while it waits, and while its merge is checked", async () => {
    for (const [when, slots] of [
      ["waits", 1],
      ["is checked", 2],
    ] as const) {
      const stage = await setUpTrees();
      const { settings } = stage.deps;
      const id = await begin(stage);
      if (when === "waits") stage.deps.settings = () => ({ ...settings(), slots: 0 });
      moveOn(stage.repository, "theirs.md", "theirs");
      await stage.work(id);
      await settled(async () =>
        when === "waits" ? (await landingOf(stage, id)) !== null : stage.bench.started.length === slots,
      );
      await stage.latest().cancel(id, "enough");
      if (when === "is checked") await stage.land(id);
      await stage.ended(id);
      expect({ when, status: await stage.statusOf(id) }).toEqual({ when, status: "cancelled" });
      expect(mergesOf(stage.repository, id)).toEqual([]);
      await closeConductors();
    }
  });
});

describe("the line of a project", () => {
  test("has one merge checked at a time, oldest first, and holds up no other project", async () => {
    const stage = await setUpTrees();
    const { settings } = stage.deps;
    stage.deps.settings = () => ({ ...settings(), slots: 9 });
    const hall = stage.open();
    const ids: CommissionId[] = [];
    for (let n = 0; n < 4; n += 1) {
      ids.push(await stage.accept(hall, ofApp));
      await settled(() => stage.bench.started.length === n + 1);
    }
    moveOn(stage.repository, "theirs.md", "theirs");
    // The youngest is done first.
    for (const [at, id] of ids.entries()) await stage.write(id, { path: `src/${at}.ts`, text: "work" });
    const order: CommissionId[] = [];
    for (const id of ids.toReversed()) await stage.work(id, { path: `src/${ids.indexOf(id)}.ts` });
    await settled(async () => (await Promise.all(ids.map((id) => landingOf(stage, id)))).every(Boolean));
    for (let n = 0; n < 4; n += 1) {
      await settled(() => stage.bench.started.length === 5 + n);
      const running = stage.bench.started.at(-1)?.id as CommissionId;
      order.push(running);
      const live = stage.ledger.live().filter(({ status }) => status === "dispatched");
      expect(live.map(({ record }) => record.request.id)).toEqual([running]);
      await stage.land(running);
      await stage.ended(running);
    }
    // The first to be done was at it before the others came; then it is the oldest's turn.
    expect(order.slice(1)).toEqual(ids.filter((id) => id !== order[0]));
    for (const id of ids) expect(mergesOf(stage.repository, id)).toHaveLength(1);
    const files = stage.repository.commits.get(stage.repository.refs.get(integration) ?? "")?.files;
    expect([0, 1, 2, 3].map((n) => files?.get(`src/${n}.ts`))).toEqual(Array(4).fill("work"));
  });
});

test("the next merge is checked while the worktree of the one before is still being closed", async () => {
  const stage = await setUpTrees();
  const { settings, trees } = stage.deps;
  const closing = Promise.withResolvers<void>();
  stage.deps.settings = () => ({ ...settings(), slots: 9 });
  stage.deps.trees = { ...trees, close: (order) => closing.promise.then(() => trees.close(order)) };
  const hall = stage.open();
  const ids: CommissionId[] = [];
  for (const n of [1, 2]) {
    ids.push(await stage.accept(hall, ofApp));
    await settled(() => stage.bench.started.length === n);
  }
  moveOn(stage.repository, "theirs.md", "theirs");
  for (const [n, id] of ids.entries()) await stage.work(id, { path: `src/${n}.ts` });
  await settled(async () => (await Promise.all(ids.map((id) => landingOf(stage, id)))).every(Boolean));
  const first = stage.bench.started[2]?.id as CommissionId;
  await stage.land(first);
  await settled(() => stage.bench.started.length === 4);
  expect(mergesOf(stage.repository, first)).toHaveLength(1);
  expect(await stage.statusOf(first)).toBe("in_progress");
  closing.resolve();
  const second = stage.bench.started[3]?.id as CommissionId;
  await stage.land(second);
  for (const id of ids) await stage.ended(id);
  expect(mergesOf(stage.repository, second)).toHaveLength(1);
});

describe("killed at any step of the merge line", () => {
  const cases: [string, Land, { merges: number; trust: string }][] = [
    ["a merge that passes", {}, { merges: 1, trust: "verified" }],
    ["a merge that fails", { exits: [1], tip: [0] }, { merges: 0, trust: "refuted" }],
  ];
  test.each(cases)("%s happens once or not at all, and nothing is lost", async (_what, land, expected) => {
    const policy = { maxResumes: 0, maxFalseStarts: 0, maxReturns: 0, canPause: false, backOffMs: [0] };
    let last = Infinity;
    for (let diesAt = -1; diesAt < last; diesAt += 1)
      for (const how of ["before", "after"] as const) {
        const stage = await setUpTrees(undefined, { policy });
        const id = await begin(stage);
        moveOn(stage.repository, "theirs.md", "theirs");
        const begunAt = stage.steps.done.length;
        Object.assign(stage.steps, { diesAt: diesAt < 0 ? -1 : begunAt + diesAt, how });
        await stage.work(id);
        const again = async () => {
          if (stage.errors.length === 0) return;
          stage.errors.length = 0;
          await stopConductor();
          stage.open().recover();
        };
        await settled(async () => (await again(), stage.bench.started.length === 2));
        await stage.land(id, land);
        await settled(async () => (await again(), (await stage.statusOf(id)) === "completed"));
        if (diesAt < 0) last = stage.steps.done.length - begunAt;
        const tale = `${how} ${stage.steps.done[begunAt + diesAt]} (${diesAt})`;
        const { repository } = stage;
        expect({
          tale,
          merges: mergesOf(repository, id).length,
          trust: (await stage.ledger.summary(id))?.trust,
          work: isKept(repository, "src/a.ts", "work"),
          theirs: isKept(repository, "theirs.md", "theirs"),
          worktrees: repository.worktrees.size,
        }).toEqual({ tale, ...expected, work: true, theirs: true, worktrees: 0 } as never);
        expect((await typesOf(stage, id)).filter((type) => type === "commission.completed")).toHaveLength(1);
        await closeConductors();
      }
    expect(last).toBeGreaterThan(8);
  });
});
