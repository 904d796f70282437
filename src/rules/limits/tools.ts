// Decides which tools a worker has: those that the hall gives to every worker, and those that its package declares.
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import { reservedNames } from "../../contract/home/ids.ts";
import { fileTools, type ToolboxMetadata, type WorkerMetadata } from "../../contract/package/package.ts";
import {
  reviewToolbox,
  systemToolboxesIn,
  type WorkContext,
  wireName,
} from "../../contract/package/system-toolboxes.ts";

export interface GrantedBox {
  name: string;
  /** `null` means all tools of the toolbox, which are known only once it is loaded. */
  tools: readonly string[] | null;
}

export interface ToolSet {
  builtIn: readonly string[];
  toolboxes: readonly GrantedBox[];
}

/** A worker on the list: a package by its name, or a guild member with the prefix `member:`. */
export interface ListedWorker extends Omit<WorkerMetadata, "identity"> {
  identity: Record<keyof WorkerMetadata["identity"], string>;
}

/** A worker, and the toolbox packages that are installed. */
export interface WorkerWithToolboxes {
  worker: ListedWorker;
  toolboxes: readonly ToolboxMetadata[];
}

export interface ToolOrder extends WorkerWithToolboxes {
  /** The kind of work that the worker is started for. */
  context: WorkContext;
}

/**
 * Returns all tools that the worker may use, before a commission narrows them, and the declared toolboxes that are
 * missing.
 */
export function resolveTools({ worker, toolboxes, context }: ToolOrder): {
  tools: ToolSet;
  missing: string[];
} {
  return {
    tools: {
      builtIn: [...new Set([...fileTools[worker.files], ...worker.builtInTools])],
      toolboxes: [
        ...systemToolboxesIn(context),
        ...worker.toolboxes.flatMap((name) => {
          const found = findBox(toolboxes, name);
          return found ? [{ name, tools: found.tools ?? null }] : [];
        }),
      ],
    },
    missing: missingToolboxes({ worker, toolboxes }),
  };
}

/** Returns the declared toolboxes that are not installed. */
export function missingToolboxes({ worker, toolboxes }: WorkerWithToolboxes): string[] {
  return worker.toolboxes.filter((name) => !findBox(toolboxes, name));
}

/** Adds the tools with which a worker reads and answers a person's comments. */
export function withReview(tools: ToolSet): ToolSet {
  return { ...tools, toolboxes: [...tools.toolboxes, reviewToolbox] };
}

/** The tools of `withReview`, as the model sees them. */
export const reviewTools: readonly string[] = reviewToolbox.tools.map((tool) =>
  wireName(reviewToolbox.name, tool),
);

/**
 * Finds an installed toolbox. A reserved name is never found, because it is kept for the hall's own
 * toolboxes, and not every worker gets all of those.
 */
function findBox(toolboxes: readonly ToolboxMetadata[], name: string): ToolboxMetadata | undefined {
  return reservedNames.includes(name) ? undefined : toolboxes.find((box) => box.identity.name === name);
}

/**
 * Returns the names of the tools as the model sees them. For a toolbox that is not loaded yet, a name such as
 * `mcp__mail__*` means all of its tools.
 */
export function wireNames(tools: ToolSet): string[] {
  const ofBox = (box: GrantedBox) => (box.tools ?? ["*"]).map((tool) => wireName(box.name, tool));
  return [...tools.builtIn, ...tools.toolboxes.flatMap(ofBox)];
}

/** Returns the names that are not in the set. A toolbox that is not loaded may have any tool. */
export function beyond(tools: ToolSet, names: readonly string[]): string[] {
  const known = new Set(wireNames(tools));
  const open = tools.toolboxes.filter((box) => box.tools === null).map((box) => wireName(box.name, ""));
  return names.filter((name) => !known.has(name) && !open.some((start) => isBelow(start, name)));
}

function isBelow(start: string, name: string): boolean {
  return name.startsWith(start) && name.length > start.length;
}

/** Says what a worker lacks, and what to do about it. */
export function missingText({ identity }: ListedWorker, missing: readonly string[]): string {
  const names = missing.map((name) => `"${name}"`).join(", ");
  const what = missing.length === 1 ? `toolbox ${names}, which is` : `toolboxes ${names}, which are`;
  return `Worker "${identity.name}" needs the ${what} not installed. Add it ("guild-hall package add"), or take it out of guildHall.toolboxes.`;
}

/** Keeps only the named tools; all of them if no names are given. */
export function narrow(tools: ToolSet, names: readonly string[] | undefined): ToolSet {
  if (!names) return tools;
  const kept = new Set(names);
  return {
    builtIn: tools.builtIn.filter((tool) => kept.has(tool)),
    toolboxes: tools.toolboxes
      .map((box) => ({ name: box.name, tools: keptOf(box, kept) }))
      .filter((box) => box.tools === null || box.tools.length > 0),
  };
}

/**
 * Returns the tools of a toolbox to keep. If the toolbox is not loaded, every named tool is kept, even one that it may
 * not have.
 */
function keptOf({ name, tools }: GrantedBox, kept: ReadonlySet<string>): readonly string[] | null {
  if (tools !== null) return tools.filter((tool) => kept.has(wireName(name, tool)));
  if (kept.has(wireName(name, "*"))) return null;
  const start = wireName(name, "");
  return [...kept].filter((wire) => isBelow(start, wire)).map((wire) => wire.slice(start.length));
}

/**
 * Returns the tools that a session is offered at this level of containment. A shell is offered only in a sandbox:
 * outside one, a command could read and send whatever the person can.
 */
export function offered(tools: ToolSet, level: SandboxLevel): ToolSet {
  if (level === "bubblewrap") return tools;
  return { ...tools, builtIn: tools.builtIn.filter((tool) => tool !== "Bash") };
}

/** Says why each declared tool that is not offered at this level is withheld. */
export function withheldText(tools: ToolSet, level: SandboxLevel): string[] {
  if (level === "bubblewrap" || !tools.builtIn.includes("Bash")) return [];
  return [
    `It declares Bash, which is not offered on this machine, because a shell needs a sandbox and workers run at level ${level} here; "guild-hall doctor" says what is missing.`,
  ];
}
