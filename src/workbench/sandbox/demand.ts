// What a config asks of the containment of workers, held against what can be had: the level of this machine, and the
// directories that may be shown.
import type { HallConfig } from "../../contract/home/config.ts";
import { sandboxShortfall } from "../../rules/limits/sandbox-minimum.ts";
import type { SandboxProbe } from "./probe.ts";
import { type Private, readOnlyMounts } from "./read-only.ts";

export interface DemandHere extends Private {
  probe: Pick<SandboxProbe, "level" | "detail">;
}

/** Why nothing may be started here; null when all of it can be had. */
export function sandboxProblem(
  { minimum, readOnly }: HallConfig["sandbox"],
  { probe, ...own }: DemandHere,
): string | null {
  const shortfall = sandboxShortfall(minimum, probe);
  if (shortfall !== null || readOnly.length === 0) return shortfall;
  const mounts = readOnlyMounts(readOnly, own);
  return typeof mounts === "string" ? mounts : null;
}
