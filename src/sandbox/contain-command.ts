// How a command that a person named is contained: like a worker, but without the gateway and without `claude`, so that
// it has no way out, and with the work directory writable, where nothing else is asked for.
import { type Bind } from "./bubblewrap.ts";
import { assertOwn } from "./contain.ts";
import { commandEnvironment } from "./environment.ts";
import { inside } from "./inside.ts";
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
  /** What of a project's repository it is shown, on top of its own directories. */
  shown: readonly ReadOnlyMount[];
  bounds: Bounds;
  /** It only looks: the kernel refuses it to write to the work directory. */
  readOnlyWork?: boolean;
  /** It has the machine's network, and nothing else more: only where a person has said so. */
  network?: boolean;
  /** The hall's own PATH, for where there is no sandbox. */
  path: string;
}

export interface ContainedShell {
  /** The whole environment. */
  env: Record<string, string>;
  /** What to start so that the shell runs this. What it prints comes out in order, on its standard output. */
  command(script: string): ContainedCommand;
  /** What to start so that this program runs, without a shell. */
  program: Wrap;
}

export function containCommand(probe: SandboxProbe, run: CommandRun): ContainedShell {
  assertOwn(run.commissionDir, [run.homeDir, run.tmpDir]);
  const { bwrap } = probe.tools;
  return probe.level === "bubblewrap" && bwrap !== null
    ? inSandbox(probe, bwrap, run)
    : asProcess(probe, run);
}

function inSandbox(probe: SandboxProbe, bwrap: string, run: CommandRun): ContainedShell {
  const binds: Bind[] = [
    { from: run.tmpDir, to: inside.tmp, writable: true },
    { from: run.homeDir, to: inside.home, writable: true },
    { from: run.workDir, to: inside.work, writable: run.readOnlyWork !== true },
    ...run.shown.map((shown) => ({ ...shown, writable: false })),
  ];
  const { readOnly, bounds, network = false } = run;
  const wrap = wrapInSandbox(probe, { bwrap, binds, chdir: inside.work, readOnly, bounds, network });
  const binaries = binariesOf(readOnly);
  return {
    env: commandEnvironment({ inside, level: "bubblewrap", binaries, path: "" }),
    command: shell(wrap),
    program: wrap,
  };
}

function asProcess(probe: SandboxProbe, run: CommandRun): ContainedShell {
  const outside = { home: run.homeDir, tmp: run.tmpDir };
  const wrap = wrapAsProcess(probe, run.bounds);
  return {
    env: commandEnvironment({ inside: outside, level: "process", binaries: [], path: run.path }),
    command: shell(wrap),
    program: wrap,
  };
}

function shell(wrap: Wrap): ContainedShell["command"] {
  return (script) => wrap("/bin/sh", ["-c", `exec 2>&1\n${script}`]);
}
