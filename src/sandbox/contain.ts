// How one run of `claude` is contained: what it is started with, and where things are as it sees them.
import { join, normalize, relative, resolve, sep } from "node:path";
import type { SandboxLevel } from "../contract/commission.ts";
import { type ChildOrder, handedDescriptor } from "../host/children.ts";
import { type Bind, bubblewrapCommand } from "./bubblewrap.ts";
import { callFilter } from "./call-filter.ts";
import type { SandboxProbe } from "./probe.ts";
import type { ReadOnlyMount } from "./read-only.ts";

export interface ClaudeRun {
  commissionDir: string;
  workDir: string;
  homeDir: string;
  configDir: string;
  tmpDir: string;
  claudePath: string;
  /** null: the gateway listens on loopback. */
  gatewaySocket: string | null;
  /** The worker was granted no right to write: the kernel refuses it too, where there is a sandbox. */
  readOnlyWork: boolean;
  /** Directories that a person has added to what may be read. */
  readOnly: readonly ReadOnlyMount[];
  bounds: Bounds;
}

/** What each process is held to. */
export interface Bounds {
  /** How many there may be; null: somebody else counts, or there is no limit. */
  processes: number | null;
  /** The size of one file. */
  fileBytes: number | null;
}

export interface InsidePaths {
  work: string;
  home: string;
  config: string;
  tmp: string;
  socket: string | null;
}

export type ContainedCommand = Pick<ChildOrder, "file" | "args" | "handed">;

export interface Containment {
  level: SandboxLevel;
  /** Paths as `claude` sees them. */
  inside: InsidePaths;
  permissionMode: "bypassPermissions" | "dontAsk";
  /** What to start for the arguments that the SDK gives. */
  command: (args: readonly string[]) => ContainedCommand;
  /** The path on this machine of one that the model names; undefined when it is not in the work directory. */
  hostPath: (path: string) => string | undefined;
}

export function contain(probe: SandboxProbe, run: ClaudeRun): Containment {
  assertOwn(run);
  const { bwrap } = probe.tools;
  return probe.level === "bubblewrap" && bwrap !== null
    ? containWithBubblewrap(probe, bwrap, run)
    : containAsProcess(probe, run);
}

/** A private directory elsewhere would be shared with another commission or with the person. */
function assertOwn(run: ClaudeRun): void {
  for (const directory of [run.homeDir, run.configDir, run.tmpDir]) {
    if (!isUnder(run.commissionDir, directory))
      throw new Error(`${directory} lies outside the commission's own directory ${run.commissionDir}`);
  }
}

const claudeInside = "/gh/bin/claude";

function containWithBubblewrap(probe: SandboxProbe, bwrap: string, run: ClaudeRun): Containment {
  const inside: InsidePaths = {
    work: "/gh/work",
    home: "/gh/home",
    config: "/gh/config",
    tmp: "/tmp",
    socket: run.gatewaySocket === null ? null : "/gh/gateway.sock",
  };
  const plan = {
    bwrap,
    system: probe.tools.system,
    added: run.readOnly,
    binds: privateBinds(run, inside),
    chdir: inside.work,
    filterOn: handedDescriptor,
  };
  // Set inside, where the kernel counts the processes of this sandbox alone; outside it counts all of the person's.
  const bounded = boundedBy(probe, run.bounds);
  return {
    level: "bubblewrap",
    inside,
    permissionMode: "bypassPermissions",
    command: (args) => {
      const [program = claudeInside, ...rest] = [...bounded, claudeInside, ...args];
      return { ...bubblewrapCommand({ ...plan, program, args: rest }), handed: callFilter };
    },
    hostPath: (path) => translate(path, inside.work, run.workDir),
  };
}

/** No core is ever written: it would hold what the process knew. */
function boundedBy({ tools: { prlimit } }: SandboxProbe, { processes, fileBytes }: Bounds): string[] {
  if (prlimit === null) return [];
  return [
    prlimit,
    "--core=0",
    ...(fileBytes === null ? [] : [`--fsize=${fileBytes}`]),
    ...(processes === null ? [] : [`--nproc=${processes}`]),
    "--",
  ];
}

function privateBinds(run: ClaudeRun, inside: InsidePaths): Bind[] {
  const binds: Bind[] = [
    { from: run.tmpDir, to: inside.tmp, writable: true },
    { from: run.homeDir, to: inside.home, writable: true },
    { from: run.configDir, to: inside.config, writable: true },
    { from: run.workDir, to: inside.work, writable: !run.readOnlyWork },
    { from: run.claudePath, to: claudeInside, writable: false },
  ];
  if (run.gatewaySocket !== null && inside.socket !== null)
    binds.push({ from: run.gatewaySocket, to: inside.socket, writable: true });
  return binds;
}

function containAsProcess(probe: SandboxProbe, run: ClaudeRun): Containment {
  const { setpriv } = probe.tools;
  const dying = setpriv === null ? [] : [setpriv, "--pdeathsig", "KILL", "--"];
  const bounded = boundedBy(probe, { ...run.bounds, processes: null });
  const inside = { work: run.workDir, home: run.homeDir, config: run.configDir, tmp: run.tmpDir };
  return {
    level: "process",
    inside: { ...inside, socket: run.gatewaySocket },
    permissionMode: "dontAsk",
    command: (args) => {
      const [file = run.claudePath, ...rest] = [...dying, ...bounded, run.claudePath, ...args];
      return { file, args: rest };
    },
    hostPath: (path) => translate(path, run.workDir, run.workDir),
  };
}

/** By name only: whoever opens the path must still refuse links that lead out. */
function translate(path: string, inside: string, host: string): string | undefined {
  if (path.includes("\0")) return undefined;
  const named = resolve(inside, path);
  return isUnder(inside, named) ? join(host, relative(inside, named)) : undefined;
}

function isUnder(directory: string, path: string): boolean {
  const step = relative(normalize(directory), normalize(path));
  return step !== ".." && !step.startsWith(`..${sep}`) && !step.startsWith(sep);
}
