// Children of this process: found, run, and ended with all that they started.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  endGroup,
  exitOf,
  findExecutable,
  runBriefly,
  spawnPiped,
} from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";

const env = { PATH: "/usr/bin:/bin" };
const brief = { clock: systemClock, limitMs: 5000 };

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

describe("a program", () => {
  test("is found by its absolute path, and never through a relative entry", () => {
    const directory = mkdtempSync(join(tmpdir(), "gh-path-"));
    symlinkSync("/bin/sh", join(directory, "guild-program"));
    writeFileSync(join(directory, "plain-file"), "");
    expect(findExecutable("guild-program", `/nonexistent:${directory}`)).toBe(
      join(directory, "guild-program"),
    );
    expect(findExecutable("plain-file", directory)).toBeUndefined();
    expect(findExecutable("guild-program", ".:bin:")).toBeUndefined();
    rmSync(directory, { recursive: true });
  });

  test("that does not exist is an answer, not an exception", async () => {
    const run = await runBriefly({ file: "/nonexistent/program", args: [], cwd: "/", env }, brief);
    expect(run.code).toBeNull();
    expect(run.error).toContain("/nonexistent/program");
  });

  test("reads what it is handed from a file that has no name", async () => {
    const handed = new TextEncoder().encode("for you alone");
    const script = "cat <&3; readlink /proc/self/fd/3";
    const run = await runBriefly({ file: "/bin/sh", args: ["-c", script], cwd: "/", env, handed }, brief);
    expect(run.stdout).toStartWith("for you alone/");
    expect(run.stdout).toEndWith("(deleted)\n");
  });

  test("that runs too long is ended", async () => {
    const run = await runBriefly(
      { file: "/bin/sh", args: ["-c", "echo begun; sleep 600"], cwd: "/", env },
      { clock: systemClock, limitMs: 50 },
    );
    expect(run).toMatchObject({ signal: "SIGKILL", stdout: "begun\n" });
  });

  test("that leaves somebody with its pipes keeps nobody waiting", async () => {
    const script = "exec 4>&1; setsid sh -c 'sleep 600 >&4 2>&1 & echo $!'; exit 3";
    const run = await runBriefly({ file: "/bin/sh", args: ["-c", script], cwd: "/", env }, brief);
    process.kill(Number(run.stdout), "SIGKILL");
    expect(run).toMatchObject({ code: 3, error: null });
  });

  test("that prints without end does not fill our memory: the end of it is kept", async () => {
    const script = "yes 0123456 | head -c 40000000; echo last";
    const run = await runBriefly({ file: "/bin/sh", args: ["-c", script], cwd: "/", env }, brief);
    expect(run.stdout.length).toBe(4_000_000);
    expect(run.stdout).toEndWith("0123456\nlast\n");
  });
});

describe("ending a child", () => {
  /** Starts a shell that tells the pid of something it started. */
  async function startFamily(script: string) {
    const child = spawnPiped({ file: "/bin/sh", args: ["-c", script], cwd: "/", env });
    child.stderr.resume();
    const pid = await new Promise<number>((resolve) =>
      child.stdout.once("data", (data) => resolve(Number(data))),
    );
    return { child, pid };
  }

  test("ends one that ignores SIGTERM after the grace", async () => {
    const { child } = await startFamily("trap '' TERM; echo $$; while :; do sleep 1; done");
    expect(await endGroup(child, { clock: systemClock, leaveMs: 0, graceMs: 20 })).toEqual({
      code: null,
      signal: "SIGKILL",
    });
  });

  test("lets one that listens go politely", async () => {
    const { child } = await startFamily("trap 'exit 7' TERM; echo $$; while :; do sleep 0.01; done");
    expect(await endGroup(child, { clock: systemClock, leaveMs: 0, graceMs: 5000 })).toEqual({
      code: 7,
      signal: null,
    });
  });

  test.skipIf(!existsSync("/proc/self"))("ends a grandchild that left for a session of its own", async () => {
    const { child, pid } = await startFamily("setsid sh -c 'trap \"\" TERM; echo $$; exec sleep 600' & wait");
    await endGroup(child, { clock: systemClock, leaveMs: 0, graceMs: 20 });
    while (isAlive(pid)) await Bun.sleep(1);
    expect(isAlive(pid)).toBe(false);
  });

  test("lets one that leaves by itself go without a signal", async () => {
    const { child } = await startFamily("echo $$; read line; exit 5");
    child.stdin.end();
    const exit = await endGroup(child, { clock: systemClock, leaveMs: 5000, graceMs: 0 });
    expect(exit).toEqual({ code: 5, signal: null });
  });

  test("of one that has ended answers how", async () => {
    const child = spawnPiped({ file: "/bin/sh", args: ["-c", "exit 3"], cwd: "/", env });
    expect(await exitOf(child)).toEqual({ code: 3, signal: null });
    expect(await endGroup(child, { clock: systemClock, leaveMs: 0, graceMs: 20 })).toEqual({
      code: 3,
      signal: null,
    });
  });
});
