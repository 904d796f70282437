// Two people act on the same finished work at once: one accepts or rejects it, the other sends it back. One act counts,
// and the other person is told.
import { afterEach, describe, expect, test } from "bun:test";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { createLandingOperations } from "../../../src/hall/operations/landing-operations.ts";
import type { Conductor } from "../../../src/hall/dispatch/conductor.ts";
import { detailOf } from "../../../src/rules/show/show.ts";
import { closeConductors } from "../../harness/conductor.ts";
import { finished, setUpLanding } from "../../harness/git/landing-stage.ts";

afterEach(closeConductors);

const around = { directory: "", work: "", waitingFor: null, continuedBy: null };
const isAccepted = ["landing.requested"];
const acts = ["accept", "reject"] as const;

/** Finished work, the operations on it, and which acts the ledgers say took effect. */
async function setUp(inTurn?: Conductor["inTurn"]) {
  const stage = await setUpLanding();
  const id = await finished(stage);
  stage.setSlots(0);
  const conductor = stage.latest();
  const operations = createLandingOperations({
    landings: stage.landings(),
    inTurn: inTurn ?? conductor.inTurn,
    shown: (commission) => detailOf(commission, around),
    review: {
      newest: () => [],
      heirOf: () => null,
      projects: () => ({}),
      ahead: async () => null,
      stats: async () => new Map(),
    },
  });
  const ask = (act: (typeof acts)[number]) => operations[act]({ params: { id }, body: {} });
  const sendBack = () => conductor.sendBack({ id, note: "Shorter.", comments: [] }, null);
  const effects = async (of: CommissionId) => {
    const types = ((await stage.ledger.events(of)) ?? []).map(({ type }) => type);
    const decided = types.filter((type) => [...isAccepted, "landing.rejected"].includes(type));
    return decided.length + (conductor.continuationOf(of) === undefined ? 0 : 1);
  };
  return { stage, id, ask, sendBack, effects };
}

describe.each(acts)("of %s and send back at once", (act) => {
  test("the first counts", async () => {
    const { id, ask, sendBack, effects } = await setUp();
    const [back, other] = await Promise.all([sendBack(), ask(act)]);
    expect(back.ok).toBe(true);
    expect(other).toMatchObject({
      ok: false,
      problem: { code: "wrong_state", message: expect.stringContaining("It was sent back already") },
    });
    expect(await effects(id)).toBe(1);
  });

  test("the first counts the other way round", async () => {
    const { id, ask, sendBack, effects } = await setUp();
    const [other, back] = await Promise.all([ask(act), sendBack()]);
    expect(other.ok).toBe(true);
    expect(back).toMatchObject({ ok: false, problem: { code: "wrong_state" } });
    expect(await effects(id)).toBe(1);
  });

  test("control: out of turn both take effect", async () => {
    const { id, ask, sendBack, effects } = await setUp((_id, run) => run());
    await Promise.all([sendBack(), ask(act)]);
    expect(await effects(id)).toBe(2);
  });
});
