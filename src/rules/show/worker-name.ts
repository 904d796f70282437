// A worker as people call it, in a terminal and on the page. Pure.
import type { memberPrefix, packagePrefix } from "../../contract/member/member.ts";
import { capital } from "../../base/text/number-words.ts";

// Of the contract only the types: its code is not for the page.
const member: typeof memberPrefix = "member:";
const packaged: typeof packagePrefix = "package:";

export function isMember(worker: string): boolean {
  return worker.startsWith(member);
}

/** Without what says of which kind it is: a package and a guild member may have the same. */
export function bareName(worker: string): string {
  const prefix = [member, packaged].find((each) => worker.startsWith(each)) ?? "";
  return worker.slice(prefix.length);
}

/** Researcher */
export function workerShown(worker: string): string {
  return capital(bareName(worker));
}

/** Researcher (guild member): where one is told from another by its name alone. */
export function workerToldApart(worker: string): string {
  return isMember(worker) ? `${workerShown(worker)} (guild member)` : workerShown(worker);
}
