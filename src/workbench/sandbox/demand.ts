// Compares what the configuration demands of the sandbox with what this machine offers: the level of the sandbox, and
// the directories that may be mounted.
import type { HallConfig } from "../../contract/home/config.ts";
import { sandboxShortfall } from "../../rules/limits/sandbox-minimum.ts";
import type { SandboxProbe } from "./probe.ts";
import { type Private, readOnlyMounts } from "./read-only.ts";

export interface DemandHere extends Private {
  probe: Pick<SandboxProbe, "level" | "detail">;
}

/** Returns why no commission may start here. `null` if every demand is met. */
export function sandboxProblem(
  { minimum, readOnly }: HallConfig["sandbox"],
  { probe, ...own }: DemandHere,
): string | null {
  const shortfall = sandboxShortfall(minimum, probe);
  if (shortfall !== null || readOnly.length === 0) return shortfall;
  const mounts = readOnlyMounts(readOnly, own);
  return typeof mounts === "string" ? mounts : null;
}
