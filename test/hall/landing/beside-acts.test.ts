// Finished work whose surroundings change under an act: an earlier attempt that failed its checks, and a deletion.
import { afterEach, expect, test } from "bun:test";
import { integration, mergesOf, tipOf } from "../../fakes/repository.ts";
import { closeConductors, settled } from "../../harness/conductor.ts";
import { finished, inReview, setUpLanding } from "../../harness/git/landing-stage.ts";
import { begin } from "../../harness/git/tree-stage.ts";

afterEach(closeConductors);

test("refuted work is not accepted unchecked through a follow-up that changes nothing", async () => {
  const stage = await setUpLanding();
  const refuted = { exits: [1] };
  const first = await begin(stage, inReview);
  await stage.work(first, refuted);
  await settled(() => stage.bench.started.length === 2);
  await stage.work(first, refuted);
  await stage.ended(first);
  expect(stage.ledger.summary(first)).toMatchObject({ trust: "refuted", landing: null });
  const again = await stage.latest().redispatch({ id: first }, null);
  if (!again.ok) throw new Error(again.problem.message);
  const { id } = again.commission.record.request;
  await settled(() => stage.bench.started.length === 3);
  await stage.work(id, { changed: false, exits: [] });
  await stage.ended(id);
  expect(stage.ledger.summary(id)).toMatchObject({ trust: "claimed", landing: { state: "ready" } });
  const before = tipOf(stage.repository, integration);
  stage.judge.exit = (files) => (files.has("src/a.ts") ? 1 : 0);
  await stage.landings().accept(id);
  await stage.acted(id);
  expect(stage.checked.length).toBeGreaterThan(0);
  expect(stage.ledger.summary(id)?.landing).toMatchObject({ state: "ready", stopped: { cause: "checks" } });
  expect(tipOf(stage.repository, integration)).toBe(before);
});

test("work is deleted or accepted, never both, when both are asked for at the same moment", async () => {
  const stage = await setUpLanding();
  const id = await finished(stage);
  const [removed, accepted] = await Promise.all([
    stage.latest().remove(id, true),
    stage.latest().inTurn(id, () => stage.landings().accept(id)),
  ]);
  expect([removed.ok, accepted.ok].filter(Boolean)).toHaveLength(1);
  if (accepted.ok) await stage.acted(id);
  expect(mergesOf(stage.repository, id)).toHaveLength(accepted.ok ? 1 : 0);
});

test("work is not deleted while it is being accepted, also if the deletion was begun before", async () => {
  const stage = await setUpLanding();
  const id = await finished(stage);
  const { remove } = stage.deps.ledger;
  const begun = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  stage.deps.ledger = {
    ...stage.deps.ledger,
    remove: async (...order) => {
      begun.resolve();
      await asked.promise;
      return remove(...order);
    },
  };
  const removed = stage.open().remove(id, true);
  await begun.promise;
  await stage.landings().accept(id);
  asked.resolve();
  expect(await removed).toMatchObject({ ok: false, problem: { code: "wrong_state" } });
  await stage.acted(id);
  expect(stage.ledger.summary(id)?.landing?.state).toBe("accepted");
});
