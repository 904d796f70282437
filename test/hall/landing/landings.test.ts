// What a person decides on finished work: it is carried out once, after its checks, and moves nothing otherwise.
import { afterEach, describe, expect, test } from "bun:test";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { commissionBranch } from "../../../src/contract/project/tree.ts";
import { getCommit, integration, isKept, mergesOf, tipOf } from "../../fakes/repository.ts";
import { closeConductors, settled } from "../../harness/conductor.ts";
import { finished, inReview, type LandingStage, setUpLanding } from "../../harness/git/landing-stage.ts";
import { moveOn, ofApp } from "../../harness/git/tree-stage.ts";

afterEach(closeConductors);

const landingOf = ({ ledger }: LandingStage, id: CommissionId) => ledger.summary(id)?.landing ?? null;

const tipFiles = ({ repository }: LandingStage) =>
  getCommit(repository, tipOf(repository, integration)).files;

async function refusalOf(asked: ReturnType<ReturnType<LandingStage["landings"]>["accept"]>): Promise<string> {
  const answer = await asked;
  return answer.ok ? "" : answer.problem.message;
}

describe("finished work of a commission in review", () => {
  test("ends as it does otherwise, is not merged, and waits on its branch", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    expect(await stage.ledger.find(id)).toMatchObject({
      status: "completed",
      outcome: { trust: "verified" },
    });
    expect(mergesOf(stage.repository, id)).toEqual([]);
    expect(landingOf(stage, id)).toMatchObject({ mode: "review", state: "ready", commit: null });
    expect(stage.repository.refs.has(commissionBranch(id))).toBe(true);
  });

  test("is merged when it is accepted, without another run of checks that passed on the same tree", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    const asked = await stage.landings().accept(id);
    expect(asked).toMatchObject({
      ok: true,
      commission: { record: { afterEnd: { acting: { act: "accept" } } } },
    });
    await stage.acted(id);
    expect(stage.checked).toEqual([]);
    expect(tipFiles(stage).get("src/a.ts")).toBe("work");
    expect(landingOf(stage, id)).toMatchObject({
      state: "accepted",
      commit: tipOf(stage.repository, integration),
    });
    expect(stage.ledger.summary(id)).toMatchObject({
      status: "completed",
      trust: "verified",
      branch: { state: "merged" },
    });
    expect(stage.repository.refs.has(commissionBranch(id))).toBe(false);
  });

  test("is checked together with what landed meanwhile, and again if the branch moves during the checks", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    moveOn(stage.repository, "theirs.md", "theirs");
    let times = 0;
    stage.judge.during = async () => {
      if ((times += 1) === 1) moveOn(stage.repository, "more.md", "more");
    };
    await stage.landings().accept(id);
    await stage.acted(id);
    expect(
      stage.checked.map((files) => [files.has("theirs.md"), files.has("more.md"), files.has("src/a.ts")]),
    ).toEqual([
      [true, false, true],
      [true, true, true],
    ]);
    expect(mergesOf(stage.repository, id)).toHaveLength(1);
  });

  test("stays where it is if the merge fails its checks, with the evidence, and may be accepted later", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    moveOn(stage.repository, "theirs.md", "theirs");
    stage.judge.exit = (files) => (files.has("theirs.md") && files.has("src/a.ts") ? 1 : 0);
    const before = tipOf(stage.repository, integration);
    await stage.landings().accept(id);
    await stage.acted(id);
    expect(tipOf(stage.repository, integration)).toBe(before);
    expect(landingOf(stage, id)).toMatchObject({
      state: "ready",
      stopped: { act: "accept", cause: "checks" },
    });
    expect((await stage.ledger.find(id))?.record.afterEnd.stopped?.checks).toMatchObject([{ exitCode: 1 }]);
    expect(stage.repository.refs.has(commissionBranch(id))).toBe(true);
    stage.judge.exit = () => 0;
    await stage.landings().accept(id);
    await stage.acted(id);
    expect(landingOf(stage, id)).toMatchObject({ state: "accepted", stopped: null });
  });

  test("is not blamed for a branch that fails without it", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    moveOn(stage.repository, "theirs.md", "theirs");
    stage.judge.exit = (files) => (files.has("theirs.md") ? 1 : 0);
    await stage.landings().accept(id);
    await stage.acted(id);
    expect(landingOf(stage, id)).toMatchObject({ state: "ready", stopped: { cause: "base" } });
    expect(mergesOf(stage.repository, id)).toEqual([]);
  });

  test("stays where it is if it conflicts", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    moveOn(stage.repository, "src/a.ts", "theirs");
    await stage.landings().accept(id);
    await stage.acted(id);
    expect(landingOf(stage, id)).toMatchObject({ state: "ready", stopped: { cause: "conflict" } });
    expect((await stage.ledger.find(id))?.record.afterEnd.stopped?.conflicts).toEqual(["src/a.ts"]);
    expect(tipFiles(stage).get("src/a.ts")).toBe("theirs");
  });

  test("is kept on its branch when it is rejected, and the other tab is told", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    expect((await stage.landings().reject(id, "Not like this.")).ok).toBe(true);
    expect(await stage.landings().accept(id)).toMatchObject({ ok: false, problem: { code: "wrong_state" } });
    expect(await refusalOf(stage.landings().reject(id, null))).toContain("was rejected already");
    expect(landingOf(stage, id)).toMatchObject({ state: "rejected" });
    expect(isKept(stage.repository, "src/a.ts", "work")).toBe(true);
    expect(mergesOf(stage.repository, id)).toEqual([]);
  });

  test("is rejected or accepted, never both, when two people decide at the same moment", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    const answers = await Promise.all([stage.landings().reject(id, null), stage.landings().accept(id)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    await stage.acted(id);
    const isMerged = landingOf(stage, id)?.state === "accepted";
    expect(mergesOf(stage.repository, id)).toHaveLength(isMerged ? 1 : 0);
  });

  test("is merged once when two accept it at the same moment, and the second is told", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    const answers = await Promise.all([1, 2, 3].map(() => stage.landings().accept(id)));
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, false]);
    await stage.acted(id);
    expect(await refusalOf(stage.landings().accept(id))).toContain("was accepted already, as commit");
    expect(mergesOf(stage.repository, id)).toHaveLength(1);
  });

  test("is left alone when the act is called off while its checks run", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    moveOn(stage.repository, "theirs.md", "theirs");
    const running = Promise.withResolvers<void>();
    stage.judge.during = ({ signal }) =>
      new Promise((done) => {
        running.resolve();
        signal.addEventListener("abort", () => done(), { once: true });
      });
    await stage.landings().accept(id);
    await running.promise;
    expect((await stage.landings().callOff(id))?.ok).toBe(true);
    expect(landingOf(stage, id)).toMatchObject({ state: "ready", stopped: { cause: "cancelled" } });
    stage.judge.during = async () => undefined;
    await stage.reopen();
    expect(mergesOf(stage.repository, id)).toEqual([]);
  });
});

