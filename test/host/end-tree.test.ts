// Ending a process with everything that came of it, and nobody else.
import { afterEach, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { systemClock } from "../../src/host/clock.ts";
import { endTree, type Tree } from "../../src/host/processes/end-tree.ts";
import { type ProcessIdentity, systemProcesses } from "../../src/host/processes/processes.ts";
import { until } from "../harness/hall.ts";
import { tempDir } from "../harness/temp.ts";

const started: ProcessIdentity[] = [];
afterEach(() => {
  for (const each of started.splice(0)) systemProcesses.signal(each, "SIGKILL");
});

const mark = "TREE_OF_A_TEST=one";
const end = (tree: Tree) => endTree({ clock: systemClock, graceMs: 300 }, tree);

/** Runs a script of the shell as the leader of a group; it writes down each pid that it is to be asked for. */
async function plant(script: string, { wanted, marked }: { wanted: number; marked: boolean }) {
  const directory = tempDir();
  const child = spawn("sh", ["-c", script], {
    cwd: directory,
    detached: true,
    stdio: "ignore",
    env: { PATH: process.env["PATH"] ?? "", ...(marked ? { TREE_OF_A_TEST: "one" } : {}) },
  });
  const leader = systemProcesses.identify(child.pid ?? 0);
  if (!leader) throw new Error("it has ended");
  started.push(leader);
  const pids = () =>
    existsSync(`${directory}/pids`)
      ? readFileSync(`${directory}/pids`, "utf8").split("\n").filter(Boolean).map(Number)
      : [];
  await until("all have begun", () => pids().length === wanted);
  const others = pids().flatMap((pid) => systemProcesses.identify(pid) ?? []);
  started.push(...others);
  return { leader, others };
}

const alive = (all: readonly ProcessIdentity[]) => all.map((each) => systemProcesses.isAlive(each));

test("its group, its descendants and whoever left both go with it; a bystander stays", async () => {
  const bystander = await plant("exec sleep 300", { wanted: 0, marked: false });
  const { leader, others } = await plant(
    `sleep 300 & echo $! >> pids
     setsid sh -c 'echo $$ >> pids; exec sleep 300' &
     sh -c "setsid sh -c 'echo \\$\\$ >> pids; exec sleep 300' &"
     wait`,
    { wanted: 3, marked: true },
  );
  expect(alive([leader, ...others])).toEqual([true, true, true, true]);
  expect(await end({ leader, mark })).toBe(true);
  expect(alive([leader, ...others])).toEqual([false, false, false, false]);
  expect(alive([bystander.leader])).toEqual([true]);
});

test("one that left its group and its parents is found by its mark alone: without it, it stays", async () => {
  const script = `sh -c "setsid sh -c 'echo \\$\\$ >> pids; exec sleep 300' &"; exec sleep 300`;
  const { leader, others } = await plant(script, { wanted: 1, marked: false });
  expect(await end({ leader, mark })).toBe(true);
  expect(alive([leader, ...others])).toEqual([false, true]);
});

test("one that does not listen is killed after its time", async () => {
  const { leader } = await plant("trap '' TERM; echo $$ >> pids; while :; do sleep 1; done", {
    wanted: 1,
    marked: true,
  });
  expect(await end({ leader, mark })).toBe(true);
  expect(alive([leader])).toEqual([false]);
});

test("of a leader that has ended, the group counts only where its end has just been seen", async () => {
  const { leader, others } = await plant("sleep 300 & echo $! >> pids; exec sleep 300", {
    wanted: 1,
    marked: false,
  });
  systemProcesses.signal(leader, "SIGKILL");
  await until("it is gone", () => systemProcesses.identify(leader.pid) === undefined);
  expect(await end({ leader, mark })).toBe(true);
  expect(alive(others)).toEqual([true]);
  expect(await end({ leader, mark, hasJustEnded: true })).toBe(true);
  expect(alive(others)).toEqual([false]);
});

const strangers: [what: string, change: Partial<ProcessIdentity>][] = [
  ["start time", { startTime: "1" }],
  ["boot", { bootId: "another" }],
];

test.each(strangers)("a process with the same pid and another %s is not signalled", async (_, change) => {
  const { leader } = await plant("exec sleep 300", { wanted: 0, marked: false });
  for (const hasJustEnded of [false, true])
    expect(await end({ leader: { ...leader, ...change }, mark, hasJustEnded })).toBe(true);
  expect(alive([leader])).toEqual([true]);
});
