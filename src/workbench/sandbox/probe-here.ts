// The probe of the machine we run on, with the programs of the given PATH.
import { findExecutable, runBriefly } from "../../host/processes/children.ts";
import type { Clock } from "../../host/clock.ts";
import { probeSandbox, type SandboxProbe } from "./probe.ts";

export interface Here {
  platform: string;
  clock: Pick<Clock, "after">;
  /** The whole environment of what is tried out. */
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
