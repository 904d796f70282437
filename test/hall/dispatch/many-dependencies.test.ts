// Many commissions that wait for each other: none too early, none too late, and no more looks than needed.
import { afterEach, expect, test } from "bun:test";
import type { CommissionRequest } from "../../../src/contract/commission/commission.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import {
  begun,
  closeConductors,
  done,
  request,
  settled,
  setUpConductor,
  stopConductor,
} from "../../harness/conductor.ts";

afterEach(closeConductors);

type Hall = Awaited<ReturnType<typeof setUpConductor>>;

const afterOf = (...after: string[]): CommissionRequest => ({ ...request, after });

async function end({ bench, tell, ledger }: Hall, id: CommissionId): Promise<void> {
  await settled(() => bench.started.some((ref) => ref.id === id));
  bench.say({ id, bench: 1 }, ...begun, done);
  bench.die({ id, bench: 1 });
  tell(id);
  await settled(() => ledger.summary(id)?.status === "completed");
}

test("thousands that wait for nobody cost an end nothing, and a long chain is worked off one by one", async () => {
  const hall = await setUpConductor();
  hall.setSlots(0);
  const conductor = hall.open();
  const chain: CommissionId[] = [];
  for (let i = 0; i < 100; i += 1)
    chain.push(await hall.accept(conductor, chain.length === 0 ? request : afterOf(chain.at(-1) ?? "")));
  let found = 0;
  const find = hall.deps.ledger.find;
  hall.deps.ledger.find = (id) => {
    found += 1;
    return find(id);
  };
  const free = await Promise.all(Array.from({ length: 50 }, () => hall.accept(conductor)));
  expect(found).toBe(0);
  for (const id of free) await conductor.cancel(id, null);
  hall.setSlots(1);
  const before = found;
  conductor.reconsider();
  for (const id of chain) await end(hall, id);
  expect(hall.bench.started.map(({ id }) => id)).toEqual(chain);
  // A handful of looks for each, not one for each pair.
  expect(found - before).toBeLessThan(chain.length * 40);
}, 30_000);

test("many at once, in any order, through halls that come and go: none starts before what it waits for is done, and all are done in the end", async () => {
  const hall = await setUpConductor();
  hall.setSlots(3);
  const conductor = hall.open();
  const waitsFor = new Map<CommissionId, CommissionId[]>();
  const ids: CommissionId[] = [];
  for (let i = 0; i < 40; i += 1) {
    const after = [...new Set([ids[(i * 7) % 40], ids[(i * 13 + 5) % 40]])].filter((id) => id !== undefined);
    const id = await hall.accept(conductor, afterOf(...after));
    waitsFor.set(id, after);
    ids.push(id);
  }
  const over = new Set<CommissionId>();
  while (over.size < ids.length) {
    await settled(() => hall.bench.started.some(({ id }) => !over.has(id)));
    const started = hall.bench.started.filter(({ id }) => !over.has(id));
    for (const { id } of started)
      for (const each of waitsFor.get(id) ?? []) expect(over.has(each)).toBe(true);
    const { id } = started[over.size % started.length] ?? { id: ids[0] as CommissionId };
    await end(hall, id);
    over.add(id);
    if (over.size % 5 !== 0) continue;
    await stopConductor();
    hall.open().recover();
  }
  expect(hall.bench.started.length).toBe(ids.length);
}, 30_000);
