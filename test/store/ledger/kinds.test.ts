// The ledger keeps any kind of thing. This kind is at rest again and again, which no commission is: after its end
// a commission never becomes live.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { commissionLayout, type HomeLayout } from "../../../src/contract/home/home-layout.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { verifyEntry } from "../../../src/store/ledger/as-written.ts";
import { type LedgerOf, openLedger } from "../../../src/store/ledger/ledger.ts";
import type { LedgerKind } from "../../../src/store/ledger/kind.ts";
import { type Bell, bellKind, bellLayout, type BellTypes } from "../../harness/ledger/bell-kind.ts";
import { flipBit } from "../../harness/ledger/flip.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";
import { until } from "../../harness/hall.ts";

const id = "bell-1";

function bellHome(): HomeLayout {
  const home = someHome();
  mkdirSync(bellKind.directory(home));
  return home;
}

function openBells(
  home: HomeLayout,
  { disk = systemDisk, kind = bellKind }: { disk?: Disk; kind?: LedgerKind<BellTypes> } = {},
): Promise<LedgerOf<BellTypes>> {
  const bestEffortFailed = (_what: string, error: unknown) => {
    if (disk === systemDisk) throw error;
  };
  return openLedger({ disk, clock: systemClock, home, bestEffortFailed, noticed: () => undefined }, kind);
}

/** As a start sees it: whether the files vouch for the whole ledger. */
function isWritten(home: HomeLayout): boolean {
  const { events, meta } = bellLayout(home, id);
  const { ledger } = bellKind.meta.parse(JSON.parse(readFileSync(meta, "utf8")));
  return ledger.bytes === readFileSync(events).length;
}

test("what was at rest is live again after a command, and rests again", async () => {
  const home = bellHome();
  const bells = await openBells(home);
  const told: unknown[] = [];
  bells.subscribe(({ summary, event }) => told.push([event.type, summary.owed]));
  expect(await bells.create(id)).toMatchObject({ ok: true, bell: { owed: 0 } });
  expect(bells.live()).toEqual([]);
  expect(await bells.execute(id, [{ do: "ring", by: "Ada" }])).toMatchObject({ ok: true, bell: { owed: 1 } });
  expect(bells.live()).toMatchObject([{ rungBy: ["Ada"], owed: 1 }]);
  await bells.execute(id, [{ do: "ring", by: "Bo" }]);
  expect(await bells.remove(id, "for-good")).toMatchObject({ ok: false });
  await bells.execute(id, [{ do: "answer" }, { do: "answer" }]);
  expect(bells.live()).toEqual([]);
  expect(bells.summary(id)).toEqual({ id, rings: 2, owed: 0 });
  expect(await bells.find(id)).toMatchObject({ rungBy: ["Ada", "Bo"], owed: 0 });
  expect(await bells.execute(id, [{ do: "answer" }])).toMatchObject({ ok: false });
  expect(readFileSync(bellLayout(home, id).log, "utf8")).toBe("Rung by Ada.\nRung by Bo.\nOwes 0.\n");
  expect(isWritten(home)).toBe(true);
  expect(told).toEqual([
    ["bell.hung", 0],
    ["bell.rung", 1],
    ["bell.rung", 2],
    ["bell.answered", 0],
    ["bell.answered", 0],
  ]);
  expect(await bells.remove(id, "for-good")).toMatchObject({ ok: true });
  expect(existsSync(bellLayout(home, id).directory)).toBe(false);
});

