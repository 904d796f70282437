// How a command that a person named is contained: like a worker, but without the gateway and without `claude`, so that
// it has no way out at all, and with the work directory writable.
import { type Bind } from "./bubblewrap.ts";
import { assertOwn } from "./contain.ts";
import { commandEnvironment } from "./environment.ts";
import type { SandboxProbe } from "./probe.ts";
import { binariesOf, type ReadOnlyMount } from "./read-only.ts";
import { type Bounds, type ContainedCommand, type Wrap, wrapAsProcess, wrapInSandbox } from "./wrap.ts";

export interface CommandRun {
  commissionDir: string;
  workDir: string;
  /** Its own, that the worker does not see. */
  homeDir: string;
  tmpDir: string;
  readOnly: readonly ReadOnlyMount[];
  bounds: Bounds;
  /** The hall's own PATH, for where there is no sandbox. */
  path: string;
}

export interface ContainedShell {
  /** The whole environment. */
  env: Record<string, string>;
  /** What to start so that the shell runs this. What it prints comes out in order, on its standard output. */
  command(script: string): ContainedCommand;
}

export function containCommand(probe: SandboxProbe, run: CommandRun): ContainedShell {
  assertOwn(run.commissionDir, [run.homeDir, run.tmpDir]);
  const { bwrap } = probe.tools;
  return probe.level === "bubblewrap" && bwrap !== null
    ? inSandbox(probe, bwrap, run)
    : asProcess(probe, run);
}

const inside = { work: "/gh/work", home: "/gh/home", tmp: "/tmp" };

function inSandbox(probe: SandboxProbe, bwrap: string, run: CommandRun): ContainedShell {
  const binds: Bind[] = [
    { from: run.tmpDir, to: inside.tmp, writable: true },
    { from: run.homeDir, to: inside.home, writable: true },
    { from: run.workDir, to: inside.work, writable: true },
  ];
  const { readOnly, bounds } = run;
  const wrap = wrapInSandbox(probe, { bwrap, binds, chdir: inside.work, readOnly, bounds });
  const binaries = binariesOf(readOnly);
  return {
    env: commandEnvironment({ inside, level: "bubblewrap", binaries, path: "" }),
    command: shell(wrap),
  };
}

function asProcess(probe: SandboxProbe, run: CommandRun): ContainedShell {
  const outside = { home: run.homeDir, tmp: run.tmpDir };
  return {
    env: commandEnvironment({ inside: outside, level: "process", binaries: [], path: run.path }),
    command: shell(wrapAsProcess(probe, run.bounds)),
  };
}

function shell(wrap: Wrap): ContainedShell["command"] {
  return (script) => wrap("/bin/sh", ["-c", `exec 2>&1\n${script}`]);
}
