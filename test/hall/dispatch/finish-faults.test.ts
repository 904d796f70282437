// A finish that is cut short at any step, or fails: it leads to the same in the end, once, and nothing is lost.
import { afterEach, describe, expect, test } from "bun:test";
import { Fault } from "../../../src/contract/api/problem.ts";
import { commissionBranch } from "../../../src/contract/project/tree.ts";
import { isKept, mergesOf } from "../../fakes/repository.ts";
import { closeConductors, settled, stopConductor } from "../../harness/conductor.ts";
import { begin, moveOn, ofApp, setUpTrees, type Work } from "../../harness/git/tree-stage.ts";

afterEach(closeConductors);

describe("killed at any step of its finish", () => {
  interface Case {
    what: string;
    state: string;
    merges: number;
    checks?: string[];
    theirs?: string;
    /** Without it, nothing was ever checked or held fast: its workbench is lost. */
    work?: Work;
  }
  const cases: Case[] = [
    { what: "verified work is merged once", state: "merged", merges: 1, work: {} },
    { what: "work on its worker's word is merged once", state: "merged", merges: 1, checks: [] },
    { what: "work in conflict is kept", state: "conflict", merges: 0, theirs: "src/a.ts", work: {} },
    { what: "failed work is kept", state: "kept", merges: 0, work: { end: { how: "turns", limit: 1 } } },
    { what: "refuted work is kept", state: "kept", merges: 0, work: { exits: [1] } },
  ];
  for (const { what, state, merges, checks = ["make test"], theirs, work } of cases)
    test(`${what}, and nothing is lost`, async () => {
      const policy = { maxResumes: 0, maxFalseStarts: 0, maxReturns: 0, canPause: false, backOffMs: [0] };
      let last = Infinity;
      for (let diesAt = -1; diesAt < last; diesAt += 1)
        for (const how of ["before", "after"] as const) {
          const stage = await setUpTrees({ checks }, { policy });
          const id = await begin(stage);
          if (theirs) moveOn(stage.repository, theirs, "theirs");
          const begunAt = stage.steps.done.length;
          Object.assign(stage.steps, { diesAt: diesAt < 0 ? -1 : begunAt + diesAt, how });
          await (work ? stage.work(id, work) : stage.vanish(id));
          const isOver = async () => ["completed", "failed"].includes((await stage.statusOf(id)) ?? "");
          await settled(async () => stage.errors.length > 0 || (await isOver()));
          await stopConductor();
          if (diesAt < 0) last = stage.steps.done.length - begunAt;
          stage.open().recover();
          await stage.ended(id);
          const { repository } = stage;
          const outcome = await stage.outcomeOf(id);
          const tale = `${how} ${stage.steps.done[begunAt + diesAt]} (${diesAt})`;
          expect({
            tale,
            state: outcome?.state as string,
            tip: repository.commits.get(outcome?.tip ?? "")?.files.get("src/a.ts"),
            merges: mergesOf(repository, id).length,
            work: isKept(repository, "src/a.ts", "work"),
            ignored: isKept(repository, "ignored.log", "left by 1"),
            worktrees: repository.worktrees.size,
          }).toEqual({ tale, state, tip: "work", merges, work: true, ignored: true, worktrees: 0 });
          await closeConductors();
        }
      expect(last).toBeGreaterThan(5);
    });
});

describe("a finish that fails", () => {
  test("is tried again with growing waits, tells why meanwhile, and goes on when it can", async () => {
    const stage = await setUpTrees();
    const id = await begin(stage);
    stage.steps.fault = new Fault("ENOSPC", "no space left on device");
    await stage.work(id);
    const waits = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000];
    for (const [times, ms] of waits.entries()) {
      await settled(() => stage.errors.length === times + 1 && stage.clock.pending() > 0);
      const waiting = stage.clock.pending();
      stage.clock.advance(ms - 1);
      expect([times, stage.clock.pending()]).toEqual([times, waiting]);
      stage.clock.advance(1);
    }
    await settled(() => stage.errors.length > waits.length && stage.clock.pending() > 0);
    stage.steps.fault = null;
    stage.clock.advance(60_000);
    await stage.ended(id);
    expect(mergesOf(stage.repository, id)).toHaveLength(1);
  });

  test("in a repository that is gone for good leaves everything as it is, and says so", async () => {
    const stage = await setUpTrees();
    const conductor = stage.open();
    const id = await stage.accept(conductor, ofApp);
    await settled(() => stage.bench.started.length === 1);
    stage.steps.fault = new Fault("git", "The repository has moved.");
    await stage.work(id);
    for (let times = 1; times < 8; times += 1) {
      await settled(() => stage.errors.length === times && stage.clock.pending() > 0);
      expect(conductor.unrecorded().get(id)).toMatchObject({ finish: "The repository has moved." });
      stage.clock.advance(60_000);
    }
    await stage.ended(id);
    const commission = await stage.ledger.find(id);
    expect(commission).toMatchObject({ status: "completed", outcome: { trust: "verified" } });
    expect(commission?.record.applied).toMatchObject({
      tree: { state: "kept", keptWorktree: true, branch: commissionBranch(id) },
      problems: [expect.stringContaining("The repository has moved.")],
    });
    expect(stage.repository.worktrees.has(id)).toBe(true);
  });

  const parts = [
    { what: "its closing", faulty: "git worktree remove", state: "merged", merges: 1, said: "closed" },
    { what: "its merge", faulty: "git update-ref claude/main", state: "kept", merges: 0, said: "finished" },
  ];
  for (const { what, faulty, state, merges, said } of parts)
    test(`in ${what} for good is told as far as it came`, async () => {
      const stage = await setUpTrees();
      const id = await begin(stage);
      Object.assign(stage.steps, { fault: new Fault("worktree", "Somebody is in the way."), faulty });
      await stage.work(id);
      for (let times = 1; times < 8; times += 1) {
        await settled(() => stage.errors.length === times && stage.clock.pending() > 0);
        stage.clock.advance(60_000);
      }
      await stage.ended(id);
      const { refs } = stage.repository;
      const applied = (await stage.ledger.find(id))?.record.applied;
      const tip = refs.get(commissionBranch(id)) ?? "none";
      expect(applied?.tree).toMatchObject({ state, tip, keptWorktree: true });
      expect(applied?.problems).toEqual([
        expect.stringMatching(new RegExp(`could not be ${said}.*in the way`)),
      ]);
      expect(mergesOf(stage.repository, id)).toHaveLength(merges);
    });
});
