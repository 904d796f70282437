// Decides how one run of `claude` is contained: what is started, and which paths `claude` sees.
import { join, normalize, relative, resolve, sep } from "node:path";
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import type { Bind } from "./bubblewrap.ts";
import { inside as places } from "./inside.ts";
import type { SandboxProbe } from "./probe.ts";
import type { ReadOnlyMount } from "./read-only.ts";
import { type ProcessBounds, type ContainedCommand, wrapAsProcess, wrapInSandbox } from "./wrap.ts";

export interface ClaudeRun {
  commissionDir: string;
  workDir: string;
  homeDir: string;
  configDir: string;
  tmpDir: string;
  /** The attached files. Mounted even while there are none, because some may come while the worker is at work. */
  attachmentsDir: string;
  claudePath: string;
  /** The socket of the gateway. `null` if the gateway listens on loopback. */
  gatewaySocket: string | null;
  /** True if the worker may not write to the work directory. If there is a sandbox, the kernel enforces this too. */
  readOnlyWork: boolean;
  /** Directories that a person has made readable. */
  readOnly: readonly ReadOnlyMount[];
  /** Parts of the project's repository. They are mounted last, over the commission's own directories. */
  shown: readonly ReadOnlyMount[];
  bounds: ProcessBounds;
}

export interface InsidePaths {
  work: string;
  home: string;
  config: string;
  tmp: string;
  attachments: string;
  socket: string | null;
}

export interface Containment {
  level: SandboxLevel;
  /** Paths as `claude` sees them. */
  inside: InsidePaths;
  permissionMode: "bypassPermissions" | "dontAsk";
  /** Returns what to start for the arguments that the SDK gives. */
  command: (args: readonly string[]) => ContainedCommand;
  /**
   * Returns the path on this machine for a path that the model names. `undefined` if it is not in the work directory.
   */
  hostPath: (path: string) => string | undefined;
}

export function contain(probe: SandboxProbe, run: ClaudeRun): Containment {
  assertOwn(run.commissionDir, [run.homeDir, run.configDir, run.tmpDir, run.attachmentsDir]);
  const { bwrap } = probe.tools;
  return probe.level === "bubblewrap" && bwrap !== null
    ? containWithBubblewrap(probe, bwrap, run)
    : containAsProcess(probe, run);
}

/**
 * Throws if a private directory lies outside the commission's directory: it would be shared with another commission or
 * with the person.
 */
export function assertOwn(commissionDir: string, directories: readonly string[]): void {
  for (const directory of directories) {
    if (!isUnder(commissionDir, directory))
      throw new Error(`${directory} lies outside the commission's own directory ${commissionDir}`);
  }
}

function containWithBubblewrap(probe: SandboxProbe, bwrap: string, run: ClaudeRun): Containment {
  const inside: InsidePaths = {
    work: places.work,
    home: places.home,
    config: places.config,
    tmp: places.tmp,
    attachments: places.attachments,
    socket: run.gatewaySocket === null ? null : places.socket,
  };
  const wrap = wrapInSandbox(probe, {
    bwrap,
    binds: privateBinds(run, inside),
    chdir: inside.work,
    readOnly: run.readOnly,
    bounds: run.bounds,
  });
  return {
    level: "bubblewrap",
    inside,
    permissionMode: "bypassPermissions",
    command: (args) => wrap(places.claude, args),
    hostPath: (path) => translate(path, inside.work, run.workDir),
  };
}

function privateBinds(run: ClaudeRun, inside: InsidePaths): Bind[] {
  const binds: Bind[] = [
    { from: run.tmpDir, to: inside.tmp, writable: true },
    { from: run.homeDir, to: inside.home, writable: true },
    { from: run.configDir, to: inside.config, writable: true },
    { from: run.workDir, to: inside.work, writable: !run.readOnlyWork },
    { from: run.claudePath, to: places.claude, writable: false },
    { from: run.attachmentsDir, to: inside.attachments, writable: false },
    ...run.shown.map((shown) => ({ ...shown, writable: false })),
  ];
  if (run.gatewaySocket !== null && inside.socket !== null)
    binds.push({ from: run.gatewaySocket, to: inside.socket, writable: true });
  return binds;
}

function containAsProcess(probe: SandboxProbe, run: ClaudeRun): Containment {
  const wrap = wrapAsProcess(probe, run.bounds);
  const inside = {
    work: run.workDir,
    home: run.homeDir,
    config: run.configDir,
    tmp: run.tmpDir,
    attachments: run.attachmentsDir,
  };
  return {
    level: "process",
    inside: { ...inside, socket: run.gatewaySocket },
    permissionMode: "dontAsk",
    command: (args) => wrap(run.claudePath, args),
    hostPath: (path) => translate(path, run.workDir, run.workDir),
  };
}

/**
 * Translates a path inside the sandbox to one on this machine, by name only. The code that opens the path
 * must still refuse symlinks that lead out.
 */
function translate(path: string, inside: string, host: string): string | undefined {
  if (path.includes("\0")) return undefined;
  const named = resolve(inside, path);
  return isUnder(inside, named) ? join(host, relative(inside, named)) : undefined;
}

function isUnder(directory: string, path: string): boolean {
  const step = relative(normalize(directory), normalize(path));
  return step !== ".." && !step.startsWith(`..${sep}`) && !step.startsWith(sep);
}
