// What a commission is dispatched to work on, and what its work is held to.
import { afterEach, describe, expect, test } from "bun:test";
import { Fault } from "../../../src/contract/api/problem.ts";
import { commissionBranch } from "../../../src/contract/project/tree.ts";
import { integration } from "../../fakes/repository.ts";
import { begun, closeConductors, request, settled } from "../../harness/conductor.ts";
import { begin, ofApp, setUpTrees } from "../../harness/git/tree-stage.ts";

afterEach(closeConductors);

describe("what it works on", () => {
  test("is decided at its first dispatch: the tree, the project's checks and its own", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage, { ...ofApp, checks: [{ command: "make lint" }] });
    expect((await stage.ledger.find(id))?.record).toMatchObject({
      tree: { branch: commissionBranch(id), into: integration, checkout: "sparse" },
      checks: [
        { command: "make test", timeoutSeconds: 600, from: "project" },
        { command: "make lint", timeoutSeconds: 600, from: "commission" },
      ],
    });
  });

  test("stays, also where the project is no longer there when it goes on", async () => {
    const policy = { maxResumes: 1, maxFalseStarts: 0, maxReturns: 1, canPause: false, backOffMs: [0] };
    const stage = await setUpTrees(undefined, { policy });
    const id = await begin(stage);
    const first = (await stage.ledger.find(id))?.record;
    const before = stage.deps.settings;
    stage.deps.settings = () => ({ ...before(), projects: {} });
    stage.bench.say({ id, bench: 1 }, ...begun);
    stage.bench.die({ id, bench: 1 });
    stage.tell(id);
    await settled(() => stage.bench.started.length === 2);
    expect((await stage.ledger.find(id))?.record).toMatchObject({ tree: first?.tree, checks: first?.checks });
    const lines = (await stage.ledger.events(id))?.filter(({ type }) => type === "commission.dispatched");
    expect(lines?.map((line) => "tree" in line)).toEqual([true, false]);
  });

  test.each([
    ["a plan that is refused", async () => ({ ok: false as const, message: "It is a bare repository." })],
    ["a repository that is gone", () => Promise.reject(new Fault("git", "It is a bare repository."))],
  ])("%s rejects the commission with its sentence", async (_what, plan) => {
    const stage = await setUpTrees();
    stage.deps.trees = { ...stage.deps.trees, plan };
    const id = await stage.accept(stage.open(), ofApp);
    await stage.ended(id);
    expect(await stage.ledger.find(id)).toMatchObject({
      outcome: { status: "failed", reason: "activation", message: "It is a bare repository." },
    });
    expect(await stage.outcomeOf(id)).toBeNull();
  });

  test("a repository that does not answer keeps nobody else from starting, and is asked once", async () => {
    const stage = await setUpTrees();
    const { plan } = stage.deps.trees;
    const asked: ReturnType<typeof Promise.withResolvers<void>>[] = [];
    stage.deps.trees.plan = async (order) => {
      const answer = Promise.withResolvers<void>();
      asked.push(answer);
      return answer.promise.then(() => plan(order));
    };
    const conductor = stage.open();
    const held = await stage.accept(conductor, ofApp);
    const other = await stage.accept(conductor, request);
    await settled(() => asked.length === 1 && stage.clock.pending() > 0);
    expect(stage.bench.started).toEqual([]);
    stage.clock.advance(5000);
    await settled(() => stage.bench.started.length === 1);
    expect(stage.bench.started).toMatchObject([{ id: other }]);
    stage.clock.advance(5000);
    await settled(() => stage.clock.pending() > 0);
    expect([await stage.statusOf(held), asked.length]).toEqual(["pending", 1]);
    asked[0]?.resolve();
    await settled(() => asked.length === 2);
    asked[1]?.resolve();
    await settled(() => stage.bench.started.length === 2);
    expect(stage.bench.started).toMatchObject([{ id: other }, { id: held }]);
  });

  test("a full disk is not the end of it: it is tried again", async () => {
    const stage = await setUpTrees();
    const { plan } = stage.deps.trees;
    stage.deps.trees.plan = () => Promise.reject(new Fault("ENOSPC", "no space left on device"));
    const id = await stage.accept(stage.open(), ofApp);
    await settled(() => stage.clock.pending() > 0 && stage.errors.length > 0);
    expect(await stage.statusOf(id)).toBe("pending");
    stage.deps.trees.plan = plan;
    stage.clock.advance(2000);
    await settled(() => stage.bench.started.length === 1);
  });

  test("a project that is gone before the first dispatch rejects it", async () => {
    const stage = await setUpTrees();
    stage.setSlots(0);
    const conductor = stage.open();
    const id = await stage.accept(conductor, ofApp);
    const before = stage.deps.settings;
    stage.deps.settings = () => ({ ...before(), projects: {} });
    stage.setSlots(1);
    conductor.reconsider();
    await stage.ended(id);
    expect(await stage.ledger.find(id)).toMatchObject({
      outcome: { reason: "activation", message: 'Project "app" is no longer in config.yaml.' },
    });
  });
});
