// What the config in force demands of the machine's containment, held against what the hall found when it started.
import type { HeldConfig } from "../config/hold.ts";
import { Fault } from "../contract/problem.ts";
import { sandboxShortfall } from "../rules/sandbox-minimum.ts";
import type { HallParts } from "./parts.ts";

type Demand = Pick<HeldConfig, "now">;

/** A hall that runs goes on, and so does what is at work; but nothing is started while this says why. */
export function startHold({ probe }: Pick<HallParts, "probe">, config: Demand): string | null {
  const shortfall = sandboxShortfall(config.now().sandbox.minimum, probe);
  return shortfall === null ? null : `Nothing is started: ${shortfall}`;
}

export function checkMinimum(parts: Pick<HallParts, "probe">, config: Demand): void {
  const shortfall = sandboxShortfall(config.now().sandbox.minimum, parts.probe);
  if (shortfall !== null) throw new Fault("sandbox", `The hall does not start: ${shortfall}`);
}
