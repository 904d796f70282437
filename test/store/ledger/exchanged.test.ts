// A commission's directory with something else in the place of its ledger.
import { expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readResult } from "../../../src/hall/operations/read-commission.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { verifyEntry } from "../../../src/store/ledger/as-written.ts";
import { commissionKind } from "../../../src/store/ledger/kinds/commission.ts";
import { endedCommission, type Ended } from "../../harness/ledger/ended-commission.ts";
import { openSomeLedger } from "../../harness/ledger/some-ledger.ts";

async function look({ home, id }: Ended) {
  const ledger = await openSomeLedger(home);
  const read = await ledger.find(id).catch((error: { code?: string }) => error.code);
  const isNamed = ledger.problems.some((problem) => problem.includes(id));
  await ledger.close();
  return { isNamed, read, summary: ledger.summary(id) };
}

test("a ledger that is another commission's is named, though it is whole; so are two whole directories that were exchanged", async () => {
  const [ended, other] = [await endedCommission(), await endedCommission()];
  const { summary } = await look(ended);
  const own = readFileSync(ended.layout.events);
  cpSync(other.layout.events, ended.layout.events);
  expect(await look(ended)).toMatchObject({ isNamed: true, read: "damaged", summary });
  expect(await verifyEntry(commissionKind, systemDisk, ended.layout)).toContain(other.id);
  writeFileSync(ended.layout.events, own);
  expect(await look(ended)).toMatchObject({ isNamed: false, summary }); // the control
  cpSync(other.layout.meta, ended.layout.meta);
  expect(await look(ended)).toMatchObject({ isNamed: false, summary });
  const there = `${ended.home.commissions}/${other.id}`;
  cpSync(other.layout.directory, there, { recursive: true });
  for (const [from, to] of [
    [there, `${there}.aside`],
    [ended.layout.directory, there],
    [`${there}.aside`, ended.layout.directory],
  ] as const)
    renameSync(from, to);
  const ledger = await openSomeLedger(ended.home);
  for (const id of [ended.id, other.id])
    expect([ledger.summary(id), ledger.problems.join()]).toEqual([undefined, expect.stringContaining(id)]);
  await ledger.close();
});

test("one whose ledger the disk does not give out is shown from what was made of it", async () => {
  const ended = await endedCommission();
  const { summary } = await look(ended);
  renameSync(ended.layout.events, `${ended.layout.directory}/aside`);
  mkdirSync(ended.layout.events);
  const ledger = await openSomeLedger(ended.home);
  expect(ledger.problems.join()).toContain(ended.id);
  expect(ledger.summary(ended.id)).toEqual(summary);
  expect(await readResult(ledger, ended.id)).toMatchObject({
    ok: true,
    value: { output: "# Result\n\nFor a day." },
  });
  rmSync(ended.layout.events, { recursive: true });
  renameSync(`${ended.layout.directory}/aside`, ended.layout.events);
  expect(await readResult(ledger, ended.id)).not.toMatchObject({ result: { damage: expect.anything() } });
  expect(ledger.problems).toEqual([]);
  await ledger.close();
});
