// What a session takes of the disk: how it is measured, and how often.
import { describe, expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usedBytes } from "../../src/host/disk-use.ts";
import { cappedLines } from "../../src/workbench/capped-lines.ts";
import { createDiskGauge } from "../../src/workbench/disk-gauge.ts";
import { createManualClock } from "../fakes/manual-clock.ts";
import { tempDir } from "../harness/temp.ts";

const mb = 1024 * 1024;

describe("what a directory takes", () => {
  test("counts what is below it once, and follows no link", async () => {
    const place = tempDir();
    mkdirSync(join(place, "a/b"), { recursive: true });
    writeFileSync(join(place, "a/b/file"), Buffer.alloc(4 * mb, 1));
    linkSync(join(place, "a/b/file"), join(place, "again"));
    symlinkSync("/usr", join(place, "usr"));
    const { bytes, complete } = await usedBytes(place, null);
    expect(bytes).toBeWithin(4 * mb, 4.2 * mb);
    expect(complete).toBe(true);
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
    expect((await usedBytes(place, null)).complete).toBe(false);
    spawnSync("rm", ["-rf", `${place}/${"d".repeat(200)}`]);
  });

  test("counts a file that was removed while a process still has it open", async () => {
    const place = tempDir();
    const script = `exec 3> hidden; rm hidden; head -c ${8 * mb} /dev/zero >&3; echo done; read`;
    const child = spawn("/bin/bash", ["-c", script], { cwd: place, stdio: ["pipe", "pipe", "ignore"] });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const { bytes: seen } = await usedBytes(place, child.pid ?? null);
    const { bytes: unseen } = await usedBytes(place, null);
    child.stdin.end();
    await new Promise((resolve) => child.once("exit", resolve));
    expect(unseen).toBeLessThan(mb);
    expect(seen).toBeWithin(8 * mb, 9 * mb);
  });
});

describe("the gauge of the disk", () => {
  function setUp(walkMs = 0) {
    const clock = createManualClock();
    const state = { free: 5000 * mb, used: 10 * mb, complete: true, walks: 0 };
    const gauge = createDiskGauge({
      clock,
      free: async () => state.free,
      used: async () => {
        state.walks += 1;
        clock.advance(walkMs);
        return { bytes: state.used, complete: state.complete };
      },
    });
    return { clock, state, gauge };
  }

  test("walks the tree when the free space has moved, and otherwise every ten seconds", async () => {
    const { clock, state, gauge } = setUp();
    for (let second = 0; second < 10; second += 1, clock.advance(1000)) await gauge();
    expect(state.walks).toBe(1);
    await gauge();
    expect(state.walks).toBe(2);
    Object.assign(state, { free: 4900 * mb, used: 110 * mb });
    clock.advance(1000);
    expect(await gauge()).toEqual({ bytes: 110 * mb, grownBytes: 100 * mb, freeBytes: 4900 * mb });
  });

  test("charges who hides a part of it with what the disk has lost", async () => {
    const { clock, state, gauge } = setUp();
    await gauge();
    Object.assign(state, { free: 4000 * mb, used: 11 * mb, complete: false });
    clock.advance(1000);
    expect(await gauge()).toEqual({ bytes: 1010 * mb, grownBytes: 1000 * mb, freeBytes: 4000 * mb });
  });

  test("spares a tree that takes long to walk", async () => {
    const { clock, state, gauge } = setUp(1000);
    for (let second = 0; second < 40; second += 1, clock.advance(1000)) await gauge();
    expect(state.walks).toBe(2);
  });

  test("has no answer while the disk has none", async () => {
    const clock = createManualClock();
    const free = () => Promise.reject(new Error("EIO"));
    expect(
      await createDiskGauge({ clock, free, used: async () => ({ bytes: 0, complete: true }) })(),
    ).toBeNull();
  });
});

test("a file of lines that is full says so once and takes no more", () => {
  const written: string[] = [];
  const append = cappedLines({ maxBytes: 20, write: (line) => void written.push(line), full: "full" });
  for (const line of ["0123456789", "012345678", "x", "y"]) append(line);
  expect(written).toEqual(["0123456789", "full"]);
});
