// Work of a run that had read words of strangers is marked before a branch has it, and whoever begins at it, or is brought
// to it, counts as one that has read them.
import { afterEach, describe, expect, test } from "bun:test";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { getCommit, integration, tipOf } from "../../fakes/repository.ts";
import { begun, closeConductors, settled, stopConductor } from "../../harness/conductor.ts";
import { begin, moveOn, ofApp, setUpTrees, type TreeStage } from "../../harness/git/tree-stage.ts";

afterEach(closeConductors);

const searched: FactBody = { type: "tool.called", callId: "t1", tool: "WebSearch", input: "{}" };

async function searchIn(stage: TreeStage, id: CommissionId): Promise<void> {
  const bench = (await stage.ledger.find(id))?.record.bench ?? 1;
  stage.bench.say({ id, bench }, ...begun.slice(0, 1), searched);
}

const isTainted = async ({ ledger }: TreeStage, id: CommissionId) =>
  (await ledger.find(id))?.record.tainted ?? null;

describe("work of a run that had searched the web", () => {
  test("is marked before it is planned to be merged, and the next commission begins marked", async () => {
    const stage = await setUpTrees({ checks: [] });
    const { repository, steps } = stage;
    const first = await begin(stage);
    moveOn(repository, "theirs.md", "theirs");
    await searchIn(stage, first);
    await stage.work(first, { exits: [] });
    await stage.ended(first);
    expect(tipOf(repository, integration)).not.toBe((await stage.outcomeOf(first))?.tip);
    expect(repository.marks).toContain(tipOf(repository, integration));
    expect(steps.done.lastIndexOf("mark")).toBeLessThan(steps.done.indexOf("plan-merge"));
    const second = await stage.accept(stage.open(), ofApp);
    await settled(() => stage.bench.started.length === 2);
    expect(await isTainted(stage, second)).toBeTrue();
    const dispatched = (await stage.ledger.events(second))?.find(
      ({ type }) => type === "commission.dispatched",
    );
    expect(dispatched).toMatchObject({ marked: [tipOf(repository, integration)] });
  });

  test("control: a run that had not leaves no mark, and the next one begins without", async () => {
    const stage = await setUpTrees();
    const first = await begin(stage);
    await stage.work(first);
    await stage.ended(first);
    expect(stage.repository.marks.size).toBe(0);
    const second = await stage.accept(stage.open(), ofApp);
    await settled(() => stage.bench.started.length === 2);
    expect(await isTainted(stage, second)).toBeFalse();
  });

  test("is marked where it is kept", async () => {
    const stage = await setUpTrees();
    const first = await begin(stage);
    await searchIn(stage, first);
    await stage.work(first, { end: { how: "api", status: 400, message: "no" } });
    await stage.ended(first);
    const { tip, state } = (await stage.outcomeOf(first)) ?? {};
    expect(state).toBe("kept");
    expect([...stage.repository.marks]).toEqual([tip ?? ""]);
  });

  test("is marked whatever step the hall dies at, before the integration branch has it", async () => {
    let last = Infinity;
    for (let diesAt = -1; diesAt < last; diesAt += 1) {
      const stage = await setUpTrees({ checks: [] });
      const { repository, steps } = stage;
      const id = await begin(stage);
      moveOn(repository, "theirs.md", "theirs");
      await searchIn(stage, id);
      const before = tipOf(repository, integration);
      const begunAt = steps.done.length;
      Object.assign(steps, { diesAt: diesAt < 0 ? -1 : begunAt + diesAt, how: "after" });
      await stage.work(id, { exits: [] });
      await settled(async () => stage.errors.length > 0 || (await stage.statusOf(id)) === "completed");
      await stopConductor();
      if (diesAt < 0) last = steps.done.length - begunAt;
      const tip = tipOf(repository, integration);
      expect([diesAt, tip === before || repository.marks.has(tip)]).toEqual([diesAt, true]);
      stage.open().recover();
      await stage.ended(id);
      expect([diesAt, repository.marks.has(tipOf(repository, integration))]).toEqual([diesAt, true]);
      await closeConductors();
    }
    expect(last).toBeGreaterThan(5);
  });
});

describe("work that is brought to the integration branch because both fail together", () => {
  async function carried(isMarked: boolean): Promise<boolean | null> {
    const stage = await setUpTrees();
    const { repository } = stage;
    const id = await begin(stage);
    moveOn(repository, "theirs.md", "theirs");
    if (isMarked) repository.marks.add(tipOf(repository, integration));
    await stage.work(id);
    await settled(() => stage.bench.started.length === 2);
    await stage.land(id, { exits: [1], tip: [0] });
    await settled(() => stage.bench.started.length === 3);
    expect(getCommit(repository, (await stage.ledger.find(id))?.record.tree?.base ?? "").message).toBe(
      "Theirs\n",
    );
    return isTainted(stage, id);
  }

  test("is marked where the branch has marked work", async () => {
    expect(await carried(true)).toBeTrue();
  });

  test("control: is not where it has none", async () => {
    expect(await carried(false)).toBeFalse();
  });
});
