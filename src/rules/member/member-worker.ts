// A guild member where packages are listed: what it says of itself, and no tools that the hall would know of. Where its
// manifest states no limits it has those of a package that states none.
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
