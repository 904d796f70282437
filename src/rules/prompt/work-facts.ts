// Says in one place what a worker must know of its work beside the task: where it works and that it does not commit,
// what the project says, how the work is checked, its limits, and earlier attempts. Each fact is a section with a
// name, and a section without anything to say is left out.
import type { Limits } from "../../contract/commission/limits.ts";
import type { AcceptanceCheck, TreePlan } from "../../contract/project/tree.ts";
import { type AttachedOrder, attachedText } from "./attached.ts";
import type { PathsFact } from "../../contract/commission/instructions.ts";
import { namedText } from "./named-in-task.ts";
import { quote } from "../../base/text/quote.ts";

export interface WorkFacts {
  /** `null` if the worker does not work on a project. */
  tree: TreePlan | null;
  /** The files that came with the commission. */
  attached: AttachedOrder;
  /** The paths that the task names with "@" and the project has; `null` if there are none. */
  named: Omit<PathsFact, "type"> | null;
  /** Whether the branch goes on from that of an earlier attempt. */
  goesOn: boolean;
  /** The words of the project itself, already quoted. */
  told: string;
  checks: readonly AcceptanceCheck[];
  /** `null` if the worker is not told its limits. */
  limits: Pick<Limits, "maxTurns" | "maxBudgetUsd" | "maxSeconds"> | null;
  /** The text about earlier attempts, in which all words of others are already quoted. */
  background: string | null;
}

export interface WorkSection {
  name: "named" | "attached" | "place" | "project" | "checks" | "limits" | "earlier";
  text: string;
}

/** Returns the sections in the order in which the worker reads them. */
export function workSections(facts: WorkFacts): WorkSection[] {
  const { tree, named, attached, goesOn, told, checks, limits, background } = facts;
  const all: WorkSection[] = [
    { name: "named", text: namedText(named) },
    { name: "attached", text: attachedText(attached) },
    { name: "place", text: tree === null ? "" : aboutPlace(tree, goesOn) },
    { name: "project", text: told },
    { name: "checks", text: checks.length === 0 ? "" : aboutChecks(checks, tree) },
    { name: "limits", text: limits === null ? "" : aboutLimits(limits) },
    { name: "earlier", text: background ?? "" },
  ];
  return all.filter(({ text }) => text !== "");
}

/**
 * The rule holds against everything else that the worker reads. Where there is no sandbox, `claude` itself advises a
 * temporary commit in place of a stash, because the work directory is a worktree.
 */
const noCommits =
  "The hall commits what you leave there when you are done: do not run git commit or git stash, not even for a while, and make or switch no branches. Where another text tells you to, this rule holds.";

function aboutPlace({ project, branch, into, checkout }: TreePlan, goesOn: boolean): string {
  const there =
    checkout === "full"
      ? "All of it is checked out."
      : "Only .lore/ is checked out: what you write elsewhere is new to it.";
  return `# Where you work

The work directory is a worktree of project "${project}", on the branch ${branch}, which ${goesOn ? "goes on from an earlier attempt's" : `began at ${into}`}. ${there} ${noCommits}`;
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

function aboutLimits({ maxTurns, maxBudgetUsd, maxSeconds }: NonNullable<WorkFacts["limits"]>): string {
  const time = maxSeconds ? `, and ${maxSeconds} seconds of work` : "";
  return `# Your limits

This commission may take ${maxTurns} turns and $${maxBudgetUsd}${time}, all its sessions together. The hall ends it at the first of these: hand in before.`;
}
