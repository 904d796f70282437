// Acts on finished work that are called off, fail, or meet a project that is gone: each ends, with its reason, and the
// branch is where the ledger says.
import { afterEach, describe, expect, test } from "bun:test";
import { Fault } from "../../../src/contract/api/problem.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { commissionBranch } from "../../../src/contract/project/tree.ts";
import { integration, mergesOf, tipOf } from "../../fakes/repository.ts";
import { closeConductors, settled } from "../../harness/conductor.ts";
import { finished, type LandingStage, setUpLanding } from "../../harness/git/landing-stage.ts";
import { moveOn } from "../../harness/git/tree-stage.ts";

afterEach(closeConductors);

const landingOf = ({ ledger }: LandingStage, id: CommissionId) => ledger.summary(id)?.landing ?? null;

/** Lets the checks run until they are aborted, and says when they have begun. */
function hold(stage: LandingStage): Promise<void> {
  const begun = Promise.withResolvers<void>();
  stage.judge.during = ({ signal }) =>
    new Promise((done) => {
      begun.resolve();
      signal.addEventListener("abort", () => done(), { once: true });
    });
  return begun.promise;
}

test("an act that was called off can be asked for again in the same hall", async () => {
  const stage = await setUpLanding();
  const id = await finished(stage);
  moveOn(stage.repository, "theirs.md", "theirs");
  const begun = hold(stage);
  await stage.landings().accept(id);
  await begun;
  expect((await stage.landings().callOff(id))?.ok).toBe(true);
  stage.judge.during = async () => undefined;
  expect((await stage.landings().accept(id)).ok).toBe(true);
  await stage.acted(id);
  expect(landingOf(stage, id)?.state).toBe("accepted");
  expect(mergesOf(stage.repository, id)).toHaveLength(1);
});

test("an act is not called off once its move is planned, because the branch may have the commit", async () => {
  const stage = await setUpLanding();
  const id = await finished(stage);
  const plan = { into: integration, expected: "a".repeat(40), commit: "b".repeat(40), checks: [] };
  await stage.ledger.execute(id, [
    { do: "request-landing", act: "accept", by: "person" },
    { do: "plan-landing", act: "accept", ...plan },
  ]);
  const stop = { act: "accept", cause: "cancelled", message: "" } as const;
  const nothing = { conflicts: [], standing: [], checks: [] };
  const stopped = await stage.ledger.execute(id, [{ do: "stop-landing", stop: { ...stop, ...nothing } }]);
  expect(stopped).toMatchObject({ ok: false, problem: { code: "wrong_state" } });
});

describe("an act that keeps failing", () => {
  const isAtWork = (stage: LandingStage) => stage.clock.pending() > 0;

  test("is tried again with growing waits, then ends with the reason, and can be asked for again", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    stage.steps.fault = new Fault("git", "The repository has moved.");
    await stage.landings().accept(id);
    for (const ms of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]) {
      await settled(() => isAtWork(stage));
      stage.clock.advance(ms);
    }
    await stage.acted(id);
    expect(landingOf(stage, id)).toMatchObject({ state: "ready", stopped: { cause: "gone" } });
    expect(landingOf(stage, id)?.stopped?.message).toContain("The repository has moved.");
    stage.steps.fault = null;
    await stage.landings().accept(id);
    await stage.acted(id);
    expect(landingOf(stage, id)?.state).toBe("accepted");
  });

  test("for want of disk space is tried until it succeeds", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    stage.steps.fault = new Fault("ENOSPC", "no space left on device");
    await stage.landings().accept(id);
    for (let times = 0; times < 12; times += 1) {
      await settled(() => isAtWork(stage));
      stage.clock.advance(60_000);
    }
    await settled(() => isAtWork(stage));
    stage.steps.fault = null;
    stage.clock.advance(60_000);
    await stage.acted(id);
    expect(landingOf(stage, id)?.state).toBe("accepted");
  });

  test("only to close the commission's branch is done all the same", async () => {
    const stage = await setUpLanding();
    const id = await finished(stage);
    Object.assign(stage.steps, { fault: new Fault("worktree", "in the way"), faulty: "git branch -d" });
    await stage.landings().accept(id);
    await stage.acted(id);
    expect(landingOf(stage, id)).toMatchObject({
      state: "accepted",
      commit: tipOf(stage.repository, integration),
    });
    expect(stage.repository.refs.has(commissionBranch(id))).toBe(true);
  });
});

test("work of a project that is no longer in config.yaml is not merged without its checks", async () => {
  const stage = await setUpLanding();
  const id = await finished(stage);
  const { settings } = stage.deps;
  stage.deps.settings = () => ({ ...settings(), projects: {} });
  expect(await stage.landings().accept(id)).toMatchObject({
    ok: false,
    problem: { code: "unknown_project" },
  });
  stage.deps.settings = settings;
  moveOn(stage.repository, "theirs.md", "theirs");
  stage.judge.during = async () => {
    stage.deps.settings = () => ({ ...settings(), projects: {} });
    moveOn(stage.repository, "more.md", "more");
  };
  await stage.landings().accept(id);
  await stage.acted(id);
  expect(landingOf(stage, id)).toMatchObject({ state: "ready", stopped: { cause: "gone" } });
  expect(mergesOf(stage.repository, id)).toEqual([]);
});

test("work that another commission continues is accepted there, unless that came to nothing", async () => {
  const stage = await setUpLanding();
  const id = await finished(stage);
  const again = await stage.latest().redispatch({ id }, null);
  if (!again.ok) throw new Error(again.problem.message);
  const later = again.commission.record.request.id;
  expect(await stage.landings().accept(id)).toMatchObject({ ok: false, problem: { code: "wrong_state" } });
  await stage.latest().cancel(later, "enough");
  await stage.ended(later);
  await stage.landings().accept(id);
  await stage.acted(id);
  expect(landingOf(stage, id)?.state).toBe("accepted");
});
