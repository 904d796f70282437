// Builds the text that follows the task if a worker works on a project, has checks, or continues an earlier
// attempt. Otherwise the text is empty.
import type { AcceptanceCheck, TreePlan } from "../../contract/project/tree.ts";
import { quote } from "../../base/text/quote.ts";
import type { CommissionRecord } from "../commission/state.ts";

export type WorkOrder = Pick<CommissionRecord, "request" | "tree" | "checks"> & {
  /** The words of the project itself, already quoted. */
  told?: string;
};

export function workPrompt({ request, tree, checks, told = "" }: WorkOrder): string {
  return [
    tree === null ? "" : aboutTree(tree, request.startAt !== null),
    told,
    checks.length === 0 ? "" : aboutChecks(checks, tree),
    // The text about earlier attempts, in which all words of others are already quoted.
    request.background ?? "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function aboutTree({ project, branch, into, checkout }: TreePlan, goesOn: boolean): string {
  const there =
    checkout === "full"
      ? "All of it is checked out."
      : "Only .lore/ is checked out: what you write elsewhere is new to it.";
  return `# Where you work

The work directory is a worktree of project "${project}", on the branch ${branch}, which ${goesOn ? "goes on from an earlier attempt's" : `began at ${into}`}. ${there} The hall commits what you leave there when you are done: do not run git commit, and make or switch no branches.`;
}

function aboutChecks(checks: readonly AcceptanceCheck[], tree: TreePlan | null): string {
  const isPart = tree?.checkout === "sparse";
  const where = isPart ? "in the whole project, with your work in it" : "in the work directory";
  const named = isPart
    ? checks.map(({ command }) => quote(command))
    : acceptanceChecks(checks).map(([name, { command }]) => quote(`${name}: ${command}`));
  return `# How your work is checked

When you are done, the hall runs these commands ${where}. It is taken for done only if each of them ends with exit code 0.${isPart ? "" : " Run them before you hand in, where you can:"}
${named.join("\n")}`;
}

/** Pairs each check with its name, which the toolbox `verify` uses too. */
export function acceptanceChecks(checks: readonly AcceptanceCheck[]): [string, AcceptanceCheck][] {
  return checks.map((check, index) => [`acceptance-${index + 1}`, check]);
}
