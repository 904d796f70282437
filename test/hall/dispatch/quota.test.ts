// A spent quota: who is paused, who waits, who asks first, and what is on the disk meanwhile.
import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { quotaFile } from "../../../src/contract/commission/quota.ts";
import { openQuotaStore } from "../../../src/hall/operations/quota-file.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { answeredOnce } from "../../harness/ledger/histories.ts";
import {
  begun,
  closeConductors,
  done,
  handoffOf,
  realRequest,
  request,
  settled,
  setUpConductor,
  stopConductor,
} from "../../harness/conductor.ts";

afterEach(closeConductors);

const hour = 3_600_000;

async function setUp(secret = "one") {
  const rig = await setUpConductor({
    hasModel: true,
    policy: { maxResumes: 0, maxFalseStarts: 2, maxReturns: 1, canPause: true, backOffMs: [1000] },
  });
  const { bench, tell, statusOf, clock, home, deps } = rig;
  rig.setSlots(5);
  const log = { error: (message: string) => expect(message).toBe("") };
  /** As a hall finds it at its start, with this key. */
  const readQuota = (key: string) =>
    openQuotaStore({ disk: systemDisk, clock, log }, { home, handoff: handoffOf(key) });
  deps.quota = await readQuota(secret);
  const benchOf = (id: CommissionId) => bench.started.filter((ref) => ref.id === id).length;
  const isStarted = (id: CommissionId, n = 1) => settled(() => benchOf(id) === n);
  /** Its latest workbench says this; with `end` it is over. */
  const say = (id: CommissionId, ...facts: FactBody[]) => {
    const ref = { id, bench: benchOf(id) };
    bench.say(ref, ...begun, ...facts);
    if (facts.some((fact) => fact.type === "session.ended")) bench.die(ref);
    else bench.live(ref);
    tell(id);
  };
  const spend = async (id: CommissionId, ms = hour) => {
    const resetAt = new Date(clock.now() + ms).toISOString();
    say(id, { type: "session.ended", end: { how: "quota", resetAt, message: "limit reached" } });
    await settled(async () => (await statusOf(id)) === "paused");
  };
  const onDisk = () =>
    Object.values(quotaFile.parse(JSON.parse(readFileSync(home.quota, "utf8"))).credentials);
  return { ...rig, isStarted, say, spend, onDisk, readQuota };
}

type Rig = Awaited<ReturnType<typeof setUp>>;

/** One paused, two more that wait behind it, and the hall that knows it. */
async function onePausedTwoWaiting(rig: Rig) {
  const conductor = rig.open();
  const first = await rig.accept(conductor, realRequest);
  await rig.isStarted(first);
  await rig.spend(first);
  const second = await rig.accept(conductor, realRequest);
  const third = await rig.accept(conductor, realRequest);
  await settled(() => conductor.waits().unrehearsed?.reason === "quota");
  return { conductor, first, second, third };
}

