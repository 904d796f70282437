// Reports the guild members that were skipped because of a mistake, and the running ones that fail.
import type { Finding } from "../../contract/api/doctor.ts";
import { plural } from "../../base/text/plural.ts";
import { ok, warn } from "./finding.ts";

export interface MembersHere {
  found: number;
  /** Names each directory that was skipped because of a mistake, in a sentence. */
  passedOver: readonly string[];
  /** Names each running member with a problem, in a sentence. */
  failing: readonly string[];
}

export function checkMembers({ found, passedOver, failing }: MembersHere): Finding {
  const head = plural(found, "guild member");
  if (passedOver.length + failing.length === 0) return ok("members", head);
  const told = [...listed(passedOver, "passed over"), ...listed(failing, "failing")];
  return warn("members", { detail: `${head}; ${told.join("\n")}`, advice: adviceOn(failing) });
}

function listed(sentences: readonly string[], what: string): string[] {
  return sentences.length === 0 ? [] : [`${sentences.length} ${what}:`, ...sentences];
}

function adviceOn(failing: readonly string[]): string {
  const mend = "Mend or remove what is named; the others are not affected.";
  return failing.length === 0 ? mend : `${mend} \`guild-hall members logs NAME\` shows what one printed.`;
}
