// What the config in force asks of the containment of workers, held against what can be had: the level that the hall
// found when it started, and directories that may be shown.
import type { HeldConfig } from "../config/hold.ts";
import type { HomeLayout } from "../contract/home-layout.ts";
import { Fault } from "../contract/problem.ts";
import { plainEnvironment } from "../host/program.ts";
import { sandboxShortfall } from "../rules/sandbox-minimum.ts";
import { readOnlyMounts } from "../sandbox/read-only.ts";
import type { HallParts } from "./parts.ts";

interface Demand {
  config: Pick<HeldConfig, "now">;
  home: Pick<HomeLayout, "root">;
}

/** A hall that runs goes on, and so does what is at work; but nothing is started while this says why. */
export function startHold(parts: Pick<HallParts, "probe">, demand: Demand): string | null {
  const problem = sandboxProblem(parts, demand);
  return problem === null ? null : `Nothing is started: ${problem}`;
}

export function checkDemand(parts: Pick<HallParts, "probe">, demand: Demand): void {
  const problem = sandboxProblem(parts, demand);
  if (problem !== null) throw new Fault("sandbox", `The hall does not start: ${problem}`);
}

function sandboxProblem({ probe }: Pick<HallParts, "probe">, { config, home }: Demand): string | null {
  const { minimum, readOnly } = config.now().sandbox;
  const shortfall = sandboxShortfall(minimum, probe);
  if (shortfall !== null || readOnly.length === 0) return shortfall;
  const mounts = readOnlyMounts(readOnly, { hallHome: home.root, personHome: plainEnvironment()["HOME"] });
  return typeof mounts === "string" ? mounts : null;
}