describe("a spent quota", () => {
  test("that a job of no commission found out holds them all, and one asks first after the reset", async () => {
    const rig = await setUp();
    rig.setSlots(0);
    const conductor = rig.open();
    const first = await rig.accept(conductor, realRequest);
    const second = await rig.accept(conductor, realRequest);
    const resetAt = new Date(rig.clock.now() + hour).toISOString();
    conductor.quotaSpent({ resetAt, message: "limit reached" });
    rig.setSlots(5);
    await settled(() => conductor.waits().unrehearsed?.reason === "quota");
    expect(rig.onDisk()).toMatchObject([{ pausedUntil: resetAt, byCommission: null, probe: null }]);
    rig.clock.advance(hour);
    await rig.isStarted(first);
    expect(rig.bench.started.map(({ id }) => id)).toEqual([first]);
    rig.say(first, answeredOnce);
    await rig.isStarted(second);
  });

  test("pauses its commission, is on the disk by the credential's hash, and holds all that need it", async () => {
    const rig = await setUp("a-secret-key");
    const { conductor, first } = await onePausedTwoWaiting(rig);
    expect(rig.onDisk()).toMatchObject([
      { pausedUntil: "2026-01-01T01:00:00.000Z", byCommission: first, message: "limit reached", probe: null },
    ]);
    expect(readFileSync(rig.home.quota, "utf8")).not.toContain("a-secret-key");
    const rehearsed = await rig.accept(conductor, request);
    await rig.isStarted(rehearsed);
    expect(rig.bench.started).toHaveLength(2);
  });

  test("is free again once the first that asks is answered; until then the others wait; then they follow in order", async () => {
    const rig = await setUp();
    const { conductor, first, second, third } = await onePausedTwoWaiting(rig);
    rig.clock.advance(hour - 1);
    await settled(() => rig.clock.pending() > 0);
    expect(rig.bench.started).toHaveLength(1);
    rig.clock.advance(1);
    await rig.isStarted(first, 2);
    expect(rig.onDisk()).toMatchObject([{ probe: first }]);
    await settled(() => conductor.waits().unrehearsed?.message.startsWith("Another") === true);
    expect(rig.bench.started).toHaveLength(2);
    rig.say(first, answeredOnce);
    await settled(() => rig.bench.started.length === 4);
    expect(rig.bench.started.slice(2).map((ref) => ref.id)).toEqual([second, third]);
    expect(rig.onDisk()).toEqual([]);
    const types = (await rig.ledger.events(first))?.map((event) => event.type) ?? [];
    expect(types.filter((type) => /paused|requeued|dispatched/.test(type))).toEqual([
      "commission.dispatched",
      "commission.paused",
      "commission.requeued",
      "commission.dispatched",
    ]);
  });

  test("is not free again because one that was at work before is still answered", async () => {
    const rig = await setUp();
    const conductor = rig.open();
    const earlier = await rig.accept(conductor, realRequest);
    await rig.isStarted(earlier);
    const first = await rig.accept(conductor, realRequest);
    await rig.isStarted(first);
    await rig.spend(first);
    rig.say(earlier, answeredOnce, done);
    await settled(async () => (await rig.statusOf(earlier)) === "completed");
    expect(rig.onDisk()).toMatchObject([{ byCommission: first }]);
    expect(await rig.statusOf(first)).toBe("paused");
  });

  test("is paused anew when the one that asks is refused again", async () => {
    const rig = await setUp();
    const { first } = await onePausedTwoWaiting(rig);
    rig.clock.advance(hour);
    await rig.isStarted(first, 2);
    await rig.spend(first, 2 * hour);
    expect(rig.onDisk()).toMatchObject([{ pausedUntil: "2026-01-01T03:00:00.000Z", probe: null }]);
    rig.clock.advance(2 * hour - 1);
    await settled(() => rig.clock.pending() > 0);
    expect(rig.bench.started).toHaveLength(2);
    rig.clock.advance(1);
    await rig.isStarted(first, 3);
  });

  test("is asked for by the next, when the one that asks ends without an answer", async () => {
    const rig = await setUp();
    const { first, second } = await onePausedTwoWaiting(rig);
    rig.clock.advance(hour);
    await rig.isStarted(first, 2);
    rig.say(first, { type: "session.ended", end: { how: "api", status: 500, message: "down" } });
    await rig.isStarted(second);
    expect(rig.onDisk()).toMatchObject([{ probe: second }]);
    expect(rig.bench.started).toHaveLength(3);
  });

  test("counts with the later of two resets, and a result submitted before it still counts as one", async () => {
    const rig = await setUp();
    const conductor = rig.open();
    const [first, second] = [
      await rig.accept(conductor, realRequest),
      await rig.accept(conductor, realRequest),
    ];
    await settled(() => rig.bench.started.length === 2);
    await rig.spend(first, 2 * hour);
    rig.say(
      second,
      { type: "result.submitted", callKey: "k", summary: "s", output: "o", artifacts: [] },
      {
        type: "session.ended",
        end: { how: "quota", resetAt: new Date(rig.clock.now() + hour).toISOString(), message: "m" },
      },
    );
    await settled(async () => (await rig.statusOf(second)) === "completed");
    expect(rig.onDisk()).toMatchObject([{ pausedUntil: "2026-01-01T02:00:00.000Z", byCommission: first }]);
  });

  test("that is said to reset in a year is asked for after fourteen days", async () => {
    const rig = await setUp();
    const conductor = rig.open();
    const id = await rig.accept(conductor, realRequest);
    await rig.isStarted(id);
    await rig.spend(id, 365 * 24 * hour);
    expect(rig.onDisk()).toMatchObject([{ pausedUntil: "2026-01-15T00:00:00.000Z" }]);
    expect(await rig.ledger.find(id)).toMatchObject({ until: "2026-01-15T00:00:00.000Z" });
  });

  test("of a script holds nobody but its own commission", async () => {
    const rig = await setUp();
    const conductor = rig.open();
    const [rehearsed, real] = [await rig.accept(conductor), await rig.accept(conductor, realRequest)];
    await settled(() => rig.bench.started.length === 2);
    rig.bench.live({ id: real, bench: 1 });
    await rig.spend(rehearsed);
    expect(rig.deps.quota.current()).toBeNull();
    await rig.isStarted(await rig.accept(conductor, realRequest));
    rig.clock.advance(hour);
    await rig.isStarted(rehearsed, 2);
    expect(await rig.statusOf(real)).toBe("dispatched");
  });
});

