// A note to a commission, on a real ledger: it is on disk before the answer, and a repeated request says it once.
import { afterEach, expect, test } from "bun:test";
import { closeConductors, request, settled, setUpConductor } from "../../harness/conductor.ts";

afterEach(closeConductors);

test("is durable and numbered, and a key that was seen answers with the first note, also in the next hall", async () => {
  const hall = await setUpConductor({});
  const conductor = hall.open();
  const id = await hall.accept(conductor, request);
  await settled(() => hall.bench.started.length === 1);
  const first = { ok: true, value: { number: 1, text: "Use v2.", by: "person", heard: null } };
  expect(await conductor.tell(id, { text: "Use v2." }, "k")).toMatchObject(first);
  expect(await conductor.tell(id, { text: "Drop v1." }, null)).toMatchObject({ value: { number: 2 } });
  expect(await conductor.tell(id, { text: "Something else." }, "k")).toMatchObject(first);
  const next = hall.open();
  expect(await next.tell(id, { text: "Something else." }, "k")).toMatchObject(first);
  expect((await hall.ledger.find(id))?.record.notes).toHaveLength(2);
  const events = (await hall.ledger.page(id, { after: 0, limit: 100 })) ?? [];
  expect(events.filter(({ type }) => type === "note.said")).toMatchObject([{ key: "k" }, { number: 2 }]);
});
