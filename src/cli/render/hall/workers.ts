// Renders `guild-hall workers` for people.
import type {
  MemberWorkerEntry,
  ToolboxEntry,
  WorkerEntry,
  WorkerList,
} from "../../../contract/package/roster.ts";
import { systemToolboxesIn, wireName } from "../../../contract/package/system-toolboxes.ts";
import { oneLine, printable, wrapTo } from "../../../host/person/terminal.ts";
import { dollars } from "../../../rules/show/money.ts";
import { plural } from "../../../base/text/plural.ts";
import { elapsed, limitsText } from "../measures.ts";
import type { Paint } from "../paint.ts";

export interface WorkersStyle {
  paint: Paint;
  width: number;
}

export function workerLines(list: WorkerList, style: WorkersStyle): string[] {
  const { paint } = style;
  const packages = list.workers.filter((worker) => worker.kind === "package");
  const members = list.workers.filter((worker) => worker.kind === "member");
  const blocks = [
    ...packages.map((worker) => workerBlock(worker, style)),
    ...(packages.length === 0 ? [] : [dimmed(everyone, style)]),
    ...members.map((member) => memberBlock(member, style)),
    ...list.toolboxes.map((toolbox) => toolboxBlock(toolbox, style)),
    ...(list.problems.length === 0 ? [] : [skipped(list.problems, style)]),
  ];
  if (blocks.length === 0) return [paint.dim("There are no packages.")];
  return blocks.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

export function memberBlock(member: MemberWorkerEntry, style: WorkersStyle): string[] {
  const version = oneLine(member.version, 64);
  return [
    headline(member, { paint: style.paint, kind: "" }),
    ...indented(printable(member.description), style),
    ...dimmed(`guild member, version ${version}, ${stateWords[member.state]}`, style),
    ...boundLines(member, style),
    ...origin(member, style),
  ];
}

const stateWords: Readonly<Record<MemberWorkerEntry["state"], string>> = {
  available: "not used in this home yet",
  stopped: "starts when it is needed",
  starting: "starting",
  running: "running",
  failing: "failing: the hall starts it again after a while",
};

function boundLines({ limits }: Pick<WorkerEntry, "limits">, style: WorkersStyle): string[] {
  const proven = limits.validated ? "" : " (not validated by real work yet)";
  return dimmed(`by default ${limitsText(limits)}${proven}${mostText(limits)}`, style);
}

/** Shows how far a person may exceed the defaults, if the hall's limits say so. */
function mostText({ most }: WorkerEntry["limits"]): string {
  const bounds = [
    most?.maxTurns == null ? "" : plural(most.maxTurns, "turn"),
    most?.maxBudgetUsd == null ? "" : dollars(most.maxBudgetUsd),
    most?.maxSeconds == null ? "" : `${elapsed(most.maxSeconds * 1000)} at work`,
  ].filter((text) => text !== "");
  return bounds.length === 0 ? "" : `; a commission may have at most ${bounds.join(", ")}`;
}

export function workerBlock(worker: WorkerEntry, style: WorkersStyle): string[] {
  const { paint } = style;
  const { model } = worker;
  return [
    headline(worker, { paint, kind: "" }),
    ...indented(printable(worker.description), style),
    ...dimmed(`tools: ${ownTools(worker.tools)}`, style),
    ...(worker.withheld ?? []).flatMap((why) =>
      indented(oneLine(why, 2000), style).map((line) => style.paint.yellow(line)),
    ),
    ...dimmed(`files: ${worker.files}, checkout: ${worker.checkout}${modelText(model)}`, style),
    ...boundLines(worker, style),
    ...origin(worker, style),
  ];
}

const everyBox = systemToolboxesIn("commission");

const everyone = `Every worker also has the hall's own tools: ${everyBox
  .map(({ name, tools }) => `${name} (${tools.join(" ")})`)
  .join(", ")}.`;

/** Leaves out the tools that every worker has, which are listed once. */
function ownTools(tools: readonly string[]): string {
  return words(tools.filter((tool) => !systemPrefixes.some((prefix) => tool.startsWith(prefix))));
}

const systemPrefixes = everyBox.map(({ name }) => wireName(name, ""));

function modelText(model: string | null): string {
  return model === null ? "" : `, model: ${oneLine(model, 128)}`;
}

function toolboxBlock(toolbox: ToolboxEntry, style: WorkersStyle): string[] {
  const tools = toolbox.tools === null ? "known when it is loaded" : words(toolbox.tools);
  return [
    headline(toolbox, { paint: style.paint, kind: " (toolbox)" }),
    ...indented(printable(toolbox.description), style),
    ...dimmed(`tools: ${tools}`, style),
    ...origin(toolbox, style),
  ];
}

function headline(
  { name, title }: Pick<WorkerEntry, "name" | "title">,
  { paint, kind }: { paint: Paint; kind: string },
): string {
  return `${paint.bold(oneLine(name, 40))}${kind}  ${oneLine(title, 80)}`;
}

/** Shows where a package comes from and its problems. A bundled package needs no path. */
function origin(
  { source, directory, problems }: Pick<WorkerEntry, "source" | "directory" | "problems">,
  style: WorkersStyle,
): string[] {
  return [
    ...(source === "bundled" ? [] : dimmed(`${source}: ${oneLine(directory, 4000)}`, style)),
    ...problems.flatMap((text) =>
      indented(`problem: ${oneLine(text, 2000)}`, style).map((line) => style.paint.yellow(line)),
    ),
  ];
}

function skipped(problems: readonly string[], style: WorkersStyle): string[] {
  return [
    style.paint.yellow("Skipped:"),
    ...problems.flatMap((text) => indented(oneLine(text, 2000), style)),
  ];
}

function words(names: readonly string[]): string {
  return names.map((name) => oneLine(name, 128)).join(" ");
}

function dimmed(text: string, style: WorkersStyle): string[] {
  return indented(text, style).map((line) => style.paint.dim(line));
}

export function indented(text: string, { width }: WorkersStyle): string[] {
  return wrapTo(text, width - 2).map((line) => `  ${line}`);
}