test("one that is paused can be cancelled", async () => {
  const rig = await setUp();
  const { conductor, first } = await onePausedTwoWaiting(rig);
  expect(await conductor.cancel(first, null)).toMatchObject({
    ok: true,
    commission: { status: "cancelled" },
  });
});

describe("after a restart", () => {
  test("the same credential is still held, and another one wakes everybody at once", async () => {
    const rig = await setUp();
    const { first } = await onePausedTwoWaiting(rig);
    await stopConductor();
    rig.deps.quota = await rig.readQuota("one");
    const same = rig.open();
    same.recover();
    await settled(() => same.waits().unrehearsed?.reason === "quota");
    expect(await rig.statusOf(first)).toBe("paused");
    expect(rig.bench.started).toHaveLength(1);
    await stopConductor();
    rig.deps.quota = await rig.readQuota("another");
    rig.open().recover();
    await settled(() => rig.bench.started.length === 4);
    await stopConductor();
    expect(await rig.readQuota("one")).toMatchObject({ problems: [] });
    expect(rig.onDisk()).toHaveLength(1);
  });

  test("the one that asks is still known, and its answer still counts", async () => {
    const rig = await setUp();
    const { first } = await onePausedTwoWaiting(rig);
    rig.clock.advance(hour);
    await rig.isStarted(first, 2);
    await stopConductor();
    rig.deps.quota = await rig.readQuota("one");
    rig.bench.live({ id: first, bench: 2 });
    const conductor = rig.open();
    conductor.recover();
    await settled(() => conductor.waits().unrehearsed?.reason === "quota");
    expect(rig.bench.started).toHaveLength(2);
    rig.say(first, answeredOnce, done);
    await settled(() => rig.bench.started.length === 4);
  });
});

describe("a clock that is set", () => {
  test.each([
    ["back by a day", -24 * hour],
    ["forward by a day", 24 * hour],
  ])("%s holds nobody for longer than was said", async (_name, ms) => {
    const rig = await setUp();
    const { conductor, first } = await onePausedTwoWaiting(rig);
    rig.clock.jump(ms);
    conductor.reconsider();
    if (ms < 0) {
      rig.clock.advance(hour - 1);
      await settled(() => rig.clock.pending() > 0);
      expect(rig.bench.started).toHaveLength(1);
      rig.clock.advance(1);
    }
    await rig.isStarted(first, 2);
    rig.say(first, answeredOnce);
    await settled(() => rig.bench.started.length === 4);
  });

  test("back while the hall is down holds nobody for longer than the whole pause", async () => {
    const rig = await setUp();
    const { first } = await onePausedTwoWaiting(rig);
    await stopConductor();
    rig.clock.jump(-24 * hour);
    rig.deps.quota = await rig.readQuota("one");
    const conductor = rig.open();
    conductor.recover();
    await settled(() => conductor.waits().unrehearsed?.reason === "quota");
    rig.clock.advance(hour);
    await rig.isStarted(first, 2);
  });
});
