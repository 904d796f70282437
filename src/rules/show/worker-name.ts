// Formats the names of workers for people, in a terminal and on the page.
import type { memberPrefix, packagePrefix } from "../../contract/member/member.ts";
import { capital } from "../../base/text/number-words.ts";

// Only types are imported from the contract, because its code must not be bundled into the page.
const member: typeof memberPrefix = "member:";
const packaged: typeof packagePrefix = "package:";

export function isMember(worker: string): boolean {
  return worker.startsWith(member);
}

/** Strips the prefix `member:` or `package:`, which tells a guild member from a package of the same name. */
export function bareName(worker: string): string {
  const prefix = [member, packaged].find((each) => worker.startsWith(each)) ?? "";
  return worker.slice(prefix.length);
}

/** Returns the name as it is shown, such as "Researcher". */
export function workerShown(worker: string): string {
  return capital(bareName(worker));
}

/** Returns a name such as "Researcher (guild member)", for places where the name alone must tell workers apart. */
export function workerToldApart(worker: string): string {
  return isMember(worker) ? `${workerShown(worker)} (guild member)` : workerShown(worker);
}
