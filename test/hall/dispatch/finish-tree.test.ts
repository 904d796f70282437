// What a commission's branch comes to.
import { afterEach, describe, expect, test } from "bun:test";
import { commissionBranch } from "../../../src/contract/project/tree.ts";
import { integration, isKept, mergesOf } from "../../fakes/repository.ts";
import { begun, closeConductors, settled } from "../../harness/conductor.ts";
import { begin, moveOn, ofApp, setUpTrees } from "../../harness/git/tree-stage.ts";

afterEach(closeConductors);

describe("what becomes of its branch", () => {
  test("verified work is one commit on the integration branch, and nothing else is left", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    await stage.work(id);
    await stage.ended(id);
    expect(await stage.ledger.find(id)).toMatchObject({
      status: "completed",
      outcome: { trust: "verified" },
    });
    const [[commit, { files, message }] = ["", { files: new Map(), message: "" }], ...more] = mergesOf(
      stage.repository,
      id,
    );
    expect(more).toEqual([]);
    expect(files.get("src/a.ts")).toBe("work");
    expect(message).toContain("\nTrust: verified\n");
    expect(message).toStartWith("Look.\n");
    expect(await stage.outcomeOf(id)).toMatchObject({
      state: "merged",
      commit,
      branch: null,
      keptWorktree: false,
    });
    expect([...stage.repository.refs.keys()]).toEqual([integration]);
    expect(stage.repository.worktrees.size).toBe(0);
  });

  test("work without checks is merged on its worker's word", async () => {
    const stage = await setUpTrees({ checks: [] });
    const id = await begin(stage);
    await stage.work(id, { exits: [] });
    await stage.ended(id);
    expect(await stage.ledger.find(id)).toMatchObject({ outcome: { trust: "claimed" } });
    expect(mergesOf(stage.repository, id)).toHaveLength(1);
  });

  test("refuted work goes back once, is kept then, and is never merged", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    await stage.work(id, { exits: [1] });
    await settled(() => stage.bench.started.length === 2);
    expect((await stage.ledger.find(id))?.record).toMatchObject({ returns: 1, loss: { cause: "refuted" } });
    await stage.work(id, { exits: [1], text: "still wrong" });
    await stage.ended(id);
    expect(await stage.ledger.find(id)).toMatchObject({ status: "completed", outcome: { trust: "refuted" } });
    expect(mergesOf(stage.repository, id)).toEqual([]);
    expect(await stage.outcomeOf(id)).toMatchObject({ state: "kept", branch: commissionBranch(id) });
    expect(isKept(stage.repository, "src/a.ts", "still wrong")).toBe(true);
  });

  test("work that was refuted once and passes then is merged", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    await stage.work(id, { exits: [1] });
    await settled(() => stage.bench.started.length === 2);
    await stage.work(id, { text: "right" });
    await stage.ended(id);
    expect(await stage.outcomeOf(id)).toMatchObject({ state: "merged" });
    expect(mergesOf(stage.repository, id)[0]?.[1].files.get("src/a.ts")).toBe("right");
  });

  test("work in conflict is kept, names the files, and leaves the integration branch as it was", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    moveOn(stage.repository, "src/a.ts", "theirs");
    const tip = stage.repository.refs.get(integration);
    await stage.work(id);
    await stage.ended(id);
    expect(await stage.outcomeOf(id)).toMatchObject({
      state: "conflict",
      conflicts: ["src/a.ts"],
      commit: null,
    });
    expect(stage.repository.refs.get(integration)).toBe(tip as string);
    expect(isKept(stage.repository, "src/a.ts", "work")).toBe(true);
  });

  test("a branch that moves between the plan and the merge is met again, and the merge is checked again", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    const { merge } = stage.deps.trees;
    let moves = 0;
    stage.deps.trees.merge = async (...given) => {
      moves += 1;
      if (moves < 3) moveOn(stage.repository, `other-${moves}`, "theirs");
      return merge(...given);
    };
    await stage.work(id);
    for (let benches = 2; benches < 4; benches += 1) {
      await settled(() => stage.bench.started.length === benches);
      await stage.land(id);
    }
    await stage.ended(id);
    expect(mergesOf(stage.repository, id)).toHaveLength(1);
    const events = (await stage.ledger.events(id)) ?? [];
    expect(events.filter(({ type }) => type === "merge.planned")).toHaveLength(3);
    expect(events.filter(({ type }) => type === "finish.withdrawn")).toHaveLength(2);
  });

  test("failed work is kept; one that changed nothing leaves no branch", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    await stage.work(id, { end: { how: "turns", limit: 1 } });
    await stage.ended(id);
    expect(await stage.outcomeOf(id)).toMatchObject({ state: "kept", branch: commissionBranch(id) });
    const other = await setUpTrees();
    const idle = await begin(other);
    other.bench.say({ id: idle, bench: 1 }, ...begun, {
      type: "session.ended",
      end: { how: "turns", limit: 1 },
    });
    other.bench.die({ id: idle, bench: 1 });
    other.tell(idle);
    await other.ended(idle);
    expect(await other.outcomeOf(idle)).toMatchObject({ state: "unchanged", branch: null, tip: null });
  });

  test("what lies in its worktree before a session has begun is on no branch", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    const ref = await stage.write(id, { path: ".env", text: "SECRET" });
    stage.bench.say(ref, { type: "session.ended", end: { how: "setup", message: "It failed." } });
    stage.bench.die(ref);
    stage.tell(id);
    await stage.ended(id);
    expect(await stage.outcomeOf(id)).toMatchObject({ state: "unchanged", branch: null, tip: null });
    expect([...stage.repository.refs.keys()]).toEqual([integration]);
    expect(isKept(stage.repository, ".env", "SECRET")).toBe(true);
  });

  test("its worktree is left where that was asked for", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage, { ...ofApp, keepWorktree: true });
    await stage.work(id);
    await stage.ended(id);
    expect(await stage.outcomeOf(id)).toMatchObject({ state: "merged", keptWorktree: true });
    expect(stage.repository.worktrees.has(id)).toBe(true);
  });
});
