// What a session takes of the disk: how it is measured, and how often.
import { describe, expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskMeter, systemDiskUse } from "../../src/host/files/disk-use.ts";
import { cappedLines } from "../../src/workbench/work/capped-lines.ts";
import { createDiskGauge } from "../../src/workbench/workdir/disk-gauge.ts";
import { createManualClock } from "../fakes/manual-clock.ts";
import { tempDir } from "../harness/temp.ts";

const mb = 1024 * 1024;
const used = (place: string, maxFiles = Infinity) => diskMeter.used(place, maxFiles);

describe("what a directory takes", () => {
  test("counts what is below it once, and follows no link", async () => {
    const place = tempDir();
    mkdirSync(join(place, "a/b"), { recursive: true });
    writeFileSync(join(place, "a/b/file"), Buffer.alloc(4 * mb, 1));
    linkSync(join(place, "a/b/file"), join(place, "again"));
    symlinkSync("/usr", join(place, "usr"));
    const { bytes, complete } = await used(place);
    expect(bytes).toBeWithin(4 * mb, 4.2 * mb);
    expect(complete).toBe(true);
  });

  test("counts every name, and a file with holes in full: whoever copies it writes them", async () => {
    const place = tempDir();
    for (let n = 0; n < 3000; n += 1) writeFileSync(join(place, `file-${n}`), "");
    writeFileSync(join(place, "holes"), "");
    truncateSync(join(place, "holes"), 100 * mb);
    const found = await used(place);
    expect(found).toMatchObject({ files: 3002, complete: true });
    expect(found.bytes).toBeWithin(100 * mb, 101 * mb);
    expect((await systemDiskUse.measure(place, Infinity)).bytes).toBeLessThan(mb);
    expect(await used(place, 100)).toMatchObject({ files: 100, complete: false });
  });

  test.skipIf(process.platform !== "linux")("counts files whose names are no text", async () => {
    const place = tempDir();
    const odd = Buffer.concat([Buffer.from(`${place}/`), Buffer.from([0xff, 0xfe])]);
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from("/file")]), Buffer.alloc(4 * mb, 1));
    expect((await used(place)).bytes).toBeWithin(4 * mb, 4.2 * mb);
  });

  test("says when a part of it is buried deeper than a path can say", async () => {
    const place = tempDir();
    const deep = spawn(
      "/bin/bash",
      ["-c", `for i in {1..25}; do mkdir ${"d".repeat(200)}; cd ${"d".repeat(200)}; done`],
      {
        cwd: place,
      },
    );
    await new Promise((resolve) => deep.once("exit", resolve));
    expect((await used(place)).complete).toBe(false);
    spawnSync("rm", ["-rf", `${place}/${"d".repeat(200)}`]);
  });
});

