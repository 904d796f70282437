// Says in a few words why finished work was refuted or not merged: the checks that failed, or the files in
// conflict.
import { findFirstFailure } from "../checks/first-failure.ts";
import { hasPassed } from "../checks/has-passed.ts";
import { passedWords } from "../limits/passed-limit.ts";
import { latestRuns } from "../checks/proof.ts";
import type { Commission, CommissionRecord, Proof } from "../commission/state.ts";

const mostNamed = 2;
const mostCharacters = 120;

/** Returns the reason; `null` if there is none, or the commission has not completed. */
export function againstOf(commission: Commission): string | null {
  if (commission.status !== "completed") return null;
  const { record, outcome } = commission;
  if (outcome.trust === "refuted") return failuresIn(record);
  const tree = record.applied?.tree;
  return tree?.state === "conflict" ? `${list(tree.conflicts)} changed on both sides` : null;
}

/** Returns the failed checks; `null` if none failed and the work was refuted for another reason. */
function failuresIn(record: CommissionRecord): string | null {
  const failed = latestRuns(record).filter((run) => !hasPassed(run));
  if (failed.length === 0) return null;
  const more = failed.length - mostNamed;
  const told = failed.slice(0, mostNamed).map(howItFailed);
  const [first] = failed;
  return (
    [...told, ...(more > 0 ? [`${more} more failed`] : [])].join(", ") +
    afterReturns(record.returns) +
    firstLine(first?.output ?? "")
  );
}

/** Says in one line what failed first, if that can be found. */
function firstLine(output: string): string {
  const line = findFirstFailure(output)
    ?.text.split("\n")
    .find((each) => /\w/.test(each));
  return line === undefined ? "" : `: ${cut(line.trim())}`;
}

function howItFailed(run: Proof["runs"][number]): string {
  const { command, exitCode, timedOut } = run;
  const how = timedOut ? "took too long" : exitCode === null ? "was ended" : `exited ${exitCode}`;
  return `${cut(command)} ${passedWords(run) ?? how}`;
}

function afterReturns(returns: number): string {
  if (returns === 0) return "";
  return returns === 1 ? " after one return" : ` after ${returns} returns`;
}

function list(paths: readonly string[]): string {
  if (paths.length === 0) return "the same lines";
  const more = paths.length - mostNamed;
  const named = paths.slice(0, mostNamed).map(cut);
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(" and ");
}

function cut(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
