// Describes a guild member in the form of a package, so that both can be listed together. A member has no
// tools that the hall knows. A limit that its manifest does not state has the default of packages.
import { type MemberManifest, memberPrefix } from "../../contract/member/member.ts";
import { defaultLimits } from "../../contract/package/package.ts";
import type { ListedWorker } from "../limits/tools.ts";

export function memberWorker({
  name,
  displayName,
  description,
  limits,
}: Pick<MemberManifest, "name" | "displayName" | "description" | "limits">): ListedWorker {
  return {
    identity: { name: memberPrefix + name, title: displayName, description },
    posture: "",
    toolboxes: [],
    builtInTools: [],
    files: "read",
    checkout: "sparse",
    limits: {
      ...defaultLimits,
      ...(limits?.maxTurns !== undefined && { maxTurns: limits.maxTurns }),
      ...(limits?.maxBudgetUsd !== undefined && { maxBudgetUsd: limits.maxBudgetUsd }),
      ...(limits?.maxSeconds !== undefined && { maxSeconds: limits.maxSeconds }),
    },
  };
}
