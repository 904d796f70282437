// Which tools a worker has: what the hall always gives, what its package declares, and nothing else.
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import { reservedNames } from "../../contract/home/ids.ts";
import { fileTools, type ToolboxMetadata, type WorkerMetadata } from "../../contract/package/package.ts";
import { systemToolboxes, wireName } from "../../contract/package/system-toolboxes.ts";

export interface GrantedBox {
  name: string;
  /** null: all that it has, which is known only when it is loaded. */
  tools: readonly string[] | null;
}

export interface ToolSet {
  builtIn: readonly string[];
  toolboxes: readonly GrantedBox[];
}

/** A package by its name, or a guild member with its prefix. */
export interface ListedWorker extends Omit<WorkerMetadata, "identity"> {
  identity: Record<keyof WorkerMetadata["identity"], string>;
}

/** A worker, and the toolboxes that there are for it. */
export interface Listed {
  worker: ListedWorker;
  toolboxes: readonly ToolboxMetadata[];
}

/** All that the package may use, before a commission narrows it, and the toolboxes it names that are not there. */
export function resolveTools({ worker, toolboxes }: Listed): { tools: ToolSet; missing: string[] } {
  const domain = worker.toolboxes.map((name) => ({ name, found: findBox(toolboxes, name) }));
  return {
    tools: {
      builtIn: [...new Set([...fileTools[worker.files], ...worker.builtInTools])],
      toolboxes: [
        ...Object.entries(systemToolboxes).map(([name, tools]) => ({ name, tools })),
        ...domain.flatMap(({ name, found }) => (found ? [{ name, tools: found.tools ?? null }] : [])),
      ],
    },
    missing: domain.filter(({ found }) => !found).map(({ name }) => name),
  };
}

/** The hall's own names are never resolved from packages: some of those toolboxes are not every worker's. */
function findBox(toolboxes: readonly ToolboxMetadata[], name: string): ToolboxMetadata | undefined {
  return reservedNames.includes(name) ? undefined : toolboxes.find((box) => box.identity.name === name);
}

/** Names as the model sees them; `mcp__mail__*` stands for all tools of a toolbox that has not been loaded. */
export function wireNames(tools: ToolSet): string[] {
  const ofBox = (box: GrantedBox) => (box.tools ?? ["*"]).map((tool) => wireName(box.name, tool));
  return [...tools.builtIn, ...tools.toolboxes.flatMap(ofBox)];
}

/** Those of the names that are not in the set. Of a toolbox that has not been loaded, any name may be. */
export function beyond(tools: ToolSet, names: readonly string[]): string[] {
  const known = new Set(wireNames(tools));
  const open = tools.toolboxes.filter((box) => box.tools === null).map((box) => wireName(box.name, ""));
  return names.filter((name) => !known.has(name) && !open.some((start) => isBelow(start, name)));
}

function isBelow(start: string, name: string): boolean {
  return name.startsWith(start) && name.length > start.length;
}

/** What a worker lacks, and what to do about it. */
export function missingText({ identity }: ListedWorker, missing: readonly string[]): string {
  const names = missing.map((name) => `"${name}"`).join(", ");
  const what = missing.length === 1 ? `toolbox ${names}, which is` : `toolboxes ${names}, which are`;
  return `Worker "${identity.name}" needs the ${what} not installed. Add it ("guild-hall package add"), or take it out of guildHall.toolboxes.`;
}

/** Keeps only the named tools. */
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

/** Of a toolbox that has not been loaded, those that are named, whether or not it will have them. */
function keptOf({ name, tools }: GrantedBox, kept: ReadonlySet<string>): readonly string[] | null {
  if (tools !== null) return tools.filter((tool) => kept.has(wireName(name, tool)));
  if (kept.has(wireName(name, "*"))) return null;
  const start = wireName(name, "");
  return [...kept].filter((wire) => isBelow(start, wire)).map((wire) => wire.slice(start.length));
}

/**
 * What of the tools a session is offered at this level of containment. Outside a sandbox `claude` by itself refuses nearly
 * every command that runs a program or changes a file, so a shell there would only cost the worker turns.
 */
export function offered(tools: ToolSet, level: SandboxLevel): ToolSet {
  if (level === "bubblewrap") return tools;
  return { ...tools, builtIn: tools.builtIn.filter((tool) => tool !== "Bash") };
}

/** Says for each tool that is declared and not offered at this level why that is so. */
export function withheldText(tools: ToolSet, level: SandboxLevel): string[] {
  if (level === "bubblewrap" || !tools.builtIn.includes("Bash")) return [];
  return [
    `It declares Bash, which is not offered on this machine: workers run at level ${level} here, where claude itself refuses nearly every command that runs a program or changes a file. "guild-hall doctor" says what is missing for a sandbox.`,
  ];
}
