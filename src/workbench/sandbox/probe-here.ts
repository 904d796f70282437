// Tests which sandbox this machine can provide, with the programs of the given PATH.
import { findExecutable, runBriefly } from "../../host/processes/children.ts";
import type { Clock } from "../../host/clock.ts";
import type { SandboxTrial } from "../../contract/home/handoff.ts";
import { probeSandbox, type SandboxProbe } from "./probe.ts";
import { findSystemMounts } from "./system-mounts.ts";

export interface Here {
  platform: string;
  clock: Pick<Clock, "after">;
  /** The whole environment of the programs that are tried. */
  env: Readonly<Record<string, string>>;
}

const limitMs = 10_000;

export function probeHere({ platform, clock, env }: Here): Promise<SandboxProbe> {
  return probeSandbox({
    platform,
    find: (name) => findExecutable(name, env["PATH"] ?? ""),
    run: (program) => runBriefly({ ...program, cwd: "/", env }, { clock, limitMs }),
  });
}

/**
 * Uses the result of an earlier test. Only the system's mounts are looked up again, because the system may have been
 * upgraded.
 */
export function probeFrom({ tools, ...trial }: SandboxTrial): SandboxProbe {
  return { ...trial, tools: { ...tools, system: trial.level === "bubblewrap" ? findSystemMounts() : [] } };
}
