// Renders projects for people. Names of branches and files come from a repository, so they are made printable.
import type {
  ProjectAdded,
  ProjectDetail,
  ProjectEntry,
  ProjectRemoved,
} from "../../../contract/project/project.ts";
import { failedOf, flakyOf, redText } from "../../../rules/checks/bases.ts";
import { waitsForApproval } from "../../../rules/checks/set-up-failure.ts";
import { plural } from "../../../base/text/plural.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import type { Paint } from "../paint.ts";
import { landRows } from "./land-settings.ts";
import { type Cell, tableLines } from "../table.ts";

interface Style {
  paint: Paint;
  width: number;
}

export function projectLines(projects: readonly ProjectEntry[], style: Style): string[] {
  const rows = projects.map((each): Cell[] => [
    { text: each.name },
    { text: each.branch === null ? "" : oneLine(each.branch, 100) },
    { text: standingText(each) },
    { text: each.live.length === 0 ? "" : String(each.live.length) },
    { text: each.path === null ? "no repository" : oneLine(each.path, 1000) },
  ]);
  return [
    ...tableLines({ head: ["NAME", "YOUR BRANCH", "FINISHED WORK", "LIVE", "PATH"], rows }, style),
    ...projects.flatMap(({ name, problem }) =>
      problem === null ? [] : [style.paint.red(`${name}: ${oneLine(problem, 2000)}`)],
    ),
    ...projects.flatMap((each) =>
      each.base.state === "red" ? [style.paint.red(`${each.name} ${oneLine(redOrWaits(each), 2000)}`)] : [],
    ),
  ];
}

function standingText({ integration, ahead, behind }: ProjectEntry): string {
  if (integration === null) return "";
  if (ahead === null || behind === null) return oneLine(integration, 100);
  const apart = [...(ahead > 0 ? [`${ahead} ahead`] : []), ...(behind > 0 ? [`${behind} behind`] : [])];
  return `${oneLine(integration, 100)}${apart.length > 0 ? `, ${apart.join(", ")}` : ""}`;
}

export function projectDetailLines(project: ProjectDetail, style: Style): string[] {
  const { paint } = style;
  return [
    paint.bold(project.name),
    ...(project.problem === null ? [] : [paint.red(oneLine(project.problem, 2000))]),
    ...factLines(project).map(([label, value]) => `  ${label.padEnd(14)}${oneLine(value, 2000)}`),
    ...inFlightLines(project, style),
  ];
}

function factLines(project: ProjectDetail): [string, string][] {
  const { path, branch, integration, tips, shallow, worktree, settings } = project;
  if (path === null)
    return [["repository", "none: the project is a name for memory and limits"], ...settingLines(settings)];
  return [
    ["checkout", path],
    ["your branch", at(branch ?? "not set", tips.branch)],
    ["finished work", at(standingText(project) || (integration ?? ""), tips.integration)],
    ["shown in", worktree ?? ""],
    ...baseLines(project),
    ...(shallow
      ? ([["history", "a shallow clone: the history before it is not known"]] as [string, string][])
      : []),
    ...landRows(project),
    ...settingLines(settings),
  ];
}

const baseWords = {
  unchecked: "its checks have not run there yet",
  checking: "its checks are running there",
  green: "passes its own checks",
} as const;

function baseLines(project: ProjectDetail): [string, string][] {
  const { base } = project;
  if (base.state === "none") return [];
  const words = base.state === "red" ? redOrWaits(project).replace(/^is /, "") : baseWords[base.state];
  const failed = failedOf(base.checks).map(({ command, output }): [string, string] => [
    "fails",
    `${command}: ${lastLine(output)}`,
  ]);
  const flaky = flakyOf(base.checks).flatMap(({ command, output, again }): [string, string][] => [
    ["flaky", `${command}: failed, and passed in a second run on the same tree`],
    ["  first", lastLine(output)],
    ["  then", lastLine(again?.output ?? "")],
  ]);
  return [["base", words], ...failed, ...flaky];
}

