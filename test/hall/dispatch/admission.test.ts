// What the machine has to spare, and how quickly one start follows another.
import { afterEach, expect, test } from "bun:test";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import type { DispatchDeps } from "../../../src/hall/dispatch/deps.ts";
import { begun, closeConductors, done, settled, setUpConductor } from "../../harness/conductor.ts";

afterEach(closeConductors);

const staggered: Pick<DispatchDeps, "settings"> = { settings: () => ({ ...defaultConfig, slots: 5 }) };

test("the first starts at once, the others half a second apart, oldest first", async () => {
  const { open, accept, bench, clock } = await setUpConductor(staggered);
  const conductor = open();
  const ids = [];
  for (let i = 0; i < 4; i += 1) ids.push(await accept(conductor));
  for (let n = 1; n <= 4; n += 1) {
    await settled(() => bench.started.length === n && (n === 4 || conductor.waits().all !== null));
    if (n === 4) break;
    expect(conductor.waits().all?.reason).toBe("stagger");
    clock.advance(499);
    await settled(() => clock.pending() > 0);
    expect(bench.started.length).toBe(n);
    clock.advance(1);
  }
  expect(bench.started.map((ref) => ref.id)).toEqual(ids);
});

test.each(["disk", "memory"] as const)(
  "without %s to spare, commissions are taken on and wait",
  async (what) => {
    let mb = 100;
    const machine = {
      availableMemoryMb: () => (what === "memory" ? mb : undefined),
      freeDiskMb: async () => (what === "disk" ? mb : undefined),
    };
    const { open, accept, bench, clock, statusOf } = await setUpConductor({ machine });
    const conductor = open();
    const id = await accept(conductor);
    await settled(() => conductor.waits().all !== null && clock.pending() === 1);
    expect(conductor.waits().all).toMatchObject({ reason: what, message: expect.stringContaining("100 MB") });
    clock.advance(2000);
    await settled(() => clock.pending() === 1);
    expect(await statusOf(id)).toBe("pending");
    mb = 100_000;
    clock.advance(2000);
    await settled(() => bench.started.length === 1);
    expect(conductor.waits().all).toBeNull();
  },
);

test("an end is a moment to look again, and then nothing is looked at any more", async () => {
  let mb = 100_000;
  const machine = { availableMemoryMb: () => mb, freeDiskMb: async () => undefined };
  const { open, accept, bench, clock, statusOf, tell } = await setUpConductor({ machine });
  const conductor = open();
  const first = await accept(conductor);
  await settled(() => bench.started.length === 1);
  mb = 100;
  const second = await accept(conductor);
  await settled(() => conductor.waits().all?.reason === "memory");
  mb = 100_000;
  for (const id of [first, second]) {
    await settled(() => bench.started.some((ref) => ref.id === id));
    bench.say({ id, bench: 1 }, ...begun, done);
    bench.die({ id, bench: 1 });
    tell(id);
    await settled(async () => (await statusOf(id)) === "completed");
  }
  await settled(() => clock.pending() === 0);
});

test("while all slots are in use, a new commission costs no look at those that wait", async () => {
  let looks = 0;
  const machine = {
    availableMemoryMb: () => undefined,
    freeDiskMb: async () => {
      looks += 1;
      return undefined;
    },
  };
  const { open, accept, bench, setSlots, clock } = await setUpConductor({ machine });
  const conductor = open();
  for (let i = 0; i < 3; i += 1) await accept(conductor);
  await settled(() => bench.started.length === 2 && conductor.waits().all?.reason === "slots");
  const before = looks;
  for (let i = 0; i < 20; i += 1) await accept(conductor);
  expect(looks).toBe(before);
  setSlots(4);
  conductor.reconsider();
  await settled(() => bench.started.length === 4);
  expect(clock.pending()).toBeGreaterThan(0);
});
