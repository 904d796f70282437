// A ledger is read page by page, and what a page costs does not depend on how long the ledger is.
import { expect, test } from "bun:test";
import { appendFileSync, statSync, truncateSync } from "node:fs";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { commissionLayout, type HomeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import type { Ledger } from "../../../src/store/ledger/ledger.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";

const at = "2026-11-15T10:00:00.000Z";
const policy = { maxResumes: 0, maxFalseStarts: 0, maxReturns: 0, canPause: false, backOffMs: [1] };
const begin: Command = { do: "dispatch", sandbox: "process", limits: { maxTurns: 9, maxBudgetUsd: 9 } };
const end: Command[] = [
  { do: "conclude", now: 0, policy },
  { do: "record-applied", artifacts: [], problems: [] },
  { do: "settle" },
];
const ended: FactBody = { type: "session.ended", end: { how: "normal", finalText: "done" } };

interface Written {
  home: HomeLayout;
  ledger: Ledger;
  id: CommissionId;
  say(facts: readonly FactBody[]): Promise<void>;
  read: { bytes: number; whole: number };
}

/** Counts what is read of ledgers. */
async function begun(): Promise<Written> {
  const home = someHome();
  const read = { bytes: 0, whole: 0 };
  const counted =
    <A extends unknown[]>(look: (...args: A) => Promise<Buffer | undefined>) =>
    async (...args: A) => {
      const bytes = await look(...args);
      read.bytes += bytes?.length ?? 0;
      return bytes;
    };
  const readFrom: Disk["readFrom"] = counted(systemDisk.readFrom);
  const disk: Disk = {
    ...systemDisk,
    readBetween: counted(systemDisk.readBetween),
    readFrom: (path, offset) => ((read.whole += offset === 0 ? 1 : 0), readFrom(path, offset)),
  };
  const ledger = await openSomeLedger(home, disk);
  const { id } = newRequest();
  await ledger.create(newRequest({ id }));
  await ledger.execute(id, [begin]);
  let benchSeq = 0;
  const say = async (facts: readonly FactBody[]) => {
    const taken = facts.map((fact): Command => ({
      do: "take-fact",
      bench: 1,
      benchSeq: (benchSeq += 1),
      at,
      fact,
    }));
    await ledger.execute(id, taken);
  };
  return { home, ledger, id, say, read };
}

const said = (count: number, words = 20): FactBody[] =>
  Array.from({ length: count }, (_, n) => ({ type: "session.said", text: `${n} ${"word ".repeat(words)}` }));

async function inPages({ ledger, id }: Written, limit: number) {
  const all = [];
  for (;;) {
    const page = await ledger.page(id, { after: all.length, limit });
    if (!page || page.length === 0) return all;
    all.push(...page);
  }
}

test("all pages together are the ledger, while it grows and when it has ended", async () => {
  const written = await begun();
  const { ledger, id } = written;
  await written.say(said(50));
  for (const limit of [1, 7, 1000])
    expect(await inPages(written, limit)).toEqual((await ledger.events(id)) ?? []);
  await written.say(said(5));
  expect(await ledger.page(id, { after: 53, limit: 100 })).toHaveLength(5);
  await written.say([ended]);
  await ledger.execute(id, end);
  expect(await inPages(written, 7)).toEqual((await ledger.events(id)) ?? []);
  expect(await ledger.page(id, { after: 9999, limit: 5 })).toEqual([]);
  const again = { ...written, ledger: await openSomeLedger(written.home) };
  expect(await inPages(again, 13)).toEqual((await ledger.events(id)) ?? []);
});

test("a page costs what is on it: the whole ledger is read once, and not again as it grows", async () => {
  const written = await begun();
  const { ledger, id, read } = written;
  await written.say(said(2000));
  const size = () => statSync(commissionLayout(written.home, id).events).size;
  Object.assign(read, { bytes: 0, whole: 0 });
  await inPages(written, 100);
  // Each page is read with the line before it, which its first line is chained to.
  expect(read.whole).toBe(1);
  expect(read.bytes).toBeWithin(2 * size(), 2.1 * size());
  await written.say(said(10));
  Object.assign(read, { bytes: 0, whole: 0 });
  await ledger.page(id, { after: 2003, limit: 10 });
  expect(read.whole).toBe(0);
  expect(read.bytes).toBeLessThan(size() / 50);
});

test("what nobody was told of is not shown: neither a torn line nor a whole one", async () => {
  const written = await begun();
  const { ledger, id, home } = written;
  const before = await inPages(written, 10);
  const { events } = commissionLayout(home, id);
  appendFileSync(
    events,
    `{"v":1,"seq":${before.length + 1},"at":"x","type":"commission.unblocked"}\n{"v":1,`,
  );
  expect(await inPages(written, 10)).toEqual(before);
  await written.say(said(3));
  expect(await inPages(written, 2)).toEqual((await ledger.events(id)) ?? []);
});

test("a ledger that lost lines is damaged, and not shorter", async () => {
  const written = await begun();
  await written.say(said(20));
  await inPages(written, 10);
  const { events } = commissionLayout(written.home, written.id);
  truncateSync(events, statSync(events).size - 200);
  const page = written.ledger.page(written.id, { after: 15, limit: 10 });
  await expect(page).rejects.toMatchObject({ code: "damaged" });
});

test("long lines make a page short, and one that is longer than a page comes alone", async () => {
  const written = await begun();
  const { ledger, id } = written;
  await written.say([...said(2), ...said(4, 1_400_000), ...said(1, 4_000_000), ...said(1)]);
  const lengths: number[] = [];
  for (let after = 3; ; after += lengths.at(-1) ?? 0) {
    const page = (await ledger.page(id, { after, limit: 5000 })) ?? [];
    if (page.length === 0) break;
    lengths.push(page.length);
  }
  expect(lengths).toEqual([4, 2, 1, 1]);
});

test("one that has ended is folded once for all who look at it, until something is said to it", async () => {
  const written = await begun();
  const { ledger, id, read } = written;
  await written.say([{ type: "question.logged", callKey: "k", question: "Which?" }, ended]);
  await ledger.execute(id, end);
  read.whole = 0;
  const [one, two] = await Promise.all([ledger.find(id), ledger.find(id)]);
  expect(one).toBe(two);
  expect(read.whole).toBe(1);
  await ledger.execute(id, [{ do: "answer", number: 1, answer: "This.", by: "person" }]);
  expect((await ledger.find(id))?.record.answers).toHaveLength(1);
});

test("a look that failed is not remembered", async () => {
  const home = someHome();
  let fails = false;
  const readFrom: Disk["readFrom"] = async (path, offset) => {
    if (fails) throw Object.assign(new Error("the disk fails"), { code: "EIO" });
    return systemDisk.readFrom(path, offset);
  };
  const ledger = await openSomeLedger(home, { ...systemDisk, readFrom });
  const { id } = newRequest();
  await ledger.create(newRequest({ id }));
  const fact = (seq: number): Command => ({ do: "take-fact", bench: 1, benchSeq: seq, at, fact: ended });
  await ledger.execute(id, [begin, fact(1), ...end]);
  fails = true;
  const failing = ledger.find(id);
  await expect(failing).rejects.toMatchObject({ code: "EIO" });
  fails = false;
  expect((await ledger.find(id))?.status).toBe("completed");
});
