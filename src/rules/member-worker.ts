// A guild member where packages are listed: what it says of itself, no tools that the hall would know of, and the limits
// of a package that states none.
import { type MemberManifest, memberPrefix } from "../contract/member.ts";
import { defaultLimits } from "../contract/package.ts";
import type { ListedWorker } from "./tools.ts";

export function memberWorker({
  name,
  displayName,
  description,
}: Pick<MemberManifest, "name" | "displayName" | "description">): ListedWorker {
  return {
    identity: { name: memberPrefix + name, title: displayName, description },
    posture: "",
    toolboxes: [],
    builtInTools: [],
    files: "read",
    checkout: "sparse",
    limits: { ...defaultLimits },
  };
}