test("a hall that dies finds again what was live, and what was at rest without its ledger", async () => {
  const home = bellHome();
  const unshown = () => Promise.reject(new Error("the hall is dead"));
  const dying = await openBells(home, { disk: { ...systemDisk, replaceUnsynced: unshown } });
  await dying.create(id, "key");
  await dying.execute(id, [{ do: "ring", by: "Ada" }]);
  const next = await openBells(home);
  expect(next.live()).toMatchObject([{ id, owed: 1 }]);
  expect(next.findByKey("key")).toBe(id);
  await next.execute(id, [{ do: "answer" }]);
  let read = 0;
  const disk: Disk = {
    ...systemDisk,
    readFrom: (path, from) => {
      if (path === bellLayout(home, id).events && from === 0) read += 1;
      return systemDisk.readFrom(path, from);
    },
  };
  const unread: LedgerKind<BellTypes> = {
    ...bellKind,
    evolve: (...step) => {
      read += 1;
      return bellKind.evolve(...step);
    },
  };
  const last = await openBells(home, { disk, kind: unread });
  expect(last.live()).toEqual([]);
  expect(last.summary(id)).toEqual({ id, rings: 1, owed: 0 });
  expect(last.findByKey("key")).toBe(id);
  expect(last.problems).toEqual([]);
  expect(read).toBeLessThan(2); // the end of a short ledger is all of it
});

test("a command that cannot be written leaves it at rest, and the same command wakes it later", async () => {
  const home = bellHome();
  let isFull = false;
  const disk: Disk = {
    ...systemDisk,
    append: async (append) => {
      await systemDisk.append(append); // the line is there, but its sync fails
      if (isFull) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    },
  };
  const bells = await openBells(home, { disk });
  await bells.create(id);
  isFull = true;
  await expect(bells.execute(id, [{ do: "ring", by: "Ada" }])).rejects.toThrow("no space");
  await expect(bells.execute(id, [{ do: "ring", by: "Bo" }])).rejects.toThrow("no space");
  expect(bells.live()).toEqual([]);
  expect(bells.summary(id)).toMatchObject({ rings: 0 });
  isFull = false;
  await bells.execute(id, [{ do: "ring", by: "Cy" }]);
  expect(bells.live()).toMatchObject([{ rungBy: ["Cy"] }]);
  expect((await bells.events(id))?.map(({ seq }) => seq)).toEqual([1, 2]);
  await bells.close();
  const again = await openBells(home);
  expect(again.live()).toMatchObject([{ rungBy: ["Cy"] }]);
  await again.close();
});

test("files that the disk refused follow once it takes them, also after another waking", async () => {
  const home = bellHome();
  let isFull = true;
  const disk: Disk = {
    ...systemDisk,
    replace: (path, text) =>
      isFull ? Promise.reject(new Error("no space left")) : systemDisk.replace(path, text),
  };
  const bells = await openBells(home, { disk });
  await bells.create(id);
  await bells.execute(id, [{ do: "ring", by: "Ada" }, { do: "answer" }]);
  await bells.execute(id, [{ do: "ring", by: "Bo" }]);
  expect(bells.live()).toMatchObject([{ rungBy: ["Ada", "Bo"] }]);
  await bells.execute(id, [{ do: "answer" }]);
  isFull = false;
  await bells.create("bell-2");
  await until("its files are there", () => existsSync(bellLayout(home, id).meta) && isWritten(home));
  expect(readFileSync(bellLayout(home, id).log, "utf8")).toBe("Rung by Ada.\nRung by Bo.\nOwes 0.\n");
  await bells.close();
});

test("what rests again is held in its short form alone", async () => {
  const home = bellHome();
  const states: WeakRef<Bell>[] = [];
  const kind: LedgerKind<BellTypes> = {
    ...bellKind,
    evolve: (...step) => {
      const bell = bellKind.evolve(...step);
      if (bell) states.push(new WeakRef(bell));
      return bell;
    },
  };
  const bells = await openBells(home, { kind });
  const ids = Array.from({ length: 60 }, (_, i) => `bell-${i}`);
  for (const each of ids) {
    await bells.create(each);
    await bells.execute(each, [{ do: "ring", by: "Ada" }]);
    await bells.execute(each, [{ do: "answer" }]);
  }
  await until("nearly all states are gone", () => {
    Bun.gc(true);
    return states.filter((state) => state.deref()).length < ids.length / 2;
  });
  expect(bells.summary("bell-7")).toMatchObject({ rings: 1 });
});

