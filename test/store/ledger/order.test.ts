// The order of lists, kept at every change.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import { insertId, newestFirst, removeId } from "../../../src/store/ledger/order.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";

const idOf = (n: number): CommissionId =>
  commissionId.parse(`0197f3a2-7c1b-7abc-8def-${n.toString(16).padStart(12, "0")}`);

test("whatever comes and goes, and in whatever order, the newest come first and each once", () => {
  const step = fc.record({ n: fc.nat(30), removes: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.option(fc.nat(31)), (steps, cursor) => {
      const ids: CommissionId[] = [];
      const expected = new Set<CommissionId>();
      for (const { n, removes } of steps) {
        (removes ? removeId : insertId)(ids, idOf(n));
        if (removes) expected.delete(idOf(n));
        else expected.add(idOf(n));
      }
      const before = cursor === null ? undefined : idOf(cursor);
      const older = [...expected].filter((id) => before === undefined || id < before);
      expect([...newestFirst(ids, before)]).toEqual(older.sort().reverse());
    }),
  );
});

test("a commission that a clock set back made is listed by its id, and still after a restart", async () => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const ids = [5, 9, 3, 7].map(idOf);
  for (const id of ids) await ledger.create(newRequest({ id }));
  const listed = () => [...ledger.newest()].map((summary) => summary.id);
  expect(listed()).toEqual([9, 7, 5, 3].map(idOf));
  expect([...ledger.newest(idOf(7))].map((summary) => summary.id)).toEqual([5, 3].map(idOf));
  await ledger.close();
  const again = await openSomeLedger(home);
  expect([...again.newest()].map((summary) => summary.id)).toEqual(listed());
  await again.close();
});
