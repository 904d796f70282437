// guild-hall project ...: shows, syncs and removes the repositories that workers work on. Adding is in add-project.ts.
import type { SpokenHall } from "../hall/get-hall.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { oid } from "../../contract/project/tree.ts";
import { oneLine } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printAside, printFound, printJson, printLines } from "../print.ts";
import { typedProject } from "../read/project-name.ts";
import { approvalLines } from "../render/commission/approval.ts";
import { leftOutLines, patchLines, statLines } from "../render/commission/diff.ts";
import { aheadLines, projectDiffTotals } from "../render/hall/ahead.ts";
import { projectDetailLines, projectLines, removedLines } from "../render/hall/projects.ts";
import { syncDoneLines, syncPlanLines } from "../render/hall/sync.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";

export async function list(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  return printFound(cli, input, {
    found: await client.projects.list(),
    lines: ({ projects }, style) =>
      projects.length === 0
        ? ['There are no projects. Add one with "guild-hall project add NAME PATH".']
        : projectLines(projects, style),
  });
}

export async function show(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  return printFound(cli, input, { found: await client.projects.show(typed.name), lines: projectDetailLines });
}

/** Lists the commits of the integration branch that the person's branch lacks. */
export async function ahead(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  return printFound(cli, input, { found: await client.projects.ahead(typed.name), lines: aheadLines });
}

export async function diff(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const commit = await findCommit(client, { name: typed.name, typed: input.parameters[1] });
  if (typeof commit === "object") return commit;
  const found = await client.projects.diff(typed.name, { commit, path: text(input, "path") });
  if (flag(input, "json") || flag(input, "stat"))
    return printFound(cli, input, {
      found,
      lines: (shown, style) => [...statLines(shown, style), projectDiffTotals(shown)],
    });
  printLines(cli, patchLines(found, cli.paint));
  for (const line of [...leftOutLines(found), projectDiffTotals(found)]) printAside(cli, line);
  return 0;
}

/** Finds the commit that is ahead, by its first characters. */
async function findCommit(
  client: SpokenHall["client"],
  { name, typed }: { name: ProjectName; typed: string | undefined },
): Promise<string | undefined | Refusal> {
  if (typed === undefined || oid.safeParse(typed).success) return typed;
  const { commits, integration } = await client.projects.ahead(name);
  const [only, second] = /^[0-9a-f]{4,}$/.test(typed)
    ? commits.filter(({ commit }) => commit.startsWith(typed))
    : [];
  const see = `Run "guild-hall project ahead ${name}" to see which there are.`;
  if (!only)
    return refuse("not_found", `No commit that ${integration} is ahead by begins with "${typed}".`, see);
  return second ? refuse("ambiguous_id", `More than one commit begins with "${typed}".`, see) : only.commit;
}

/** The hall lists at most this many documents in one answer. */
const documentLimit = 1000;

export async function documents(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const [, text = ""] = input.parameters;
  const { client } = await getHall(cli);
  const found = await client.projects.documents(typed.name, { text, limit: documentLimit });
  printFound(cli, input, {
    found,
    lines: ({ branch, documents }) =>
      documents.length === 0
        ? [`No document on ${oneLine(branch, 200)} matches.`]
        : documents.map((path) => oneLine(path, 1000)),
  });
  if (found.more && found.documents.length > 0 && !flag(input, "json"))
    printAside(cli, "There are more documents: give words of the path.");
  return 0;
}

export async function sync(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  const isJson = flag(input, "json");
  const plan = await client.projects.sync(typed.name, { dryRun: true });
  if (!isJson) printLines(cli, syncPlanLines(plan, pageStyle(cli)));
  const report = flag(input, "dry-run") ? plan : await client.projects.sync(typed.name, { dryRun: false });
  if (isJson) printJson(cli, report);
  else {
    // The branches may have changed since the plan was shown: then the person sees what was done instead.
    if (report.into.after !== plan.into.after) printLines(cli, syncPlanLines(report, pageStyle(cli)));
    printLines(cli, syncDoneLines(report, pageStyle(cli)));
  }
  return report.kind === "conflict" ? 1 : 0;
}

export async function approve(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const tree = oid.safeParse(parameter(input, 1));
  if (!tree.success)
    return refuse("usage", 'Give the whole name of the tree, as "guild-hall needs" shows it.');
  const { client } = await getHall(cli);
  const order = { tree: tree.data };
  const isDone = flag(input, "yes");
  const found = isDone
    ? await client.projects.approveSetUp(typed.name, order)
    : await client.projects.setUp(typed.name, order);
  return printFound(cli, input, {
    found,
    lines: (shown, style) => approvalLines(shown, { ...style, isDone }),
  });
}

export async function remove(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  return printFound(cli, input, {
    found: await client.projects.remove(typed.name, { dryRun: flag(input, "dry-run") }),
    lines: removedLines,
  });
}
