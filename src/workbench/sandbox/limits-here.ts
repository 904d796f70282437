// Finds out by trial which limits on a worker hold on this machine, and how they are enforced.
import { openCgroup, readHere } from "../../host/processes/cgroups.ts";
import type { SandboxProbe } from "./probe.ts";

export interface LimitsHere {
  /** True if the kernel itself limits memory and processes. */
  isFirm: boolean;
  detail: string;
}

const trialLimits = { memoryBytes: 1024 * 1024 * 1024, processes: 512 };

export async function findLimitsHere(probe: SandboxProbe, isRoot: boolean): Promise<LimitsHere> {
  const group = openCgroup({ ...trialLimits, here: readHere() });
  const files =
    probe.tools.prlimit === null
      ? "disk is watched once a second"
      : "disk is watched once a second, and one file is held to the whole of it";
  if (typeof group === "string")
    return { isFirm: false, detail: `${withoutGroup(probe, isRoot)} (${group}); ${files}` };
  await group.close();
  return { isFirm: true, detail: `memory and processes are held by ${group.kind}; ${files}` };
}

/**
 * Describes the limits without a control group. The sandbox can then limit the number of processes, except
 * for root, whose processes the kernel never counts. Outside a sandbox, the kernel would count all processes
 * of the person.
 */
function withoutGroup({ level, tools }: SandboxProbe, isRoot: boolean): string {
  const isCounted = level === "bubblewrap" && tools.prlimit !== null && !isRoot;
  const processes = isCounted ? "processes are held by the sandbox" : "processes are not limited";
  return `memory is watched once a second, ${processes}`;
}
