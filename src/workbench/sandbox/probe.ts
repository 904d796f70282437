// Finds out by trial how well this machine can contain a worker, and describes it.
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import { type BriefRun, type ChildOrder, handedDescriptor } from "../../host/processes/children.ts";
import { bubblewrapCommand } from "./bubblewrap.ts";
import { callFilter } from "./call-filter.ts";
import { findSystemMounts, type SystemMount } from "./system-mounts.ts";

export interface ProbeDeps {
  platform: string;
  /** Returns the path of a program. `undefined` if it is not installed. */
  find(name: string): string | undefined;
  run(program: Pick<ChildOrder, "file" | "args" | "handed">): Promise<BriefRun>;
}

export interface SandboxProbe {
  level: SandboxLevel;
  /** Why this machine has this level, what a worker can still do at it, and how to get a better one. */
  detail: string;
  tools: {
    bwrap: string | null;
    setpriv: string | null;
    prlimit: string | null;
    system: readonly SystemMount[];
  };
}

export async function probeSandbox(deps: ProbeDeps): Promise<SandboxProbe> {
  // These run in parallel, because a workbench waits for the answer before it can start anything.
  const isLinux = deps.platform === "linux";
  const [setpriv, prlimit, found] = await Promise.all([
    isLinux ? findTried(deps, "setpriv", ["--pdeathsig", "KILL"]) : null,
    isLinux ? findTried(deps, "prlimit", ["--core=0", "--fsize=1000000"]) : null,
    tryBubblewrap(deps),
  ]);
  if (typeof found === "string") return processLevel({ setpriv, prlimit }, found);
  return {
    level: "bubblewrap",
    detail:
      `${found.version} (${found.bwrap}): a worker sees its own directory and the system's programs, ` +
      "has no network but the gateway, no capabilities, and ends with its workbench.",
    tools: { bwrap: found.bwrap, setpriv, prlimit, system: found.system },
  };
}

interface Usable {
  bwrap: string;
  version: string;
  system: readonly SystemMount[];
}

/** Tries bubblewrap. Returns a sentence with the reason if it cannot be used. */
async function tryBubblewrap(deps: ProbeDeps): Promise<Usable | string> {
  if (deps.platform !== "linux") return `bubblewrap exists for Linux only and this is ${deps.platform}.`;
  const bwrap = deps.find("bwrap");
  if (bwrap === undefined)
    return 'bubblewrap is not installed. Install it, for example with "apt install bubblewrap".';
  const system = findSystemMounts();
  const program = deps.find("true") ?? "/bin/true";
  const trial = bubblewrapCommand({
    bwrap,
    system,
    added: [],
    binds: [],
    chdir: "/",
    program,
    args: [],
    filterOn: handedDescriptor,
  });
  const [run, version] = await Promise.all([
    deps.run({ ...trial, handed: callFilter }),
    deps.run({ file: bwrap, args: ["--version"] }),
  ]);
  if (run.code !== 0) return explainRefusal(bwrap, run);
  return { bwrap, version: version.stdout.trim() || "bubblewrap", system };
}

function explainRefusal(bwrap: string, run: BriefRun): string {
  const said = (run.stderr.trim() || run.error || `it ended with ${run.signal ?? `code ${run.code}`}`).slice(
    0,
    500,
  );
  return (
    `${bwrap} is installed but cannot make a sandbox here; it said: ${said}. ` +
    "It needs version 0.8 or newer and unprivileged user namespaces " +
    "(sysctl kernel.unprivileged_userns_clone=1; on Ubuntu also kernel.apparmor_restrict_unprivileged_userns=0; " +
    "in a container, a security profile that allows them)."
  );
}

/**
 * Returns the path of a program that accepts these options. The program is tried, because a variant without
 * these options (busybox) would fail to start `claude`.
 */
async function findTried(deps: ProbeDeps, name: string, words: readonly string[]): Promise<string | null> {
  const file = deps.find(name);
  if (file !== undefined && !isOfSystem(file)) return null; // it would not exist inside a sandbox
  const program = deps.find("true");
  if (file === undefined || program === undefined) return null;
  const run = await deps.run({ file, args: [...words, "--", program] });
  return run.code === 0 ? file : null;
}

function isOfSystem(file: string): boolean {
  return /^\/(usr|bin|sbin)\//.test(file);
}

type Tried = Pick<SandboxProbe["tools"], "setpriv" | "prlimit">;

function processLevel({ setpriv, prlimit }: Tried, why: string): SandboxProbe {
  const death =
    setpriv === null
      ? "Nothing ends claude when its workbench is killed (setpriv, of util-linux, was not found)."
      : "claude ends with its workbench, but a program it started may outlive both.";
  return {
    level: "process",
    detail:
      `No sandbox of the operating system: ${why} ` +
      "Open at this level: claude runs with your own rights and can reach the network; " +
      "only claude's own permission check keeps a worker to its own directory. " +
      death,
    tools: { bwrap: null, setpriv, prlimit, system: [] },
  };
}
