// A real hall takes away what was kept long enough, and says how much a commission takes.
import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { TestHome } from "../harness/hall.ts";
import { newRequest, openSomeLedger } from "../harness/ledger/some-ledger.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

function newHome(): TestHome {
  const home = new TestHome();
  homes.push(home);
  return home;
}

test("clean --dry-run names what is old, and clean removes it and nothing else", async () => {
  const home = newHome();
  const { client } = await home.open();
  const old = `${home.root}/trash/left-behind`;
  mkdirSync(old);
  writeFileSync(`${old}/file`, "x".repeat(50_000));
  writeFileSync(`${old}.since`, "2020-01-01T00:00:00.000Z\n");
  mkdirSync(`${home.root}/trash/fresh`);
  const planned = await client.clean({ dryRun: true });
  expect(planned.items).toMatchObject([{ kind: "trash", path: "trash/left-behind" }]);
  expect(existsSync(old)).toBe(true);
  expect((await client.clean({ dryRun: false })).problems).toEqual([]);
  expect(existsSync(old)).toBe(false);
  expect(existsSync(`${home.root}/trash/fresh`)).toBe(true);
});

test("the disk that a commission takes is told when it is looked at, and not before", async () => {
  const home = newHome();
  const layout = homeLayout(home.root);
  for (const path of [layout.run, layout.commissions, layout.trash]) mkdirSync(path, { recursive: true });
  const ledger = await openSomeLedger(layout);
  const request = newRequest({ rehearsal: null });
  await ledger.create(request);
  await ledger.close();
  const { client } = await home.open();
  const { work } = home.layout(request.id);
  const before = (await client.detail(request.id)).disk;
  expect(before).toMatchObject({ complete: true });
  mkdirSync(work);
  writeFileSync(`${work}/large`, "x".repeat(1_000_000));
  expect((await client.detail(request.id)).disk?.bytes).toBeGreaterThan((before?.bytes ?? 0) + 999_999);
});
