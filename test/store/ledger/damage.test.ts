// Damage to the ledger of an ended commission is named wherever it is, hurts nothing else, and leaves the files alone.
import { describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { verifyEntry } from "../../../src/store/ledger/as-written.ts";
import { commissionKind } from "../../../src/store/ledger/kinds/commission.ts";
import type { Ledger } from "../../../src/store/ledger/ledger.ts";
import { resultOfDerived } from "../../../src/rules/show/show-derived.ts";
import { endedCommission, type Ended, writtenByOlder } from "../../harness/ledger/ended-commission.ts";
import { flipBit, someBits } from "../../harness/ledger/flip.ts";
import { newRequest, openSomeLedger } from "../../harness/ledger/some-ledger.ts";

const flips = 120;

/** What a person can see of one commission: its line in the list, and what a read of it comes to. */
async function look(
  ended: Ended,
): Promise<{ ledger: Ledger; summary: unknown; isNamed: boolean; read: unknown }> {
  const ledger = await openSomeLedger(ended.home);
  const read = await ledger.find(ended.id).catch((error: { code?: string }) => error.code);
  const isNamed = ledger.problems.some((problem) => problem.includes(ended.id));
  return { ledger, summary: ledger.summary(ended.id), isNamed, read };
}

describe("one flipped bit of an ended commission's ledger", () => {
  test(`is named, ${flips} of ${flips}; its short form and its result are there, and its bytes are left alone`, async () => {
    const ended = await endedCommission();
    const { layout, id } = ended;
    const sound = await look(ended);
    expect(sound).toMatchObject({ isNamed: false, read: { status: "completed" } });
    const unnamed: number[] = [];
    for (const bit of someBits(flips, readFileSync(layout.events).length)) {
      const mend = flipBit(layout.events, bit);
      const damaged = readFileSync(layout.events);
      const { ledger, summary, isNamed, read } = await look(ended);
      if (!isNamed || (read !== "damaged" && read !== "newer")) unnamed.push(bit);
      expect(summary).toEqual(sound.summary);
      const left = await ledger.derived(id);
      expect(left).toMatchObject({
        task: expect.stringContaining("OAuth"),
        result: "# Result\n\nFor a day.",
      });
      expect(left && resultOfDerived(left)).toMatchObject({
        ok: true,
        value: { output: "# Result\n\nFor a day.", damage: expect.stringContaining(id) },
      });
      expect(readFileSync(layout.events).equals(damaged)).toBe(true);
      expect(existsSync(`${layout.events}.damaged`)).toBe(false);
      await ledger.close();
      mend();
    }
    expect(unnamed).toEqual([]);
    expect((await look(ended)).isNamed).toBe(false);
  }, 60_000);

  test("control: in lines that no hash vouches for, most are noticed by nobody", async () => {
    const ended = await endedCommission();
    writtenByOlder(ended);
    const sound = await look(ended);
    expect(sound).toMatchObject({ isNamed: false, read: { status: "completed" } });
    let named = 0;
    for (const bit of someBits(flips, readFileSync(ended.layout.events).length)) {
      const mend = flipBit(ended.layout.events, bit);
      if ((await look(ended)).isNamed) named += 1;
      mend();
    }
    expect(named).toBeLessThan(flips * 0.8);
    expect(named).toBeGreaterThan(0);
  }, 60_000);
});

const linesOf = ({ layout }: Ended) => readFileSync(layout.events, "utf8").split("\n").slice(0, -1);
const write = ({ layout }: Ended, lines: readonly string[]) =>
  writeFileSync(layout.events, lines.map((line) => `${line}\n`).join(""));

describe("a ledger of an ended commission", () => {
  test.each<[string, (ended: Ended) => void]>([
    ["a line is missing in the middle", (ended) => write(ended, linesOf(ended).toSpliced(4, 1))],
    ["two lines are exchanged", (ended) => write(ended, exchanged(linesOf(ended)))],
    ["its last line is cut off", (ended) => write(ended, linesOf(ended).slice(0, -1))],
    ["its last lines are cut off", (ended) => write(ended, linesOf(ended).slice(0, 3))],
    [
      "its last line is torn",
      ({ layout }) => truncateSync(layout.events, readFileSync(layout.events).length - 3),
    ],
    [
      "its last newline is gone",
      ({ layout }) => truncateSync(layout.events, readFileSync(layout.events).length - 1),
    ],
    ["it is empty", ({ layout }) => truncateSync(layout.events, 0)],
    ["it is gone", ({ layout }) => rmSync(layout.events)],
    ["a line says it is of the format before", (ended) => write(ended, linesOf(ended).map(asOlder))],
    [
      "its first line says so",
      (ended) =>
        write(
          ended,
          linesOf(ended).map((line, i) => (i === 0 ? asOlder(line) : line)),
        ),
    ],
    [
      "its last line says so",
      (ended) =>
        write(
          ended,
          linesOf(ended).map((line, i, { length }) => (i === length - 1 ? asOlder(line) : line)),
        ),
    ],
    [
      "a line was added by somebody else",
      ({ layout }) => appendFileSync(layout.events, '{"v":1,"seq":99}\n'),
    ],
    ["half of it is zeroes", zeroed],
  ])("is damaged where %s: it is named, and shown from what was made of it", async (_what, harm) => {
    const ended = await endedCommission();
    const { summary } = await look(ended);
    harm(ended);
    const seen = await look(ended);
    expect(seen).toMatchObject({ isNamed: true, read: "damaged", summary });
    expect(await seen.ledger.derived(ended.id)).toMatchObject({ result: "# Result\n\nFor a day." });
    expect(await verifyEntry(commissionKind, systemDisk, ended.layout)).toContain(ended.layout.events);
    await seen.ledger.close();
  });

  test("with a blob that was changed is damaged as well", async () => {
    const ended = await endedCommission();
    const [blob = ""] = linesOf(ended).flatMap(
      (line) => /"blob":\{"sha256":"([0-9a-f]+)"/.exec(line)?.[1] ?? [],
    );
    flipBit(`${ended.layout.blobs}/${blob}.json`, 5000);
    expect(await look(ended)).toMatchObject({ isNamed: true, read: "damaged" });
  });

  test("goes on from the lines of an older release, and is chained from there on", async () => {
    const ended = await endedCommission();
    writtenByOlder(ended);
    const ledger = await openSomeLedger(ended.home);
    const answer = { do: "answer", number: 1, answer: "A day.", by: "person" } as const;
    expect(await ledger.execute(ended.id, [answer])).toMatchObject({ ok: true });
    await ledger.close();
    expect(await look(ended)).toMatchObject({
      isNamed: false,
      read: { record: { answers: [{ answer: "A day." }] } },
    });
    // The new line vouches for the one before it, though that has no hash of its own.
    const [last = ""] = linesOf(ended).slice(-2);
    write(
      ended,
      linesOf(ended).map((line) => (line === last ? line.replace('"claimed"', '"refuted"') : line)),
    );
    expect(await look(ended)).toMatchObject({ isNamed: true, read: "damaged" });
  });

  test("that is restored is a problem no more, and others are never touched", async () => {
    const ended = await endedCommission();
    const other = newRequest();
    const first = await openSomeLedger(ended.home);
    await first.create(other);
    await first.close();
    const noticed: string[] = [];
    const ledger = await openSomeLedger(ended.home, systemDisk, (what) => noticed.push(what));
    const mend = flipBit(ended.layout.events, 2000);
    for (let i = 0; i < 3; i += 1)
      await expect(ledger.find(ended.id)).rejects.toMatchObject({ code: "damaged" });
    expect(ledger.problems).toHaveLength(1);
    expect(noticed).toEqual(ledger.problems as string[]);
    expect(ledger.problems[0]).toMatch(
      /is damaged\. Line \d+ of .*events\.jsonl cannot be read: .* result\.md/,
    );
    expect(await ledger.find(other.id)).toMatchObject({ status: "pending" });
    mend();
    expect(await ledger.find(ended.id)).toMatchObject({ status: "completed" });
    expect(ledger.problems).toEqual([]);
    await ledger.close();
  });

  test("is served up to the damaged line, page by page", async () => {
    const ended = await endedCommission();
    const lines = linesOf(ended);
    const ledger = await openSomeLedger(ended.home);
    write(
      ended,
      lines.map((line, i) => (i === 6 ? line.replace('"at":"2026', '"at":"2027') : line)),
    );
    expect(await ledger.page(ended.id, { after: 0, limit: 6 })).toHaveLength(6);
    await expect(ledger.page(ended.id, { after: 6, limit: 2 })).rejects.toThrow(
      /Line 7 of .* cannot be read/,
    );
    expect(ledger.problems.join()).toContain(ended.id);
    expect(await ledger.page(ended.id, { after: 8, limit: 3 })).toHaveLength(3);
    await ledger.close();
  });

  test("that is deleted while a shell looks at it is no damage", async () => {
    const ended = await endedCommission();
    const readText = async (path: string) => {
      const text = await systemDisk.readText(path);
      rmSync(ended.layout.directory, { recursive: true, force: true });
      return text;
    };
    expect(await verifyEntry(commissionKind, { ...systemDisk, readText }, ended.layout)).toBeNull();
  });

  test("can be deleted", async () => {
    const ended = await endedCommission();
    flipBit(ended.layout.events, 2000);
    const { ledger, isNamed } = await look(ended);
    expect(isNamed).toBe(true);
    expect(await ledger.remove(ended.id, "for-good")).toMatchObject({ ok: true });
    expect(ledger.problems).toEqual([]);
  });
});

describe("the files that are made from a ledger", () => {
  test("are made anew by an inspection where one bit of them was flipped, and else left alone", async () => {
    const ended = await endedCommission();
    const { layout, home, id } = ended;
    const noticed: string[] = [];
    const ledger = await openSomeLedger(home, systemDisk, (what) => noticed.push(what));
    await ledger.inspect(id);
    expect(noticed).toEqual([]);
    for (const path of [
      layout.meta,
      layout.task,
      layout.config,
      layout.status,
      layout.questions,
      layout.decisions,
      layout.result,
    ]) {
      const before = readFileSync(path);
      const inHash = path === layout.meta ? [before.length - 30, before.length - 75] : [];
      for (const bit of [...someBits(6, before.length - 1), ...inHash.map((byte) => byte * 8)]) {
        flipBit(path, bit);
        expect((await verifyEntry(commissionKind, systemDisk, layout)) !== null || path === layout.meta).toBe(
          true,
        );
        await ledger.inspect(id);
        expect(readFileSync(path).equals(before)).toBe(true);
      }
    }
    expect(noticed.join()).toContain(id);
    expect(ledger.problems).toEqual([]);
    await ledger.close();
  });

  test("are not trusted where one bit of meta.json was flipped before a start: it is made anew from the ledger", async () => {
    const ended = await endedCommission();
    const before = readFileSync(ended.layout.meta);
    const { summary } = await look(ended);
    for (const bit of someBits(flips, before.length)) {
      flipBit(ended.layout.meta, bit);
      const seen = await look(ended);
      expect(seen).toMatchObject({ summary, isNamed: false });
      await seen.ledger.close();
      writeFileSync(ended.layout.meta, before);
    }
  }, 60_000);

  test("an artifact that is not what was handed in is named by an inspection, until it is restored", async () => {
    const ended = await endedCommission();
    const ledger = await openSomeLedger(ended.home);
    await ledger.inspect(ended.id);
    expect(ledger.problems).toEqual([]);
    const mend = flipBit(`${ended.layout.artifacts}/notes.md`, 9);
    await ledger.inspect(ended.id);
    expect(ledger.problems.join()).toMatch(
      /has a damaged artifact\. .*artifacts\/notes\.md is not what was handed in/,
    );
    expect(await verifyEntry(commissionKind, systemDisk, ended.layout)).toContain("artifacts/notes.md");
    mend();
    await ledger.inspect(ended.id);
    expect(ledger.problems).toEqual([]);
    await ledger.close();
  });

  test("an inspection names a damaged ledger without anybody asking for it", async () => {
    const ended = await endedCommission();
    const ledger = await openSomeLedger(ended.home);
    flipBit(ended.layout.events, 3000);
    expect(ledger.problems).toEqual([]);
    await expect(ledger.inspect(ended.id)).rejects.toMatchObject({ code: "damaged" });
    expect(ledger.problems.join()).toContain(ended.id);
    await ledger.close();
  });
});

function exchanged(lines: readonly string[]): string[] {
  return lines.map((line, i) => (i === 5 ? lines[6] : i === 6 ? lines[5] : line) ?? "");
}

function asOlder(line: string): string {
  return line.replace(/,"chain":"[0-9a-f]{16}"\}$/, "}").replace('"v":2', '"v":1');
}

function zeroed({ layout }: Ended): void {
  const bytes = readFileSync(layout.events);
  writeFileSync(layout.events, bytes.fill(0, bytes.length >> 1));
}