function redOrWaits(project: ProjectEntry): string {
  const { approve } = project.base;
  if (approve) return waitsForApproval({ project: project.name, tree: approve.tree });
  return `is red: ${redOf(project)}`;
}

function redOf({ integration, base }: ProjectEntry): string {
  const { since, commit, checks } = base;
  return redText({ branch: integration ?? "its base", since: since?.commit ?? commit ?? "", checks });
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1) ?? "";
}

function at(branch: string, tip: string | null): string {
  return tip === null ? branch : `${branch} (${tip.slice(0, 12)})`;
}

function settingLines({ setup, copy, checks, limits }: ProjectDetail["settings"]): [string, string][] {
  const bounds = Object.entries(limits).map(([name, value]) => `${name} ${value}`);
  return [
    ...(setup ? ([["set-up", setup.command]] as [string, string][]) : []),
    ...(copy.length > 0 ? ([["copies", copy.join(", ")]] as [string, string][]) : []),
    ...checks.map(({ command }): [string, string] => ["check", command]),
    ...(bounds.length > 0 ? ([["limits", bounds.join(", ")]] as [string, string][]) : []),
  ];
}

function inFlightLines({ branches, overlaps, live }: ProjectDetail, { paint }: Style): string[] {
  const waiting = live.filter((id) => !branches.some(({ commission }) => commission === id));
  return [
    ...branches.map(({ commission, branch, changed }) => {
      const files = changed === null ? "" : `, ${plural(changed, "file")} changed so far`;
      return `  ${"at work".padEnd(14)}${commission} on ${oneLine(branch, 200)}${files}`;
    }),
    ...waiting.map((id) => `  ${"waiting".padEnd(14)}${id}`),
    ...overlaps.map(({ path, commissions }) =>
      paint.yellow(`  ${"overlap".padEnd(14)}${oneLine(path, 1000)}: ${commissions.join(", ")}`),
    ),
  ];
}

export function addedLines(added: ProjectAdded, { paint }: Pick<Style, "paint">): string[] {
  const { name, path, branch, integration, tip, worktree, makes, notes, writes = [], dryRun } = added;
  const made = {
    branch: `the branch ${integration} at ${tip.slice(0, 12)}`,
    worktree: `its worktree ${worktree}`,
    entry: "its entry in config.yaml",
  };
  const steps = makes.map((each) => `  ${oneLine(made[each], 1000)}`);
  const head = `${oneLine(path, 1000)} as project ${name}, with your branch ${oneLine(branch, 200)}`;
  const done = dryRun ? `Would add ${head}:` : `Added ${head}:`;
  return [
    steps.length === 0 ? `Project ${name} exists already, and nothing is missing.` : done,
    ...steps,
    ...(writes.length === 0 ? [] : [`Its settings in config.yaml: ${writes.join(", ")}.`]),
    ...notes.map((note) => paint.yellow(oneLine(note, 2000))),
    ...(dryRun ? ["Nothing was changed."] : []),
  ];
}

export function removedLines(report: ProjectRemoved, { paint }: Style): string[] {
  const { name, removed, stays, branches, memory, dryRun } = report;
  return [
    `${dryRun ? "Would remove" : "Removed"} project ${name}: its entry in config.yaml${removed.length > 0 ? "," : "."}`,
    ...removed.map((path) => `  ${oneLine(path, 1000)}`),
    ...stays.map(({ path, why }) => paint.yellow(`Stays: ${oneLine(path, 1000)}: ${oneLine(why, 1000)}.`)),
    ...(branches.length > 0 ? [`Branches that stay: ${oneLine(branches.join(", "), 2000)}.`] : []),
    `Its memory stays, in ${memory}.`,
    ...(dryRun ? ["Nothing was changed."] : []),
  ];
}
