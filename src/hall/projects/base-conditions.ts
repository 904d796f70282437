// Derives from a project's settings the conditions under which its base (the tip of its integration branch) is checked.
import { createHash } from "node:crypto";
import { plainLimits } from "../../workbench/checks/results.ts";
import type { HallConfig, ProjectSettings } from "../../contract/home/config.ts";
import type { AcceptanceCheck } from "../../contract/project/tree.ts";
import type { SandboxProbe } from "../../workbench/sandbox/probe.ts";

export function checksOf({ checks }: ProjectSettings): AcceptanceCheck[] {
  return checks.map((check) => ({ ...check, from: "project" }));
}

/** Hashes every setting that can affect the outcome of the checks. */
export function conditionsOf(
  deps: { probe: Pick<SandboxProbe, "level">; config(): HallConfig },
  { checks, setup, network, copy }: ProjectSettings,
): string {
  const { limits, sandbox } = deps.config();
  const bounds = plainLimits(limits);
  const allow = setup?.network === true && network.allow.length > 0 ? [network.allow] : [];
  const parts = [checks, setup ?? null, copy, deps.probe.level, bounds, sandbox.readOnly, ...allow];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
