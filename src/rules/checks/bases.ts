// Rules about a project's base, the tip of its integration branch. The base is red while the project's own
// checks fail there, without any commission's work.
import type { BaseRecord, ProjectBase } from "../../contract/project/base.ts";
import type { CheckResult } from "../../contract/project/tree.ts";
import { brief } from "../../base/text/brief.ts";
import { hasPassed, isFlaky } from "./has-passed.ts";

/** The base of a project without checks. */
export const noBase: ProjectBase = { state: "none", commit: null, since: null, checks: [] };

/**
 * Returns the first commit on which the checks failed; it stays the same for as long as the base fails. `null` if the
 * checks pass.
 */
export function sinceOf(
  before: Pick<BaseRecord, "state" | "since"> | null,
  found: { isRed: boolean; commit: string; at: string },
): BaseRecord["since"] {
  if (!found.isRed) return null;
  const { commit, at } = found;
  return (before?.state === "red" ? before.since : null) ?? { commit, at };
}

export function failedOf(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter((check) => !hasPassed(check));
}

export function flakyOf(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter(isFlaky);
}

export interface RedBase {
  project: string;
  /** The integration branch. */
  branch: string;
  since: string;
  checks: readonly CheckResult[];
}

/** Says which checks fail, where, and since when. */
export function redText({ branch, since, checks }: Omit<RedBase, "project">): string {
  const [first, ...more] = failedOf(checks).map(({ command }) => `"${brief(command, 80)}"`);
  const named = more.length === 0 ? `${first ?? "a check"} fails` : `${first} and ${more.length} more fail`;
  return `${named} on ${branch} since ${since.slice(0, 12)}`;
}

/** Returns the reason that is shown for a commission that waits until the base is repaired. */
export function waitsForRed(red: RedBase): string {
  return `waits for project ${red.project}, which is red: ${redText(red)}; commission a repair with --on-red`;
}

export function waitsForChecks({ project, branch }: Pick<RedBase, "project" | "branch">): string {
  return `waits for project ${project}: its checks are run on ${branch} first`;
}

export function waitsForTip({
  project,
  branch,
  tip,
}: {
  project: string;
  branch: string;
  tip: string;
}): string {
  return `its work is done, and waits for project ${project}: ${branch} fails the same checks without it, at ${tip.slice(0, 12)}`;
}
