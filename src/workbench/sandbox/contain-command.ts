// Puts a command that a person configured into a sandbox like the worker's, but without the gateway or `claude`. In the
// sandbox it reaches the network only through its proxy, if it has one. Without bubblewrap it runs as a plain process,
// with the network and with write access.
import { type Bind } from "./bubblewrap.ts";
import { assertOwn } from "./contain.ts";
import { certificateEnvironment, commandEnvironment, proxyEnvironment } from "./environment.ts";
import { forwarderPort, inside } from "./inside.ts";
import type { SandboxProbe } from "./probe.ts";
import { binariesOf, type ReadOnlyMount } from "./read-only.ts";
import {
  type ProcessBounds,
  type ContainedCommand,
  type SandboxWrapping,
  type Wrap,
  wrapAsProcess,
  wrapInSandbox,
} from "./wrap.ts";

/** The files to mount so that a command reaches a proxy behind a socket outside the sandbox. */
export interface WayOutMount {
  socket: string;
  /** The program that runs the forwarder's TypeScript. */
  runtime: string;
  forwarder: string;
}

export interface CommandToContain {
  commissionDir: string;
  workDir: string;
  /** The command's own home, which the worker does not see. */
  homeDir: string;
  tmpDir: string;
  readOnly: readonly ReadOnlyMount[];
  /** Parts of the project's repository. They are mounted over the commission's own directories. */
  shown: readonly ReadOnlyMount[];
  bounds: ProcessBounds;
  /** True if the command only reads: in the sandbox, the kernel then refuses writes to the work directory. */
  readOnlyWork?: boolean;
  /** The way to the command's proxy. If absent, a sandboxed command has no network. */
  wayOut?: WayOutMount;
  /** A file with the certificates that the command trusts. If absent, its programs find what they find. */
  certificates?: string;
  /** The hall's own PATH, used if there is no sandbox. */
  path: string;
}

export interface ContainedShell {
  /** The whole environment of the command. */
  env: Record<string, string>;
  /**
   * Returns what to start so that a shell runs this script. Its standard error goes to standard output, so that the
   * order of the lines is kept.
   */
  command(script: string): ContainedCommand;
  /** Returns what to start so that this program runs without a shell. */
  program: Wrap;
}

export function containCommand(probe: SandboxProbe, run: CommandToContain): ContainedShell {
  assertOwn(run.commissionDir, [run.homeDir, run.tmpDir]);
  const { bwrap } = probe.tools;
  return probe.level === "bubblewrap" && bwrap !== null
    ? inSandbox(probe, bwrap, run)
    : asProcess(probe, run);
}

function inSandbox(probe: SandboxProbe, bwrap: string, run: CommandToContain): ContainedShell {
  const binds: Bind[] = [
    { from: run.tmpDir, to: inside.tmp, writable: true },
    { from: run.homeDir, to: inside.home, writable: true },
    { from: run.workDir, to: inside.work, writable: run.readOnlyWork !== true },
    ...run.shown.map((shown) => ({ ...shown, writable: false })),
    ...trusted(run).map((from) => ({ from, to: inside.certificates, writable: false })),
  ];
  const { readOnly, bounds, wayOut } = run;
  const plain = { bwrap, binds, chdir: inside.work, readOnly, bounds };
  const wrap = wayOut ? wrapWithWayOut(probe, plain, wayOut) : wrapInSandbox(probe, plain);
  const binaries = binariesOf(readOnly);
  return {
    env: {
      ...commandEnvironment({ inside, level: "bubblewrap", binaries, path: "" }),
      ...(wayOut && proxyEnvironment(forwarderPort)),
      ...(run.certificates !== undefined && certificateEnvironment(inside.certificates)),
    },
    command: shell(wrap),
    program: wrap,
  };
}

function trusted({ certificates }: CommandToContain): string[] {
  return certificates === undefined ? [] : [certificates];
}

/**
 * Starts the command through the forwarder, which forwards connections from a loopback port of the sandbox to the
 * socket. The forwarder starts outside the work directory, because it must not read the settings for its runtime there.
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

function asProcess(probe: SandboxProbe, run: CommandToContain): ContainedShell {
  const outside = { home: run.homeDir, tmp: run.tmpDir };
  const wrap = wrapAsProcess(probe, run.bounds);
  return {
    env: {
      ...commandEnvironment({ inside: outside, level: "process", binaries: [], path: run.path }),
      ...(run.certificates !== undefined && certificateEnvironment(run.certificates)),
    },
    command: shell(wrap),
    program: wrap,
  };
}

function shell(wrap: Wrap): ContainedShell["command"] {
  return (script) => wrap("/bin/sh", ["-c", `exec 2>&1\n${script}`]);
}