describe("the gauge of the disk", () => {
  interface Choice {
    /** How long a walk takes; by default no time at all. */
    walkMs?: number;
    limits?: { bytes: number | null; files: number | null };
  }

  function setUp({ walkMs = 0, limits = { bytes: 2000 * mb, files: 50_000 } }: Choice = {}) {
    const clock = createManualClock();
    const state = {
      free: { bytes: 5000 * mb, files: 1_000_000 as number | null },
      used: { bytes: 10 * mb, files: 100, complete: true },
      walks: 0,
      /** What a walk finds while nothing can move. */
      still: null as { bytes: number; files: number; complete: boolean } | null,
      stops: 0,
    };
    const gauge = createDiskGauge({
      clock,
      limits,
      still: async (task) => {
        state.stops += 1;
        state.used = state.still ?? state.used;
        return task();
      },
      free: async () => ({ ...state.free, leastBytes: state.free.bytes }),
      used: async () => {
        state.walks += 1;
        const { used } = state;
        clock.advance(walkMs);
        return { ...used };
      },
    });
    return { clock, state, gauge };
  }

  /** As `setUp`, with walks that end when they are told to. */
  function setUpSlow(limits?: Choice["limits"]) {
    const clock = createManualClock();
    const state = { free: { bytes: 5000 * mb, files: 1_000_000 }, walks: [] as PromiseWithResolvers<void>[] };
    const used = { bytes: 10 * mb, files: 100, complete: true };
    const gauge = createDiskGauge({
      clock,
      limits: limits ?? { bytes: 400 * mb, files: 50_000 },
      still: (task) => task(),
      free: async () => ({ ...state.free, leastBytes: state.free.bytes }),
      used: async () => {
        const walk = Promise.withResolvers<void>();
        state.walks.push(walk);
        await walk.promise;
        return { ...used };
      },
    });
    /** A look that has waited for its walk as long as it does. */
    const look = async () => {
      const looked = gauge.look();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      clock.advance(1000);
      return looked;
    };
    const endWalk = async () => {
      state.walks.at(-1)?.resolve();
      await Bun.sleep(0);
    };
    return { clock, state, used, look, endWalk };
  }

  test("walks the tree when the free space has moved, and otherwise every ten seconds", async () => {
    const { clock, state, gauge } = setUp();
    for (let second = 0; second < 10; second += 1, clock.advance(1000)) await gauge.look();
    expect(state.walks).toBe(1);
    await gauge.look();
    expect(state.walks).toBe(2);
    state.free.bytes = 4900 * mb;
    state.used.bytes = 110 * mb;
    clock.advance(1000);
    const use = { bytes: 110 * mb, files: 100, grownBytes: 100 * mb, freeBytes: 4900 * mb };
    expect(await gauge.look()).toEqual(use);
  });

  test("walks the tree when there is room for fewer files", async () => {
    const { clock, state, gauge } = setUp();
    await gauge.look();
    state.free.files = 989_000;
    state.used.files = 11_100;
    clock.advance(1000);
    expect(await gauge.look()).toMatchObject({ files: 11_100 });
  });

  test("charges who hides a part of it with what the disk has lost", async () => {
    const { clock, state, gauge } = setUp();
    await gauge.look();
    state.free.bytes = 4000 * mb;
    state.used = { bytes: 11 * mb, files: 100, complete: false };
    clock.advance(1000);
    const use = { bytes: 1010 * mb, files: 100, grownBytes: 1000 * mb, freeBytes: 4000 * mb };
    expect(await gauge.look()).toEqual(use);
  });

  test("charges who hides files in the same way", async () => {
    const { clock, state, gauge } = setUp();
    await gauge.look();
    state.free.files = 700_000;
    state.used = { bytes: 11 * mb, files: 200, complete: false };
    clock.advance(1000);
    expect(await gauge.look()).toMatchObject({ files: 300_100 });
    state.used = { bytes: 11 * mb, files: 50, complete: true }; // the control
    clock.advance(20_000);
    expect(await gauge.look()).toMatchObject({ files: 50, bytes: 11 * mb });
  });

  test("holds whoever moves things out of sight still, once the disk has lost more than it may take", async () => {
    const { clock, state, gauge } = setUp();
    await gauge.look();
    state.free.bytes -= 2100 * mb;
    clock.advance(1000);
    await gauge.look();
    expect(state.stops).toBe(0); // others may have taken that
    state.free.bytes -= 100 * mb;
    clock.advance(1000);
    expect(await gauge.look()).toMatchObject({ bytes: 10 * mb });
    clock.advance(20_000);
    await gauge.look();
    expect(state.stops).toBe(1); // nothing was lost since
    state.free.bytes -= 100 * mb;
    state.still = { bytes: 2300 * mb, files: 100, complete: true };
    clock.advance(1000);
    expect(await gauge.look()).toMatchObject({ bytes: 2300 * mb, grownBytes: 2290 * mb });
    expect(state.stops).toBe(2);
  });

  test("spares a tree that takes long to walk, while little is taken", async () => {
    const { clock, state, gauge } = setUp({ walkMs: 1000 });
    for (let second = 0; second < 40; second += 1, clock.advance(1000)) await gauge.look();
    expect(state.walks).toBe(2);
  });

  test("walks it at once, rest or no rest, when half of what was left is gone", async () => {
    const { clock, state, gauge } = setUp({ walkMs: 1000 });
    await gauge.look();
    state.free.bytes -= 900 * mb;
    clock.advance(1000);
    await gauge.look();
    expect(state.walks).toBe(1);
    state.free.bytes -= 100 * mb;
    clock.advance(1000);
    await gauge.look();
    expect(state.walks).toBe(2);
  });

  test("charges what the disk loses while a walk takes its time, and takes it back when the walk finds otherwise", async () => {
    const { state, look, used, endWalk } = setUpSlow();
    await look();
    await endWalk();
    expect(await look()).toMatchObject({ bytes: 10 * mb });
    state.free.bytes -= 300 * mb;
    expect(await look()).toMatchObject({ bytes: 10 * mb }); // a walk has begun
    expect(state.walks).toHaveLength(2);
    state.free.bytes -= 300 * mb;
    expect(await look()).toMatchObject({ bytes: 610 * mb, grownBytes: 600 * mb });
    used.bytes = 20 * mb; // others took it
    await endWalk();
    expect(await look()).toMatchObject({ bytes: 20 * mb });
  });

  test("charges the files that the disk has lost room for in the same way", async () => {
    const { state, look, endWalk } = setUpSlow();
    await look();
    await endWalk();
    state.free.files -= 60_000;
    expect(await look()).toMatchObject({ files: 100 });
    state.free.files -= 20_000;
    expect(await look()).toMatchObject({ files: 80_100 });
  });

  test("is not blind before its first walk has come to its end", async () => {
    const { state, look } = setUpSlow();
    await look();
    state.free.bytes -= 600 * mb;
    expect(await look()).toMatchObject({ bytes: 600 * mb });
  });

  test("has no answer while the disk has none", async () => {
    const clock = createManualClock();
    const gauge = createDiskGauge({
      clock,
      limits: { bytes: 1, files: 1 },
      still: (task) => task(),
      free: () => Promise.reject(new Error("EIO")),
      used: async () => ({ bytes: 0, files: 0, complete: true }),
    });
    expect(await gauge.look()).toBeNull();
    expect(await gauge.lookLast()).toBeNull();
  });
});

test("a file of lines that is full says so once and takes no more", () => {
  const written: string[] = [];
  const append = cappedLines({ maxBytes: 20, write: (line) => void written.push(line), full: "full" });
  for (const line of ["0123456789", "012345678", "x", "y"]) append(line);
  expect(written).toEqual(["0123456789", "full"]);
});