test("one home holds things of two kinds, and each is named as what it is", async () => {
  const home = bellHome();
  const [bells, ledger] = [await openBells(home), await openSomeLedger(home)];
  const request = newRequest();
  await ledger.create(request);
  await bells.create(id);
  writeFileSync(`${bellKind.directory(home)}/rope`, "");
  await Promise.all([ledger.close(), bells.close()]);
  expect(existsSync(commissionLayout(home, request.id).meta)).toBe(true);
  const { events, log } = bellLayout(home, id);
  expect(await verifyEntry(bellKind, systemDisk, bellLayout(home, id))).toBeNull();
  flipBit(events, 100);
  expect(await verifyEntry(bellKind, systemDisk, bellLayout(home, id))).toContain("cannot be read");
  const again = await openBells(home);
  const damage = [...again.problems].find((problem) => problem.includes(id));
  expect(damage).toStartWith(`Bell ${id} is damaged.`);
  expect(damage).toContain("its summary and its log from meta.json and log.md");
  expect(again.problems).toContain("bells/rope is not a bell; it was left alone.");
  expect(await again.derived(id)).toMatchObject({ summary: { id }, log: readFileSync(log, "utf8") });
  expect(await again.execute("bell-9", [])).toMatchObject({
    problem: { message: "There is no bell bell-9." },
  });
  expect((await openSomeLedger(home)).problems).toEqual([]);
});

test("a damaged ledger that is whole again is no problem any more once a command has read it", async () => {
  const home = bellHome();
  const bells = await openBells(home);
  await bells.create(id);
  await bells.close();
  const restore = flipBit(bellLayout(home, id).events, 100);
  const again = await openBells(home);
  await expect(again.execute(id, [{ do: "ring", by: "Ada" }])).rejects.toThrow("cannot be read");
  restore();
  expect(await again.execute(id, [{ do: "ring", by: "Ada" }])).toMatchObject({ ok: true });
  expect(again.live()).toMatchObject([{ owed: 1 }]);
  expect(again.problems).toEqual([]);
  await again.close();
});

test("files that are newer than their meta.json are no damage while the ledger is newer, too", async () => {
  const home = bellHome();
  const { meta, log } = bellLayout(home, id);
  let isDying = false;
  const disk: Disk = {
    ...systemDisk,
    replaceUnsynced: (path, text) =>
      isDying && path === meta
        ? Promise.reject(new Error("the hall is dead"))
        : systemDisk.replaceUnsynced(path, text),
  };
  const bells = await openBells(home, { disk });
  await bells.create(id);
  isDying = true;
  await bells.execute(id, [{ do: "ring", by: "Ada" }]);
  await until("one file is newer", () => readFileSync(log, "utf8").includes("Ada"));
  expect(await verifyEntry(bellKind, systemDisk, bellLayout(home, id))).toBeNull();
  const next = await openBells(home);
  await next.execute(id, [{ do: "answer" }]);
  await next.close();
  expect(await verifyEntry(bellKind, systemDisk, bellLayout(home, id))).toBeNull();
  writeFileSync(log, "Rung by no one.\n");
  expect(await verifyEntry(bellKind, systemDisk, bellLayout(home, id))).toContain("are not what was made");
});

test("a ledger that another program has changed meanwhile is not written to", async () => {
  const home = bellHome();
  const bells = await openBells(home);
  await bells.create(id);
  const other = await openBells(home);
  await other.execute(id, [{ do: "ring", by: "Ada" }, { do: "answer" }]);
  const before = readFileSync(bellLayout(home, id).events);
  await expect(bells.execute(id, [{ do: "ring", by: "Bo" }])).rejects.toThrow("another program has changed");
  expect(readFileSync(bellLayout(home, id).events)).toEqual(before);
});