describe("work that waits for other work", () => {
  test.each([
    ["review", "blocked", "waits for you to accept it"],
    ["branch", "dispatched", ""],
  ] as const)("of a commission with land %s is %s", async (land, status, why) => {
    const stage = await setUpLanding();
    const id = await finished(stage, { ...ofApp, land });
    const after = await stage.accept(stage.latest(), { ...ofApp, after: [id] });
    await settled(async () => (await stage.statusOf(after)) === status);
    expect(stage.ledger.summary(after)?.blockedBy.join()).toContain(why);
    if (land === "branch") return;
    await stage.landings().accept(id);
    await settled(async () => (await stage.statusOf(after)) === "dispatched");
  });

  test("is not begun after the other was rejected", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    const after = await stage.accept(stage.latest(), { ...ofApp, after: [id] });
    await stage.landings().reject(id, null);
    await settled(() => stage.ledger.summary(after)?.blockedBy.join().includes("was rejected") === true);
  });
});

describe("merged work", () => {
  const undone = async (stage: LandingStage, id: CommissionId) => {
    const asked = await stage.landings().undo(id);
    await stage.acted(id);
    return asked;
  };

  test("is undone by a commit that takes back its changes and nothing else", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage, ofApp);
    moveOn(stage.repository, "theirs.md", "theirs");
    expect((await undone(stage, id)).ok).toBe(true);
    expect([...tipFiles(stage).keys()].sort()).toEqual(["README.md", "theirs.md"]);
    expect(landingOf(stage, id)).toMatchObject({
      state: "undone",
      commit: tipOf(stage.repository, integration),
    });
    expect(stage.ledger.summary(id)).toMatchObject({ status: "completed", trust: "verified" });
    expect(await refusalOf(stage.landings().undo(id))).toContain("was undone already");
  });

  test("is undone by Reject too, also after it was accepted", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    await stage.landings().accept(id);
    await stage.acted(id);
    await stage.landings().reject(id, null);
    await stage.acted(id);
    expect(landingOf(stage, id)?.state).toBe("undone");
    expect(tipFiles(stage).has("src/a.ts")).toBe(false);
  });

  test("stays if later work stands on it, which is named", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage, ofApp);
    moveOn(stage.repository, "src/a.ts", "theirs");
    const before = tipOf(stage.repository, integration);
    await undone(stage, id);
    expect(tipOf(stage.repository, integration)).toBe(before);
    const stopped = (await stage.ledger.find(id))?.record.afterEnd.stopped;
    expect(stopped).toMatchObject({ act: "undo", cause: "conflict", conflicts: ["src/a.ts"] });
    expect(stopped?.standing).toMatchObject([{ commit: before, subject: "Theirs" }]);
    expect(landingOf(stage, id)?.state).toBe("merged");
  });

  test("stays if the rest fails its checks without it", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage, ofApp);
    stage.judge.exit = (files) => (files.has("src/a.ts") ? 0 : 1);
    const before = tipOf(stage.repository, integration);
    await undone(stage, id);
    expect(tipOf(stage.repository, integration)).toBe(before);
    expect(landingOf(stage, id)).toMatchObject({
      state: "merged",
      stopped: { act: "undo", cause: "checks" },
    });
  });
});

