// Decides whether this machine can contain workers as well as config.yaml demands.
import type { SandboxLevel } from "../../contract/commission/commission.ts";

const ranks: Record<SandboxLevel, number> = { none: 0, process: 1, bubblewrap: 2 };

/** Says why nothing may be started here; `null` if the minimum is met. */
export function sandboxShortfall(
  minimum: SandboxLevel,
  found: { level: SandboxLevel; detail: string },
): string | null {
  if (ranks[found.level] >= ranks[minimum]) return null;
  return `config.yaml demands sandbox.minimum "${minimum}", and this machine has level "${found.level}". ${found.detail}`;
}
