// Formats the figures for people: ours against the peers' for the README, and all of ours with their targets.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Figure, readFigures } from "./figure.ts";

const peersFile = z.object({
  source: z.string(),
  peers: z.array(z.object({ name: z.string(), figures: z.record(z.string(), z.string()) })),
});
const machineFile = z.object({ at: z.string(), cores: z.int(), memoryGb: z.number(), kernel: z.string() });

const here = (name: string): string => new URL(name, import.meta.url).pathname;
const readJson = (name: string): unknown => JSON.parse(readFileSync(here(name), "utf8"));

export const suites = [
  "ready",
  "create",
  "list",
  "events",
  "idle",
  "dispatch",
  "activation",
  "prompt",
  "discovery",
  "worktrees",
  "landing",
  "review",
  "researcher",
  "page",
  "size",
] as const;

/** Returns the table of our figures beside the peers'. */
export function peersTable(): string {
  const { source, peers } = peersFile.parse(readJson("peers.json"));
  const figures = suites.flatMap(readFigures);
  const rows = rowsOf(figures).map(({ label, key, ours }) => [
    label,
    ours,
    ...peers.map((peer) => (key && peer.figures[key]) ?? "-"),
  ]);
  const table = formatTable([["", "Guild Hall", ...peers.map((peer) => peer.name)], ...rows]);
  return `${table}\n\nOurs: ${machineWords()} The peers': ${source}`;
}

/** Returns the table of all our figures with their targets. */
export function targetsTable(): string {
  const figures = suites.flatMap(readFigures);
  const rows = figures.map((figure) => [
    figure.suite,
    figure.name + (figure.control ? " (control)" : ""),
    shown(figure),
    figure.target === null ? "" : `${figure.target} ${figure.unit}`.trim(),
    figure.ok === null ? "" : figure.ok ? "yes" : "no",
  ]);
  const table = formatTable([["Benchmark", "Figure", "Value", "Target", "Reached"], ...rows]);
  return `${table}\n\n${machineWords()}`;
}

interface Row {
  label: string;
  /** The name of the figure in peers.json. */
  key?: string;
  ours: string;
}

/** Rows that say one figure each. The others are put together in `rowsOf`. */
const named = {
  size: { label: "Installed size", key: "size", figure: "installed size" },
  start: { label: "Start to ready", key: "start", figure: "guild-hall up, empty" },
  fullStart: { label: "The same with 10,000 stored", figure: "guild-hall up, 10,000 commissions" },
  memory: { label: "Memory, idle", key: "memory", figure: "memory, empty" },
  fullMemory: { label: "The same with 10,000 stored", figure: "memory, 10,000 commissions" },
  creates: {
    label: "Creates from 100 connections, 5 workers at work",
    figure: "durable creates a second, 100 connections",
  },
  dispatch: {
    label: "From the request to the first model request",
    key: "dispatch",
    figure: "dispatch to the first model request",
  },
  cold: { label: "The same against a bare `query()`", figure: "dispatch against bare query(), medians" },
  spare: {
    label: "The same if work follows work",
    figure: "dispatch with a spare against bare query(), medians",
  },
  prompt: {
    label: "Prompt and tools before the task, against `claude -p`",
    figure: "prompt against claude -p",
  },
} as const;

function rowsOf(figures: readonly Figure[]): Row[] {
  const find = (name: string): Figure => {
    const figure = figures.find((one) => one.name === name);
    if (!figure) throw new Error(`There is no figure "${name}". Run npm run bench.`);
    return figure;
  };
  const value = (name: string) => shown(find(name));
  const row = ({ figure, ...rest }: Omit<Row, "ours"> & { figure: string }): Row => ({
    ...rest,
    ours: value(figure),
  });
  const alone = find("create p50, one connection");
  const create = `${alone.value} / ${alone.detail?.["p99"]} ms`;
  const list = `${find("list p50, first 100 of 1,000").value} / ${value("list p50, first 100 of 10,000")}`;
  const idle = [value("model calls in an idle minute"), value("files written in an idle minute, empty")];
  const processor = value("processor in an idle minute, empty");
  return [
    row(named.size),
    row(named.start),
    row(named.fullStart),
    row(named.memory),
    row(named.fullMemory),
    { label: "Create one, on disk, p50 / p99", key: "create", ours: create },
    row(named.creates),
    { label: "List the first 100 of 1,000 / of 10,000", key: "list", ours: list },
    row(named.dispatch),
    row(named.cold),
    row(named.spare),
    { label: "An idle minute", ours: `${idle[0]} model calls, ${idle[1]} writes, ${processor} of a core` },
    row(named.prompt),
  ];
}

function shown({ value, unit }: Figure): string {
  if (unit === "ms" && value >= 100) return `${(value / 1000).toFixed(2)} s`;
  if (unit === "x" || unit === "/s") return `${value}${unit === "x" ? "x" : " a second"}`;
  return `${value.toLocaleString("en")} ${unit}`.trim();
}

function machineWords(): string {
  const { at, cores, memoryGb, kernel } = machineFile.parse(readJson("results/machine.json"));
  return `${at.slice(0, 10)}, ${cores} cores, ${memoryGb} GB, Linux ${kernel}, files on ext4.`;
}

/** Pads the columns as the code formatter does, so that formatting the document changes nothing. */
function formatTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => (row[column] ?? "").length)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)].join(
    "\n",
  );
}

/** Replaces the text between two marks of a document. */
export function withTable(document: string, { mark, table }: { mark: string; table: string }): string {
  const [open, close] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const [start, end] = [document.indexOf(open), document.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`The document has no place "${mark}".`);
  return `${document.slice(0, start + open.length)}\n\n${table}\n\n${document.slice(end)}`;
}

/** The documents that hold the tables. */
export const places = [
  { file: "README.md", mark: "figures", table: peersTable },
  { file: "docs/internals/benchmarks.md", mark: "figures", table: targetsTable },
] as const;