describe("killed at any step", () => {
  const cases = [
    { act: "accept", asked: inReview, state: "accepted", merges: 1, has: true },
    { act: "undo", asked: ofApp, state: "undone", merges: 1, has: false },
  ] as const;
  test.each(cases)("$act happens once", async ({ act, asked, state, merges, has }) => {
    let last = Infinity;
    for (let diesAt = -1; diesAt < last; diesAt += 1)
      for (const how of ["before", "after"] as const) {
        const stage = await setUpLanding();
        const id = await finished(stage, asked);
        moveOn(stage.repository, "theirs.md", "theirs");
        const begunAt = stage.steps.done.length;
        Object.assign(stage.steps, { diesAt: diesAt < 0 ? -1 : begunAt + diesAt, how });
        const isOver = () => landingOf(stage, id)?.state === state;
        const answer = stage.landings()[act](id);
        const hasDied = await answer.then(
          () => false,
          () => true,
        );
        await settled(() => hasDied || stage.errors.length > 0 || isOver());
        if (diesAt < 0) last = stage.steps.done.length - begunAt;
        await stage.reopen();
        // A kill before the request was durable leaves nothing to be continued: the person asks again.
        const isAsked = landingOf(stage, id)?.state !== (act === "accept" ? "ready" : "merged");
        if (!isAsked) await stage.landings()[act](id);
        await settled(isOver);
        const tale = `${how} ${stage.steps.done[begunAt + diesAt]} (${diesAt})`;
        expect({
          tale,
          merges: mergesOf(stage.repository, id).length,
          files: [tipFiles(stage).has("src/a.ts"), tipFiles(stage).has("theirs.md")],
        }).toEqual({ tale, merges, files: [has, true] });
        const types = ((await stage.ledger.events(id)) ?? []).map(({ type }) => type);
        expect(types.filter((type) => type === `landing.${state}`)).toHaveLength(1);
        await stage.landings().stop();
        await closeConductors();
      }
    expect(last).toBeGreaterThan(5);
  });
});
