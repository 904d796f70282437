// When the workbench is killed nothing that it started goes on.
import { afterEach, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { contain } from "../../../src/workbench/sandbox/contain.ts";
import type { ContainedCommand } from "../../../src/workbench/sandbox/wrap.ts";
import { until } from "../../harness/hall.ts";
import { bash, changedCommand, clearGround, layGround } from "./inside.ts";
import { isWithoutSandbox, probe } from "./usable.ts";

/** A duration that no other `sleep` has, to recognise ours by. */
const mark = `9${process.pid}.5`;

/** A killed process is still seen for a moment; the next test must not take it for its own. */
afterEach(async () => {
  for (const pid of marked()) process.kill(pid, "SIGKILL");
  await until("the sleepers are gone", () => marked().length === 0);
});

/** A parent that runs one command; resolves when `count` of its descendants sleep. */
async function startParent(command: ContainedCommand, count: number): Promise<ChildProcess> {
  const parent = spawn(bash, ["-c", '"$@"; true', "parent", command.file, ...command.args], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
  });
  while (marked().length < count) await Bun.sleep(2);
  return parent;
}

/** The pipe ends when the last process that holds it does. */
async function killParent(parent: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => parent.once("exit", resolve));
  parent.kill("SIGKILL");
  await exited;
}

function silence(parent: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    parent.stdout?.once("end", resolve);
    parent.stdout?.resume();
  });
}

function marked(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8") === `sleep\0${mark}\0`;
      } catch {
        return false;
      }
    });
}

/** Handed on a descriptor, which this parent does not pass on. */
const filter = ["--seccomp", "3"];
const family = `setsid sleep ${mark} & sleep ${mark} & wait`;

describe.skipIf(isWithoutSandbox)("in the sandbox", () => {
  test("a killed workbench leaves nothing, not even a process in a session of its own", async () => {
    const ground = layGround();
    const parent = await startParent(
      changedCommand(ground.containment, { script: family, change: { drop: [filter] } }),
      2,
    );
    const silent = silence(parent);
    await killParent(parent);
    await silent;
    clearGround(ground);
    expect(marked()).toEqual([]);
  }, 60_000);

  test("without the guard they live on", async () => {
    const ground = layGround();
    const change = { drop: [filter, ["--die-with-parent"]] };
    const parent = await startParent(changedCommand(ground.containment, { script: family, change }), 2);
    await killParent(parent);
    clearGround(ground);
    expect(marked().length).toBe(2);
  });
});

describe.skipIf(probe.tools.setpriv === null)("without a sandbox", () => {
  const processProbe = { ...probe, level: "process" as const };
  const run = (directory: string) => ({
    commissionDir: directory,
    workDir: directory,
    homeDir: directory,
    configDir: directory,
    tmpDir: directory,
    attachmentsDir: directory,
    claudePath: bash,
    gatewaySocket: null,
    readOnlyWork: false,
    readOnly: [],
    shown: [],
    bounds: { processes: null, fileBytes: null },
  });
  const script = ["-c", `exec sleep ${mark}`];

  test("claude itself ends with a killed workbench", async () => {
    const parent = await startParent(contain(processProbe, run("/tmp")).command(script), 1);
    const silent = silence(parent);
    await killParent(parent);
    await silent;
    expect(marked()).toEqual([]);
  }, 60_000);

  test("where setpriv is missing it lives on, as the probe says", async () => {
    const bare = { ...processProbe, tools: { ...probe.tools, setpriv: null } };
    const parent = await startParent(contain(bare, run("/tmp")).command(script), 1);
    await killParent(parent);
    expect(marked().length).toBe(1);
  });
});
