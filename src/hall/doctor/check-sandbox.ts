// Checks how well workers are contained here, whether config.yaml demands more, and which limits are enforced.
import type { HallConfig } from "../../contract/home/config.ts";
import type { Finding } from "../../contract/api/doctor.ts";
import { sandboxText } from "../../rules/limits/sandbox-text.ts";
import { type DemandHere, sandboxProblem } from "../../workbench/sandbox/demand.ts";
import type { LimitsHere } from "../../workbench/sandbox/limits-here.ts";
import { fail, ok, warn } from "./finding.ts";

export function checkSandbox(demanded: HallConfig["sandbox"], here: DemandHere): Finding {
  const problem = sandboxProblem(demanded, here);
  if (problem !== null)
    return fail("sandbox", {
      detail: problem,
      advice:
        "Do what the text says and start the hall again, or change the `sandbox` settings: the hall starts no work until then.",
    });
  const detail = sandboxText(here.probe);
  if (here.probe.level === "bubblewrap") return ok("sandbox", detail);
  return warn("sandbox", {
    detail,
    advice: "Workers run here, but less contained; each commission says at which level it ran.",
  });
}

export function checkLimits({ isFirm, detail }: LimitsHere): Finding {
  if (isFirm) return ok("limits", detail);
  return warn("limits", {
    detail,
    advice:
      "On Linux, run the hall where a control group is delegated to you: docs/guide/limits.md says how.",
  });
}
