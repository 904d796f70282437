// How a command that a person named is contained: like a worker, but without the gateway and without `claude`, and with
// the work directory writable, where nothing else is asked for. It has no way out but the one that it is given.
import { type Bind } from "./bubblewrap.ts";
import { assertOwn } from "./contain.ts";
import { commandEnvironment, proxyEnvironment } from "./environment.ts";
import { forwarderPort, inside } from "./inside.ts";
import type { SandboxProbe } from "./probe.ts";
import { binariesOf, type ReadOnlyMount } from "./read-only.ts";
import {
  type Bounds,
  type ContainedCommand,
  type SandboxWrapping,
  type Wrap,
  wrapAsProcess,
  wrapInSandbox,
} from "./wrap.ts";

/** What has to be shown inside so that a command reaches the proxy that waits at a socket outside. */
export interface WayOutMount {
  socket: string;
  /** The program that runs our TypeScript. */
  runtime: string;
  forwarder: string;
}

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
  /** Its one way out; absent: it has none. */
  wayOut?: WayOutMount;
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
  const { readOnly, bounds, wayOut } = run;
  const plain = { bwrap, binds, chdir: inside.work, readOnly, bounds };
  const wrap = wayOut ? wrapWithWayOut(probe, plain, wayOut) : wrapInSandbox(probe, plain);
  const binaries = binariesOf(readOnly);
  return {
    env: {
      ...commandEnvironment({ inside, level: "bubblewrap", binaries, path: "" }),
      ...(wayOut && proxyEnvironment(forwarderPort)),
    },
    command: shell(wrap),
    program: wrap,
  };
}

/**
 * The forwarder is the parent of the command, and leads what connects to a port of the sandbox's own loopback to the
 * socket. It starts outside the work directory, whose settings for the runtime are not its own.
 */
function wrapWithWayOut(probe: SandboxProbe, plain: SandboxWrapping, wayOut: WayOutMount): Wrap {
  const binds: Bind[] = [
    ...plain.binds,
    { from: wayOut.socket, to: inside.wayOut, writable: true },
    { from: wayOut.runtime, to: inside.runtime, writable: false },
    { from: wayOut.forwarder, to: inside.forwarder, writable: false },
  ];
  const wrap = wrapInSandbox(probe, { ...plain, binds, chdir: "/gh" });
  const before = [inside.forwarder, inside.wayOut, String(forwarderPort), plain.chdir];
  return (program, args) => wrap(inside.runtime, [...before, program, ...args]);
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
