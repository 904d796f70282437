// Declares what one language's files say about setting up and checking a project.
import type { ProposedLine } from "../../../contract/project/proposal.ts";

export interface FoundTools {
  lines: ProposedLine[];
  /** Programs that the lines start. */
  programs: string[];
  notes: string[];
}

/** Tells whether a program is there where the commands of a project run. */
export type HasProgram = (program: string) => boolean;

export const setUpLine = (value: string, reason: string): ProposedLine => ({
  kind: "setup",
  value,
  address: null,
  network: true,
  reason,
  advised: true,
});

export const checkLine = (value: string, reason: string): ProposedLine => plain("check", value, reason);

export const hostLine = (value: string, reason: string): ProposedLine => plain("host", value, reason);

function plain(kind: "check" | "host", value: string, reason: string): ProposedLine {
  return { kind, value, address: null, network: false, reason, advised: true };
}

/** Returns the host of a URL in a manifest; `null` for everything that is no plain web address with a name. */
export function hostOfUrl(url: string): string | null {
  if (url.length > 2000) return null;
  const [, found = ""] = /^https?:\/\/(?:[^/?#@\s]*@)?([a-z0-9.-]+)(?::\d{1,5})?(?:[/?#]|$)/i.exec(url) ?? [];
  const isName = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i.test(found);
  return isName && found.length <= 253 && /[a-z]/i.test(found) ? found.toLowerCase() : null;
}
