// Checks and set-ups that take more than their commission may: they are ended, and say which limit they passed.
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import type { CommandLimits } from "../../../src/workbench/checks/bounds.ts";
import { boundsOf } from "../../../src/workbench/checks/bounds.ts";
import { runCheck } from "../../../src/workbench/checks/run-check.ts";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { endGroup } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { diskMeter } from "../../../src/host/files/disk-use.ts";
import { enclose, type Enclosure } from "../../../src/workbench/sandbox/enclose.ts";
import type { SandboxProbe } from "../../../src/workbench/sandbox/probe.ts";
import { createGrowth } from "../../../src/workbench/workdir/disk-used.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { tempDir } from "../../harness/temp.ts";
import { isWithoutSandbox, probe } from "../sandbox/usable.ts";

const bare: SandboxProbe = { ...probe, level: "process", tools: { ...probe.tools, bwrap: null } };
const none: CommandLimits = { memoryMb: null, processes: null, diskMb: null, files: null };
const enclosures: Enclosure[] = [];
afterEach(async () => {
  for (const enclosure of enclosures.splice(0)) await enclosure.close();
});

function setUp(limits: CommandLimits, level: SandboxProbe) {
  const layout = commissionLayout(homeLayout(tempDir()), someId);
  mkdirSync(layout.work, { recursive: true });
  const { directory } = layout;
  const used = createGrowth(diskMeter, { directories: [directory], maxFiles: limits.files ?? null });
  const enclosure = enclose(limits);
  enclosures.push(enclosure);
  const place = {
    layout,
    probe: level,
    enclosure,
    readOnly: [],
    shown: async () => [],
    bounds: boundsOf(limits, enclosure),
    meter: { limits, enclosure, directories: [directory], diskUse: diskMeter, used },
  };
  const deps = { clock: systemClock, endGroup, searchPath: process.env["PATH"] ?? "" };
  const run = (command: string) =>
    runCheck(deps, { check: { command, timeoutSeconds: 60 }, place, signal: new AbortController().signal });
  return { layout, run };
}

const levels: [string, SandboxProbe][] = [
  ["without a sandbox", bare],
  ...(isWithoutSandbox ? [] : [["in the sandbox", probe] as [string, SandboxProbe]]),
];

/** 600 MB in files of 10 MB, at most 20 of them a second. */
const fill = (where: string) =>
  `for n in $(seq 60); do head -c 10M /dev/zero > ${where}/f-$n; sleep 0.05; done; echo filled`;

describe.each(levels)("a check %s", (_name, level) => {
  test.each([
    ["its work directory", "."],
    ["its temporary directory", "$TMPDIR"],
    ["its home", "$HOME"],
  ])(
    "that fills the disk from %s is ended",
    async (_place, where) => {
      const { run } = setUp({ ...none, diskMb: 50 }, level);
      const done = await run(fill(where));
      expect(done).toMatchObject({ exitCode: null, timedOut: false, passed: { limit: "disk", most: 50 } });
      expect(done.output).not.toContain("filled");
    },
    30_000,
  );

  test("that takes the disk in an instant, and ends before it is looked at, has not passed", async () => {
    const { run } = setUp({ ...none, diskMb: 50 }, level);
    // One program for all files, so that a busy machine does not look in between.
    const done = await run("truncate -s 40M big-1 big-2 big-3 big-4 && echo filled");
    expect(done).toMatchObject({ exitCode: null, passed: { limit: "disk", most: 50 } });
    expect(done.output).toContain("filled");
  }, 30_000);

  test("that makes too many files is ended, however small they are", async () => {
    const { run, layout } = setUp({ ...none, files: 2000 }, level);
    const done = await run("for d in $(seq 1000); do mkdir d$d; (cd d$d; touch $(seq 200)); done; echo made");
    expect(done).toMatchObject({ exitCode: null, passed: { limit: "files", most: 2000 } });
    expect(readdirSync(layout.work).length).toBeLessThan(1000);
  }, 30_000);

  test("that keeps to its limits passes, and so does one that has none", async () => {
    const held = setUp({ ...none, diskMb: 50, files: 2000 }, level);
    const some = "for n in 1 2 3 4; do head -c 10M /dev/zero > f-$n; done; touch $(seq 1000)";
    expect(await held.run(some)).toMatchObject({ exitCode: 0 });
    expect(await held.run(some)).toMatchObject({ exitCode: 0 });
    const free = setUp(none, level);
    expect(await free.run("for n in 1 2 3 4; do fallocate -l 40M big-$n; done")).toMatchObject({
      exitCode: 0,
    });
  }, 30_000);

  test("is charged together with the check before it", async () => {
    const { run } = setUp({ ...none, diskMb: 50 }, level);
    expect(await run("head -c 40M /dev/zero > one")).toMatchObject({ exitCode: 0 });
    expect(await run("head -c 40M /dev/zero > two")).toMatchObject({ passed: { limit: "disk" } });
  }, 30_000);
});

test.skipIf(process.platform !== "linux")(
  "one that takes too much memory is ended, with or without a control group",
  async () => {
    const { run } = setUp({ ...none, memoryMb: 64 }, bare);
    const hog = `${process.execPath} -e 'const a = []; setInterval(() => a.push(Buffer.alloc(20e6, 1)), 50)'`;
    expect(await run(hog)).toMatchObject({ exitCode: null, passed: { limit: "memory", most: 64 } });
  },
  30_000,
);
