// Builds the command line that starts a program inside its sandbox and under its limits.
import { type ChildOrder, handedDescriptor } from "../../host/processes/children.ts";
import { type Bind, bubblewrapCommand } from "./bubblewrap.ts";
import { callFilter } from "./call-filter.ts";
import type { SandboxProbe } from "./probe.ts";
import type { ReadOnlyMount } from "./read-only.ts";

export type ContainedCommand = Pick<ChildOrder, "file" | "args" | "handed">;

/** Returns what to start for a program and its arguments. */
export type Wrap = (program: string, args: readonly string[]) => ContainedCommand;

/** The limits that `prlimit` sets before the program starts. */
export interface ProcessBounds {
  /** How many processes there may be. `null` if a control group counts them, or if there is no limit. */
  processes: number | null;
  /** The largest size of one file. `null` means no limit. */
  fileBytes: number | null;
}

export interface SandboxWrapping {
  bwrap: string;
  binds: readonly Bind[];
  chdir: string;
  /** Directories that a person has made readable. */
  readOnly: readonly ReadOnlyMount[];
  bounds: ProcessBounds;
}

export function wrapInSandbox(probe: SandboxProbe, wrapping: SandboxWrapping): Wrap {
  const { bwrap, binds, chdir, readOnly, bounds } = wrapping;
  const plan = {
    bwrap,
    system: probe.tools.system,
    added: readOnly,
    binds,
    chdir,
    filterOn: handedDescriptor,
  };
  // The limits are set inside the sandbox, where the kernel counts only the sandbox's processes. Outside, it
  // would count all processes of the person.
  const bounded = boundedBy(probe, bounds);
  return (program, args) => {
    const [first = program, ...rest] = [...bounded, program, ...args];
    return { ...bubblewrapCommand({ ...plan, program: first, args: rest }), handed: callFilter };
  };
}

export function wrapAsProcess(probe: SandboxProbe, bounds: ProcessBounds): Wrap {
  const { setpriv } = probe.tools;
  const dying = setpriv === null ? [] : [setpriv, "--pdeathsig", "KILL", "--"];
  const bounded = boundedBy(probe, { ...bounds, processes: null });
  return (program, args) => {
    const [file = program, ...rest] = [...dying, ...bounded, program, ...args];
    return { file, args: rest };
  };
}

/**
 * Returns the `prlimit` command that sets the limits; nothing if this machine has no `prlimit`. It always
 * disables core dumps, because they would contain the process's memory.
 */
function boundedBy({ tools: { prlimit } }: SandboxProbe, { processes, fileBytes }: ProcessBounds): string[] {
  if (prlimit === null) return [];
  return [
    prlimit,
    "--core=0",
    ...(fileBytes === null ? [] : [`--fsize=${fileBytes}`]),
    ...(processes === null ? [] : [`--nproc=${processes}`]),
    "--",
  ];
}
