// Compares the sandbox that the current config requires with the level that the hall found when it started.
import type { HeldConfig } from "../../store/config/hold.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { Fault } from "../../contract/api/problem.ts";
import { plainEnvironment } from "../../host/program.ts";
import { sandboxProblem } from "../../workbench/sandbox/demand.ts";
import type { HallParts } from "../wiring/parts.ts";

interface Demand {
  config: Pick<HeldConfig, "now">;
  home: Pick<HomeLayout, "root">;
}

/**
 * Returns why no commission may start; `null` if commissions may start. The hall and running work continue
 * either way.
 */
export function startHold(parts: Pick<HallParts, "probe">, demand: Demand): string | null {
  const problem = problemOf(parts, demand);
  return problem === null ? null : `Nothing is started: ${problem}`;
}

export function checkDemand(parts: Pick<HallParts, "probe">, demand: Demand): void {
  const problem = problemOf(parts, demand);
  if (problem !== null) throw new Fault("sandbox", `The hall does not start: ${problem}`);
}

function problemOf({ probe }: Pick<HallParts, "probe">, { config, home }: Demand): string | null {
  const own = { hallHome: home.root, personHome: plainEnvironment()["HOME"] };
  return sandboxProblem(config.now().sandbox, { probe, ...own });
}
